import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function webhooksPage() {
  return <Page title={t('nav.webhooks')}>{null}</Page>;
}
