import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function screeningPage() {
  return <Page title={t('nav.screening')}>{null}</Page>;
}
