import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../client/api.ts';
import { can } from '../client/session.ts';
import { t } from '../text/text.ts';
import { Button, Menu, MenuItem } from './button.tsx';
import { download } from './download.ts';
import { FormDialog } from './form.tsx';
import { problemText } from './problem-text.ts';
import { EraseDialog, RequestDialog, RetentionDialog } from './record-dialogs.tsx';
import './record.css';
import type { RecordHead, RecordKind } from './record-head.ts';
import { asApiError } from './states.tsx';
import { toast } from './toast.tsx';

interface RecordActionsProps<T> {
  kind: RecordKind;
  path: string;
  record: RecordHead;
  onChange: (record: T) => void;
  onErased: () => void;
  /** Begins a new attempt with what this record was given. Throws `ApiError`. */
  onAgain: (id: string) => Promise<void>;
  /** Types of documents that may be asked for. */
  requestTypes: readonly string[];
  /** Further items of the menu. */
  children?: ComponentChildren;
}

type Shown = 'rerun' | 'request' | 'retention' | 'erase';

/** What can be done with a record besides deciding: take its report and evidence, run it again, ask for documents, keep, hold and erase it. */
export function RecordActions<T extends RecordHead>(props: RecordActionsProps<T>) {
  const { kind, path, record, onChange, onErased, onAgain, requestTypes, children } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const waits = record.status === 'needs_review';
  const close = (): void => setShown(null);
  const run = async (what: string, act: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await act();
    } catch (thrown) {
      toast(problemText(asApiError(thrown)), 'bad');
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
          onSubmit={async () => onChange(await post<T>(`${path}/rerun`))}
        >
          <p>{t('rerun.what')}</p>
        </FormDialog>
      )}
      {shown === 'request' && <RequestDialog path={path} types={requestTypes} onChange={onChange} onClose={close} />}
      {shown === 'retention' && <RetentionDialog kind={kind} path={path} onClose={close} />}
      {shown === 'erase' && <EraseDialog id={record.id} path={path} onErased={onErased} onClose={close} />}
    </>
  );
}
