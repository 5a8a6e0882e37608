import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function keysPage() {
  return <Page title={t('nav.keys')}>{null}</Page>;
}
