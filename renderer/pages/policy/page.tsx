import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function policyPage() {
  return <Page title={t('nav.policy')}>{null}</Page>;
}
