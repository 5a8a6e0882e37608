import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function setupPage() {
  return <Page title={t('login.title')}>{null}</Page>;
}
