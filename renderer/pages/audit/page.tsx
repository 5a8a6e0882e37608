import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function auditPage() {
  return <Page title={t('nav.audit')}>{null}</Page>;
}
