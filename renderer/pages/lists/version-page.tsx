import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function listsPage() {
  return <Page title={t('nav.lists')}>{null}</Page>;
}
