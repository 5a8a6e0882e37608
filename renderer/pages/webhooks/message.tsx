import type { ComponentChildren } from 'preact';
import type { DeliveryInFullAnswer } from '../../../server/contract/webhooks.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { t } from '../../text/text.ts';
import { indented } from './delivery.ts';

type Attempt = DeliveryInFullAnswer['attempts'][number];

/** What was sent: to where, with which headers, which body. */
export function RequestMessage({ request, body }: { request: Attempt['request']; body: string }) {
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

/** What was answered, as far as it was kept. */
export function AnswerMessage({ attempt: { status, answer } }: { attempt: Attempt }) {
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
      <header>
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
    <pre dir="ltr" tabIndex={0} role="region" aria-label={label}>
      {[first, ...head, '', indented(body)].join('\n').trimEnd()}
    </pre>
  );
}
