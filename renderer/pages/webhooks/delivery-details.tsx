import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveryAnswer, DeliveryInFullAnswer } from '../../../server/contract/webhooks.ts';
import { useGet } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Loaded } from '../../parts/page.tsx';
import { CopyButton, factList, Pill, When } from '../../parts/values.tsx';
import { formatDuration, formatExactly, t, textFor } from '../../text/text.ts';
import { type EndpointPath, indented } from './delivery.ts';

interface DeliveryDetailsProps {
  row: DeliveryAnswer;
  /** The endpoint's path. */
  path: EndpointPath;
  /** null: nothing can be sent now. */
  onReplay: (() => Promise<void>) | null;
}

/** Shows all details of one delivery. */
export function DeliveryDetails({ row, path, onReplay }: DeliveryDetailsProps) {
  const [busy, setBusy] = useState(false);
  return (
    <div class="webhook-details stack gap-10">
      <Why row={row} />
      {factList([
        [t('webhooks.event_id'), <code key="event">{row.event.id}</code>],
        [t('webhooks.delivery_id'), <code key="delivery">{row.id}</code>],
        [t('webhooks.age'), <When key="made" at={row.created_at} />],
        [t('webhooks.last_change'), <When key="changed" at={row.updated_at} />],
        [t('webhooks.next'), row.next_attempt_at && <When at={row.next_attempt_at} />],
      ])}
      <Attempts path={`${path}/deliveries/${row.id}`} row={row} />
      {onReplay && (
        <p class="actions">
          <Button
            icon="refresh"
            keys="r"
            busy={busy}
            onClick={async () => {
              setBusy(true);
              await onReplay();
              setBusy(false);
            }}
            label={t('webhooks.replay')}
          />
        </p>
      )}
    </div>
  );
}

function Why({ row: { error, attempts } }: { row: DeliveryAnswer }) {
  if (error === null) return null;
  const status = String(attempts.at(-1)?.status ?? '');
  return <p class="webhook-why">{textFor(`delivery_error.${error}`, { status }) ?? error}</p>;
}

type Attempt = DeliveryInFullAnswer['attempts'][number];

/** Lists each attempt of a delivery, oldest first, with its request and response. `path`: of the delivery. */
function Attempts({ path, row }: { path: `${EndpointPath}/deliveries/${string}`; row: DeliveryAnswer }) {
  const full = useGet(path, row.updated_at);
  return (
    <Loaded of={full}>
      {({ attempts, body }) =>
        attempts.length === 0 ? (
          <p class="faint">{t('webhooks.no_attempts')}</p>
        ) : (
          <ol class="webhook-attempts stack gap-10">
            {attempts.map((attempt, i) => (
              <li key={attempt.at}>
                <Head attempt={attempt} number={i + 1} />
                <details open={i === attempts.length - 1}>
                  <summary>{t('webhooks.exchange')}</summary>
                  <div class="webhook-exchange stack gap-12">
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
    <p class="webhook-attempt row wrap">
      <strong>{t('webhooks.attempt', { number })}</strong>
      <Pill tone={attempt.error === null ? 'good' : 'bad'}>
        {attempt.status ?? textFor(`delivery_short.${attempt.error ?? ''}`) ?? attempt.error}
      </Pill>
      <time dateTime={attempt.at}>{formatExactly(attempt.at)}</time>
      <span class="faint">{t('webhooks.attempt_took', { duration: formatDuration(attempt.duration_ms) })}</span>
    </p>
  );
}

/** Shows the request: its destination, headers and body. */
function RequestMessage({ request, body }: { request: Attempt['request']; body: string }) {
  return (
    <Message title={t('webhooks.request')} copied={body}>
      {request ? (
        <Lines first={`POST ${request.url}`} headers={request.headers} body={body} label={t('webhooks.request')} />
      ) : (
        <p class="faint">{t('webhooks.not_kept')}</p>
      )}
    </Message>
  );
}

/** Shows the response, as far as it was stored. */
function AnswerMessage({ attempt: { status, answer } }: { attempt: Attempt }) {
  return (
    <Message title={t('webhooks.response')} copied={answer?.body ?? ''}>
      {answer ? (
        <>
          <Lines
            first={String(status ?? '')}
            headers={answer.headers}
            body={answer.body}
            label={t('webhooks.response')}
          />
          {answer.body === '' && <p class="hint">{t('webhooks.no_body')}</p>}
          {answer.truncated && <p class="hint">{t('webhooks.cut_off')}</p>}
        </>
      ) : (
        <p class="faint">{t(status === null ? 'webhooks.no_response' : 'webhooks.answer_not_kept')}</p>
      )}
    </Message>
  );
}

function Message({ title, copied, children }: { title: string; copied: string; children: ComponentChildren }) {
  return (
    <section class="webhook-message">
      <header class="row gap-8 wrap between">
        <h3>{title}</h3>
        {copied !== '' && <CopyButton text={copied} label={t('webhooks.copy_body')} />}
      </header>
      {children}
    </section>
  );
}

interface LinesProps {
  first: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  label: string;
}

function Lines({ first, headers, body, label }: LinesProps) {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <pre class="breaks" dir="ltr" tabIndex={0} role="region" aria-label={label}>
      {[first, ...head, '', indented(body)].join('\n').trimEnd()}
    </pre>
  );
}
