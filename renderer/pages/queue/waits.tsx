import { nowMs } from '../../client/clock.ts';
import { formatDuration, formatExactly } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** How long a record has waited for a person. */
export function Waits({ since }: { since: string }) {
  const age = formatDuration(nowMs() - new Date(since).getTime());
  return (
    <time class="small faint" dateTime={since} title={formatExactly(since)}>
      {t('queue.waits', { age })}
    </time>
  );
}
