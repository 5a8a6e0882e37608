import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function companyPage() {
  return <Page title={t('nav.queue')}>{null}</Page>;
}
