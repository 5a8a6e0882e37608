import { useEffect, useRef } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { apiPath, recordPath } from '../../client/queue-place.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { ActError, announce, Loaded, Section, useAct } from '../../parts/page.tsx';
import { isRunning, matteringOf, type RecordHead, recordName } from '../../parts/record-head.ts';
import { RecordProgress } from '../../parts/record-progress.tsx';
import { useRecord } from '../../parts/use-record.ts';
import { StatusPill } from '../../parts/values.tsx';
import { findingText, t } from '../../text/text.ts';

type Followed = RecordHead &
  Pick<VerificationAnswer, 'metadata'> &
  Parameters<typeof recordName>[0] & { progress: { step: string; done: number } | null };

interface RunningProps {
  kind: 'kyc' | 'kyb';
  id: string;
  /** Starts a new attempt from this record's submission. Throws `ApiError`. */
  onAgain: (id: string) => Promise<void>;
  onAnother: () => void;
}

/** Shows a verification that was just started: its running steps, the result, and what to do next. */
export function Running({ kind, id, onAgain, onAnother }: RunningProps) {
  const { record, progress } = useRecord<Followed>(apiPath({ kind, id }));
  return (
    <Loaded of={record}>
      {(shown) =>
        isRunning(shown) ? (
          <>
            <RecordProgress kind={kind} record={shown} told={progress.value} />
            <div class="actions">
              <ButtonLink href={recordPath({ kind, id })} label={t('action.open_verification')} />
              <Button onClick={onAnother} label={t('nav.create')} />
            </div>
          </>
        ) : (
          <Ended kind={kind} record={shown} onAgain={onAgain} onAnother={onAnother} />
        )
      }
    </Loaded>
  );
}

function Ended({ kind, record, onAgain, onAnother }: Omit<RunningProps, 'id'> & { record: Followed }) {
  const again = useAct();
  const { id, status, errors, metadata } = record;
  const reference = metadata?.['internal_ref'];
  // Several documents may have the same reason.
  const reasons = [...new Map(errors.map((error) => [findingText(error), error])).values()];
  const on = useRef<HTMLDivElement>(null);
  useEffect(() => {
    announce(`${t('label.outcome')}: ${t(`status.${status}`)}`);
    on.current?.querySelector('a')?.focus();
  }, [status]);
  return (
    <Section title={t('label.outcome')} id="outcome" actions={<StatusPill status={status} />}>
      <p class="outcome-who">
        <strong dir="auto">{recordName(record)}</strong>{' '}
        {typeof reference === 'string' && <span class="faint">{reference}</span>}
      </p>
      <p class="outcome-what">
        {t(`create.ended_${status === 'completed' ? 'completed' : status === 'failed' ? 'failed' : 'review'}`)}
      </p>
      {reasons.length > 0 && <FindingList findings={reasons} mattering={matteringOf(record)} />}
      <ActError error={again.error} />
      <div class="actions outcome-acts" ref={on}>
        <ButtonLink look="primary" href={recordPath({ kind, id })} label={t('action.open_verification')} />
        {status === 'failed' && (
          <Button icon="refresh" busy={again.busy} onClick={() => again.run(() => onAgain(id))}>
            {t('record.again')}
          </Button>
        )}
        <Button icon="plus" onClick={onAnother} label={t('nav.create')} />
      </div>
    </Section>
  );
}
