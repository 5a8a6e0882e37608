import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function operatorsPage() {
  return <Page title={t('nav.operators')}>{null}</Page>;
}
