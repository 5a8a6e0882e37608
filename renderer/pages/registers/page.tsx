import { Page } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

export default function registersPage() {
  return <Page title={t('nav.registers')}>{null}</Page>;
}
