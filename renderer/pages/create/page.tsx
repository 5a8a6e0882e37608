import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function createPage() {
  return <Page title={t('nav.create')}>{null}</Page>;
}
