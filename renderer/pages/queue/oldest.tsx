import { nowMs } from '../../client/clock.ts';
import { formatDuration } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { addressOf, changed, type Filter, isNarrow } from './filter.ts';
import { counts, searched } from './queue.ts';

/** How long the oldest has waited for review: the way to those that waited longest. */
export function OldestWaiting({ filter }: { filter: Filter }) {
  const oldest = counts.value?.oldest_waiting;
  const isPart = isNarrow(filter) || searched.value !== '';
  if (!oldest) return <span>{counts.value && !isPart ? t('queue.nothing_waits') : '\u00a0'}</span>;
  const age = formatDuration(nowMs() - new Date(oldest.since).getTime());
  return <a href={addressOf(changed(filter, { order: 'longest_waiting' }))}>{t('queue.oldest_waiting', { age })}</a>;
}
