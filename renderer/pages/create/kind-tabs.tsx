import { can } from '../../client/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../text/text.ts';

/** The way from a person to a company and back, for whoever may begin both. */
export function KindTabs({ current }: { current: 'kyc' | 'kyb' }) {
  if (!can('kyc:write') || !can('kyb:write')) return null;
  const tab = (kind: 'kyc' | 'kyb', to: string) => (
    <a class="kind-tab" href={to} aria-current={current === kind ? 'page' : undefined}>
      <Icon name={kind === 'kyc' ? 'person' : 'company'} />
      {t(`kind.${kind}`)}
    </a>
  );
  return (
    <nav class="kind-tabs" aria-label={t('create.kind')}>
      {tab('kyc', '/new')}
      {tab('kyb', '/new/company')}
    </nav>
  );
}
