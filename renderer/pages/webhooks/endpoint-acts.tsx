import { useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { asApiError, del, patch, post } from '../../client/api.ts';
import { Button, Menu, MenuItem } from '../../parts/button.tsx';
import { Field, FormDialog, type FormDialogProps, typing } from '../../parts/form.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { toast } from '../../parts/page.tsx';
import { navigate } from '../../router.ts';
import { t } from '../../text/text.ts';
import type { EndpointPath } from './delivery.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';

interface ActsProps {
  endpoint: EndpointAnswer;
  onChange: (endpoint: EndpointAnswer) => void;
  /** Called when a delivery was made. */
  onSent: () => void;
}

/** An administrator's actions on one endpoint. */
export function EndpointActs({ endpoint, onChange, onSent }: ActsProps) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'off' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const path = `/v1/webhook-endpoints/${endpoint.id}` as const;
  const close = (): void => setOpen(null);
  return (
    <>
      {endpoint.enabled && <TestButton path={path} onSent={onSent} />}
      <Button onClick={() => setOpen('edit')} label={t('action.change')} />
      <Menu label={t('webhooks.more_acts')}>
        <MenuItem icon="rotate" label={t('webhooks.rotate')} onClick={() => setOpen('rotate')} />
        {endpoint.enabled && <MenuItem icon="pause" label={t('action.switch_off')} onClick={() => setOpen('off')} />}
        <MenuItem icon="trash" label={t('action.delete')} onClick={() => setOpen('delete')} />
      </Menu>
      {open === 'edit' && (
        <EndpointDialog
          endpoint={endpoint}
          onClose={close}
          onDone={(changed) => {
            onChange(changed);
            onSent();
            toast(t('webhooks.saved'));
          }}
        />
      )}
      {open === 'rotate' && (
        <RotateDialog
          onClose={close}
          onSubmit={async () => {
            const { secret: made, ...changed } = await post(`${path}/rotate-secret`);
            onChange(changed);
            setSecret(made ?? null);
          }}
        />
      )}
      {open === 'off' && (
        <FormDialog
          title={t('webhooks.switch_off_title')}
          submitLabel={t('action.switch_off')}
          onClose={close}
          onSubmit={async () => onChange(await patch(path, { enabled: false }))}
          done={t('webhooks.switched_off')}
          onDone={onSent}
        >
          <p>{t('webhooks.switch_off_what')}</p>
        </FormDialog>
      )}
      {open === 'delete' && <DeleteDialog path={path} onClose={close} />}
      {secret !== null && <EndpointSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** Asks before a new secret replaces the current signing secret. */
export function RotateDialog(props: Pick<FormDialogProps, 'onClose' | 'onSubmit' | 'done'>) {
  return (
    <FormDialog title={t('webhooks.rotate_title')} submitLabel={t('webhooks.rotate')} {...props}>
      <p>{t('webhooks.rotate_what')}</p>
    </FormDialog>
  );
}

function TestButton({ path, onSent }: { path: EndpointPath; onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await post(`${path}/test`);
      toast(t('webhooks.test_sent'));
      onSent();
    } catch (thrown) {
      toast(asApiError(thrown).problem.detail, 'bad');
    } finally {
      setBusy(false);
    }
  };
  return <Button icon="play" busy={busy} onClick={() => void send()} label={t('webhooks.test')} />;
}

function DeleteDialog({ path, onClose }: { path: EndpointPath; onClose: () => void }) {
  const [text, setText] = useState('');
  const word = t('webhooks.delete_word');
  return (
    <FormDialog
      title={t('webhooks.delete_title')}
      submitLabel={t('action.delete')}
      look="danger"
      disabled={text.trim().toLowerCase() !== word.toLowerCase()}
      onClose={onClose}
      onSubmit={async () => {
        await del(path);
        toast(t('webhooks.deleted'));
        navigate('/webhooks');
      }}
    >
      <p class="webhook-text">{t('webhooks.delete_what', { word })}</p>
      <Field label={t('webhooks.delete_type', { word })}>
        <input autocomplete="off" spellcheck={false} value={text} onInput={typing(setText)} />
      </Field>
    </FormDialog>
  );
}

/** Shows the secret of an endpoint that was just created or got a new one. */
export function EndpointSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title={t('webhooks.secret_title')} label={t('label.secret')} secret={secret} onClose={onClose}>
      {t('webhooks.secret_use')}
    </SecretDialog>
  );
}
