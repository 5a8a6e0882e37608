import { useState } from 'preact/hooks';
import type { RetentionAnswer } from '../../server/contract/retention.ts';
import { post } from '../client/api.ts';
import { useGet } from '../client/resource.ts';
import { can } from '../client/session.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Check, Dialog, Field, FormDialog, typing } from './form.tsx';
import type { RecordKind } from './record-head.ts';
import { Loaded } from './states.tsx';
import { Facts, When } from './values.tsx';

interface RetentionDialogProps {
  kind: RecordKind;
  path: string;
  onClose: () => void;
}

/** How long the record is kept, the end of the business relationship, and the legal hold. */
export function RetentionDialog({ kind, path, onClose }: RetentionDialogProps) {
  const retention = useGet<RetentionAnswer>(`${path}/retention`);
  const now = retention.known();
  if (!now) {
    return (
      <Dialog title={t('retention.label')} onClose={onClose}>
        <Loaded of={retention}>{() => null}</Loaded>
      </Dialog>
    );
  }
  return <RetentionForm kind={kind} path={path} now={now} onClose={onClose} />;
}

function RetentionForm({ kind, path, now, onClose }: RetentionDialogProps & { now: RetentionAnswer }) {
  const [ended, setEnded] = useState(now.relationship_ended_at?.slice(0, 10) ?? '');
  const [held, setHeld] = useState(now.legal_hold);
  const [reason, setReason] = useState(now.reason ?? '');
  const facts = <RetentionFacts now={now} />;
  if (!can(`${kind}:write`)) {
    return (
      <Dialog title={t('retention.label')} onClose={onClose}>
        {facts}
        <div class="actions">
          <Button onClick={onClose}>{t('action.close')}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('retention.label')}
      submitLabel={t('action.save')}
      onClose={onClose}
      onSubmit={() => post(`${path}/retention`, changeOf(now, { ended, held, reason }))}
      done={t('retention.saved')}
    >
      {facts}
      <Field label={t('retention.ended')} hint={t('retention.ended_why')} optional={t('form.optional')}>
        <input type="date" value={ended} onInput={typing(setEnded)} />
      </Field>
      {can('admin') && (
        <>
          <Check label={t('retention.hold')} hint={t('retention.hold_why')} checked={held} onChange={setHeld} />
          {held && (
            <Field label={t('retention.reason')}>
              <textarea rows={2} required value={reason} onInput={typing(setReason)} />
            </Field>
          )}
        </>
      )}
    </FormDialog>
  );
}

function RetentionFacts({ now }: { now: RetentionAnswer }) {
  return (
    <Facts
      items={[
        [
          t('retention.due'),
          now.due_at ? <When at={now.due_at} /> : t(now.legal_hold ? 'retention.held' : 'retention.not_yet'),
        ],
        [t('retention.biometrics'), now.biometrics_due_at && <When at={now.biometrics_due_at} />],
        [t('retention.reason'), now.legal_hold ? now.reason : null],
      ]}
    />
  );
}

/** Only what differs from what stands. */
function changeOf(
  now: RetentionAnswer,
  { ended, held, reason }: { ended: string; held: boolean; reason: string },
): Record<string, unknown> {
  const endedAt = ended === '' ? null : `${ended}T00:00:00.000Z`;
  const holdChanges = held !== now.legal_hold || (held && reason !== (now.reason ?? ''));
  return {
    ...(ended !== (now.relationship_ended_at?.slice(0, 10) ?? '') && { relationship_ended_at: endedAt }),
    ...(holdChanges && { legal_hold: held, ...(held && { reason }) }),
  };
}
