import { nowMs } from '../../client/clock.ts';
import { formatDuration, formatExactly } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** How long a record has waited for a person. */
export function Waits({ since }: { since: string }) {
  const seconds = Math.round((nowMs() - new Date(since).getTime()) / 1000);
  const age = formatDuration(Math.max(1, seconds) * 1000);
  return (
    <time class="small faint" dateTime={since} title={formatExactly(since)}>
      {t('queue.waits', { age })}
    </time>
  );
}
