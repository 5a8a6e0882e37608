import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function alertsPage() {
  return <Page title={t('nav.alerts')}>{null}</Page>;
}
