import type { Status } from '../../parts/pill.tsx';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { addressOf, changed, type Filter, STATUSES } from './filter.ts';
import { counts } from './queue.ts';

/** The states, with how many are in each: the ways to them. */
export function StateTabs({ filter }: { filter: Filter }) {
  return (
    <nav class="queue-tabs" aria-label={t('label.state')}>
      <Tab filter={filter} status={null} label={t('queue.all')} />
      {STATUSES.map((status) => (
        <Tab key={status} filter={filter} status={status} label={t(`status.${status}`)} />
      ))}
    </nav>
  );
}

function Tab({ filter, status, label }: { filter: Filter; status: Status | null; label: string }) {
  const of = counts.value?.statuses;
  const count = of && (status ? of[status] : Object.values(of).reduce((sum, one) => sum + one, 0));
  return (
    <a href={addressOf(changed(filter, { status }))} aria-current={filter.status === status ? 'page' : undefined}>
      {label} <span class="number">{count === undefined ? '' : formatNumber(count)}</span>
    </a>
  );
}
