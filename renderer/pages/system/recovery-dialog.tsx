import { useState } from 'preact/hooks';
import type { RecoveryKeyAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActForm, CODE, Dialog, errorOf, Field, typing } from '../../parts/form.tsx';
import { useAct } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { Secret } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

const PATH = '/v1/system/recovery-key';

interface RecoveryDialogProps {
  /** Whether one is in force, which the new one takes the place of. */
  replace: boolean;
  /** `confirm`: one was shown before, and waits to be typed back. */
  begin: 'make' | 'confirm';
  onClose: () => void;
  onConfirmed: (keys: SystemKeysAnswer) => void;
}

/** Makes a recovery key: shown once, written down, typed back. Until then nothing of it is in force. */
export function RecoveryDialog({ replace, begin, onClose, onConfirmed }: RecoveryDialogProps) {
  const [made, setMade] = useState<RecoveryKeyAnswer | null>(null);
  const [confirming, setConfirming] = useState(begin === 'confirm');
  const title = t(
    confirming ? 'system.recovery_confirm' : replace ? 'system.recovery_replace' : 'system.recovery_make',
  );
  return (
    <Dialog title={title} onClose={onClose}>
      {confirming ? (
        <Confirm
          onClose={onClose}
          onConfirmed={(keys) => {
            onConfirmed(keys);
            onClose();
          }}
        />
      ) : made ? (
        <Shown made={made} onNext={() => setConfirming(true)} />
      ) : (
        <Ask replace={replace} onClose={onClose} onMade={setMade} />
      )}
    </Dialog>
  );
}

interface AskProps {
  replace: boolean;
  onClose: () => void;
  onMade: (key: RecoveryKeyAnswer) => void;
}

function Ask({ replace, onClose, onMade }: AskProps) {
  const make = async (): Promise<void> => onMade(await post<RecoveryKeyAnswer>(PATH, replace ? { replace: true } : {}));
  return (
    <ActForm submitLabel={t('system.recovery_show')} act={useAct()} onSubmit={make} onCancel={onClose}>
      <p>{t('system.recovery_explain')}</p>
      {replace && <p class="system-note">{t('system.recovery_replace_why')}</p>}
    </ActForm>
  );
}

function Shown({ made, onNext }: { made: RecoveryKeyAnswer; onNext: () => void }) {
  return (
    <>
      <p>{t('system.recovery_write')}</p>
      <Secret text={made.recovery_key} label={t('setup.step_recovery_key')} />
      <p class="small faint">
        {t('system.fingerprint')} <code>{made.fingerprint}</code>
      </p>
      <footer class="actions">
        <Button look="primary" onClick={onNext} label={t('system.recovery_written')} />
      </footer>
    </>
  );
}

function Confirm({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: (keys: SystemKeysAnswer) => void }) {
  const [text, setText] = useState('');
  const act = useAct();
  const isWrong = errorOf(act.error, 'recovery_key') !== null;
  const confirm = async (): Promise<void> => {
    const keys = await post<SystemKeysAnswer>(`${PATH}/confirm`, { recovery_key: text });
    toast(t('setup.recovery_in_force'));
    onConfirmed(keys);
  };
  return (
    <ActForm
      submitLabel={t('action.put_in_force')}
      disabled={text.trim() === ''}
      // What is wrong with the key stands beside it.
      act={isWrong ? { ...act, error: null } : act}
      onSubmit={confirm}
      onCancel={onClose}
    >
      <Field
        label={t('setup.step_recovery_key')}
        hint={t('system.recovery_type')}
        error={isWrong ? t('system.recovery_wrong') : null}
      >
        <input {...CODE} autofocus required value={text} onInput={typing(setText)} />
      </Field>
    </ActForm>
  );
}
