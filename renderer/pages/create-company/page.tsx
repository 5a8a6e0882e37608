import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function createcompanyPage() {
  return <Page title={t('nav.create')}>{null}</Page>;
}
