import { can } from '../../client/session.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Empty } from '../../parts/states.tsx';
import { navigate } from '../../router.ts';
import { t } from '../../text/text.ts';
import { addressOf, changed, type Filter, isNarrow, NO_FILTER } from './filter.ts';
import { searched } from './queue.ts';

/** Why no row is shown, and what to do. */
export function Nothing({ filter, text }: { filter: Filter; text: string }) {
  if (text.trim() !== '' || isNarrow(filter)) return <NoMatch filter={filter} />;
  if (filter.status === null) return <NoneYet />;
  return (
    <Empty icon="check" title={t(filter.status === 'needs_review' ? 'queue.nothing_waits' : 'queue.calm_title')}>
      <p>{t(filter.status === 'needs_review' ? 'queue.review_calm' : 'queue.calm')}</p>
    </Empty>
  );
}

function NoMatch({ filter }: { filter: Filter }) {
  return (
    <Empty icon="search" title={t('queue.no_match_title')}>
      <p>{t('queue.no_match')}</p>
      <Button onClick={() => clearFilters(filter)} label={t('action.clear_filters')} />
    </Empty>
  );
}

function NoneYet() {
  const mayBegin = can('kyc:write', 'kyb:write');
  return (
    <Empty icon="queue" title={t('queue.none_title')}>
      <p>{t(mayBegin ? 'queue.none' : 'queue.none_read_only')}</p>
      {mayBegin && (
        <p class="actions">
          <ButtonLink look="primary" icon="plus" href="/new" label={t('nav.create')} />
          <ButtonLink href="/docs" label={t('queue.none_api')} />
        </p>
      )}
    </Empty>
  );
}

/** Leaves the state and the order. */
export function clearFilters({ status, order }: Filter): void {
  searched.value = '';
  navigate(addressOf(changed(NO_FILTER, { status, order })), { replace: true });
}
