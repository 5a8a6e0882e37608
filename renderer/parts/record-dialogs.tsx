import { useState } from 'preact/hooks';
import type { RetentionAnswer } from '../../server/contract/retention.ts';
import { del, post } from '../client/api.ts';
import { useGet } from '../client/resource.ts';
import { can } from '../client/session.ts';
import { t } from '../text/text.ts';
import { typeLabel } from '../text/words.ts';
import { Button } from './button.tsx';
import { Check, Dialog, Field, FormDialog, typing } from './form.tsx';
import type { RecordKind } from './record-head.ts';
import { Loaded } from './states.tsx';
import { toast } from './toast.tsx';
import { factList, When } from './values.tsx';

/** So many last signs of the id are typed back, so that no record is erased in passing. */
const TYPED_SIGNS = 6;

/** Erases a record for ever, once its id was typed. */
export function EraseDialog({
  id,
  path,
  onErased,
  onClose,
}: {
  id: string;
  path: string;
  onErased: () => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const wanted = id.slice(-TYPED_SIGNS);
  return (
    <FormDialog
      title={t('erase.title')}
      submitLabel={t('erase.submit')}
      look="danger"
      disabled={text.trim().toLowerCase() !== wanted.toLowerCase()}
      onClose={onClose}
      onSubmit={() => del(path)}
      onDone={onErased}
    >
      <p>{t('erase.what')}</p>
      <p class="mono erase-id">
        {id.slice(0, -TYPED_SIGNS)}
        <strong>{wanted}</strong>
      </p>
      <Field label={t('erase.type', { signs: wanted })}>
        <input autocomplete="off" spellcheck={false} value={text} onInput={typing(setText)} />
      </Field>
    </FormDialog>
  );
}

interface RequestDialogProps<T> {
  path: string;
  types: readonly string[];
  onChange: (record: T) => void;
  onClose: () => void;
}

/** Writes down which documents somebody is asked for. */
export function RequestDialog<T>({ path, types, onChange, onClose }: RequestDialogProps<T>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={t('request.label')}
      submitLabel={t('request.submit')}
      disabled={chosen.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        const body = { types: chosen.map((type) => ({ type })), ...(note.trim() && { note: note.trim() }) };
        onChange(await post<T>(`${path}/request-documents`, body));
        toast(t('request.done'));
      }}
    >
      <p>{t('request.what')}</p>
      <fieldset class="choices">
        <legend class="unseen">{t('request.label')}</legend>
        {types.map((type) => (
          <Check
            key={type}
            label={typeLabel(type)}
            checked={chosen.includes(type)}
            onChange={(on) => setChosen(on ? [...chosen, type] : chosen.filter((one) => one !== type))}
          />
        ))}
      </fieldset>
      <Field label={t('decide.note')} optional={t('form.optional')}>
        <textarea rows={2} value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

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
          <Button onClick={onClose} label={t('action.close')} />
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
  return factList([
    [
      t('retention.due'),
      now.due_at ? <When at={now.due_at} /> : t(now.legal_hold ? 'retention.held' : 'retention.not_yet'),
    ],
    [t('retention.biometrics'), now.biometrics_due_at && <When at={now.biometrics_due_at} />],
    [t('retention.reason'), now.legal_hold ? now.reason : null],
  ]);
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
