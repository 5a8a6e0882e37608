import type { DeliveryAnswer, DeliveryInFullAnswer } from '../../../server/contract/webhooks.ts';
import { get } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { Pill } from '../../parts/pill.tsx';
import { Loaded } from '../../parts/states.tsx';
import { formatDuration, formatExactly } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import { AnswerMessage, RequestMessage } from './message.tsx';

type Attempt = DeliveryInFullAnswer['attempts'][number];

/** Each attempt of a delivery, oldest first, with what was sent and what was answered. `path`: of the delivery. */
export function Attempts({ path, row }: { path: string; row: DeliveryAnswer }) {
  const full = useResource((signal) => get<DeliveryInFullAnswer>(path, signal), [path, row.updated_at]);
  return (
    <Loaded of={full}>
      {({ attempts, body }) =>
        attempts.length === 0 ? (
          <p class="faint">{t('webhooks.no_attempts')}</p>
        ) : (
          <ol class="webhook-attempts">
            {attempts.map((attempt, i) => (
              <li key={attempt.at}>
                <Head attempt={attempt} number={i + 1} />
                <details open={i === attempts.length - 1}>
                  <summary>{t('webhooks.exchange')}</summary>
                  <div class="webhook-exchange">
                    <RequestMessage request={attempt.request} body={body} />
                    <AnswerMessage attempt={attempt} />
                  </div>
                </details>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function Head({ attempt, number }: { attempt: Attempt; number: number }) {
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
