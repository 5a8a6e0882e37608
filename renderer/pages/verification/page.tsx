import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function verificationPage() {
  return <Page title={t('nav.queue')}>{null}</Page>;
}
