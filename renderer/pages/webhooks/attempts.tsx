import type { DeliveryAnswer } from '../../../server/api/contract/webhooks.ts';
import { Pill } from '../../parts/pill.tsx';
import { formatDuration, formatExactly } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import type { Attempt } from './delivery.ts';

/** Each attempt of a delivery, oldest first. */
export function Attempts({ row }: { path: string; row: DeliveryAnswer }) {
  if (row.attempts.length === 0) return <p class="faint">{t('webhooks.no_attempts')}</p>;
  return (
    <ol class="webhook-attempts">
      {row.attempts.map((attempt, i) => (
        <li key={attempt.at}>
          <AttemptHead attempt={attempt} number={i + 1} />
        </li>
      ))}
    </ol>
  );
}

function AttemptHead({ attempt, number }: { attempt: Attempt; number: number }) {
  return (
    <p class="webhook-attempt">
      <strong>{t('webhooks.attempt', { number })}</strong>
      <Pill tone={attempt.error === null ? 'good' : 'bad'}>
        {attempt.status ?? textFor(`delivery_short.${attempt.error ?? ''}`) ?? attempt.error}
      </Pill>
      <time dateTime={attempt.at}>{formatExactly(attempt.at)}</time>
      <span class="faint">{t('webhooks.attempt_took', { duration: formatDuration(attempt.duration_ms) })}</span>
    </p>
  );
}
