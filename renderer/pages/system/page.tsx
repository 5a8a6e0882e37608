import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function systemPage() {
  return <Page title={t('nav.system')}>{null}</Page>;
}
