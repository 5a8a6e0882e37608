import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RetentionAnswer } from '../../server/contract/retention.ts';
import { del, post, useGet } from '../client/api.ts';
import type { BodyOf } from '../client/api-types.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { can } from '../client/session.ts';
import { t, typeLabel } from '../text/text.ts';
import { Button, Menu, MenuItem } from './button.tsx';
import { download } from './download.ts';
import { Check, Checks, Dialog, Field, FormDialog, typing } from './form.tsx';
import { Loaded, toast, toastFailure } from './page.tsx';
import type { RecordHead, RecordKind, RecordPart } from './record-head.ts';
import { factList, When } from './values.tsx';
import './record.css';

interface RecordActionsProps<T> extends RecordPart<T> {
  /** Starts a new attempt from this record's submission. Throws `ApiError`. */
  onAgain: (id: string) => Promise<void>;
  /** Document types that can be requested. */
  requestTypes: readonly string[];
  /** Further items of the menu. */
  children?: ComponentChildren;
}

type Shown = 'rerun' | 'request' | 'retention' | 'erase';

/**
 * The actions on a record apart from the decision: download its report and evidence, run it again, request documents, set retention and legal hold,
 * erase it.
 */
export function RecordActions<T extends RecordHead>(props: RecordActionsProps<T>) {
  const { kind, path, record, onChange, onReload, onAgain, requestTypes, children } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const waits = record.status === 'needs_review';
  const close = (): void => setShown(null);
  const run = async (what: string, act: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await act();
    } catch (thrown) {
      toastFailure(thrown);
    } finally {
      setBusy(null);
    }
  };
  const take = (what: 'report' | 'evidence' | 'export', name: string, accept: string): Promise<void> =>
    run(what, async () => {
      await download(`${path}/${what}`, name, accept);
      toast(t('files.taken'));
    });
  return (
    <>
      {waits && can(`${kind}:review`) && (
        <Button icon="refresh" onClick={() => setShown('rerun')} label={t('rerun.label')} />
      )}
      {record.status === 'failed' && can(`${kind}:write`) && (
        <Button icon="refresh" busy={busy === 'again'} onClick={() => run('again', () => onAgain(record.id))}>
          {t('record.again')}
        </Button>
      )}
      {record.links.report && (
        <Button
          icon="download"
          busy={busy === 'report'}
          onClick={() => take('report', `${record.id}.pdf`, 'application/pdf')}
          label={t('files.report')}
        />
      )}
      {can('audit:read') && (
        <Button
          icon="download"
          busy={busy === 'evidence'}
          onClick={() => take('evidence', `${record.id}-evidence.zip`, 'application/zip')}
          label={t('files.evidence')}
        />
      )}
      <Menu label={t('label.more')}>
        {waits && can(`${kind}:write`) && (
          <MenuItem icon="file" label={t('request.label')} onClick={() => setShown('request')} />
        )}
        {children}
        <MenuItem icon="clock" label={t('retention.label')} onClick={() => setShown('retention')} />
        {can('admin') && (
          <>
            <MenuItem
              icon="download"
              label={t('files.export')}
              onClick={() => void take('export', `${record.id}-export.zip`, 'application/zip')}
            />
            <MenuItem icon="trash" label={t('erase.label')} onClick={() => setShown('erase')} />
          </>
        )}
      </Menu>
      {shown === 'rerun' && (
        <FormDialog
          title={t('rerun.label')}
          submitLabel={t('rerun.submit')}
          onClose={close}
          onSubmit={async () => onChange((await post(`${path}/rerun`)) as unknown as T)}
        >
          <p>{t('rerun.what')}</p>
        </FormDialog>
      )}
      {shown === 'request' && <RequestDialog path={path} types={requestTypes} onChange={onChange} onClose={close} />}
      {shown === 'retention' && <RetentionDialog kind={kind} path={path} onClose={close} />}
      {shown === 'erase' && <EraseDialog id={record.id} path={path} onDone={onReload} onClose={close} />}
    </>
  );
}

/** The operator types this many of the id's last characters, so no record is erased by accident. */
const TYPED_SIGNS = 6;

/** Erases a record permanently, after its id was typed. */
function EraseDialog({ id, path, ...on }: { id: string; path: RecordPath; onDone: () => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const wanted = id.slice(-TYPED_SIGNS);
  return (
    <FormDialog
      title={t('erase.title')}
      submitLabel={t('erase.submit')}
      look="danger"
      disabled={text.trim().toLowerCase() !== wanted.toLowerCase()}
      onSubmit={() => del(path)}
      {...on}
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
  path: RecordPath;
  types: readonly string[];
  onChange: (record: T) => void;
  onClose: () => void;
}

/** Records which documents are requested. */
function RequestDialog<T>({ path, types, onChange, onClose }: RequestDialogProps<T>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={t('request.label')}
      submitLabel={t('request.submit')}
      disabled={chosen.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        const types = chosen.map((type) => ({ type }));
        const body = { types, ...(note.trim() && { note: note.trim() }) } as BodyOf<
          'POST',
          `${RecordPath}/request-documents`
        >;
        onChange((await post(`${path}/request-documents`, body)) as unknown as T);
      }}
      done={t('request.done')}
    >
      <p>{t('request.what')}</p>
      <fieldset class="choices">
        <legend class="unseen">{t('request.label')}</legend>
        <Checks options={types.map((type) => [type, typeLabel(type)])} chosen={chosen} onChange={setChosen} />
      </fieldset>
      <Field label={t('event.note.added')} optional={t('form.optional')}>
        <textarea rows={2} value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

interface RetentionDialogProps {
  kind: RecordKind;
  path: RecordPath;
  onClose: () => void;
}

/** The record's retention, the end of the business relationship, and the legal hold. */
function RetentionDialog({ kind, path, onClose }: RetentionDialogProps) {
  const retention = useGet(`${path}/retention`);
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

/** Returns only the values that changed. */
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
