import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RecoveryKeyAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { type ApiError, post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { CODE, Dialog, errorOf, Field, typing } from '../../parts/form.tsx';
import { ActError, useAct } from '../../parts/states.tsx';
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

function Ask({
  replace,
  onClose,
  onMade,
}: {
  replace: boolean;
  onClose: () => void;
  onMade: (key: RecoveryKeyAnswer) => void;
}) {
  return (
    <Step
      submitLabel={t('system.recovery_show')}
      onClose={onClose}
      onSubmit={async () => onMade(await post<RecoveryKeyAnswer>(PATH, replace ? { replace: true } : {}))}
    >
      {() => (
        <>
          <p>{t('system.recovery_explain')}</p>
          {replace && <p class="system-note">{t('system.recovery_replace_why')}</p>}
        </>
      )}
    </Step>
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
        <Button look="primary" onClick={onNext}>
          {t('system.recovery_written')}
        </Button>
      </footer>
    </>
  );
}

function Confirm({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: (keys: SystemKeysAnswer) => void }) {
  const [text, setText] = useState('');
  return (
    <Step
      submitLabel={t('action.put_in_force')}
      disabled={text.trim() === ''}
      onClose={onClose}
      onSubmit={async () => {
        const keys = await post<SystemKeysAnswer>(`${PATH}/confirm`, { recovery_key: text });
        toast(t('setup.recovery_in_force'));
        onConfirmed(keys);
      }}
    >
      {(error) => (
        <Field
          label={t('setup.step_recovery_key')}
          hint={t('system.recovery_type')}
          error={errorOf(error, 'recovery_key') && t('system.recovery_wrong')}
        >
          <input {...CODE} autofocus required value={text} onInput={typing(setText)} />
        </Field>
      )}
    </Step>
  );
}

interface StepProps {
  submitLabel: string;
  disabled?: boolean;
  onClose: () => void;
  /** Throws `ApiError`, which is shown. */
  onSubmit: () => Promise<void>;
  children: (error: ApiError | null) => ComponentChildren;
}

function Step({ submitLabel, disabled = false, onClose, onSubmit, children }: StepProps) {
  const { busy, error, run } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(onSubmit);
      }}
    >
      {children(error)}
      {error && !errorOf(error, 'recovery_key') && <ActError error={error} />}
      <footer class="actions">
        <Button look="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button look="primary" type="submit" busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </footer>
    </form>
  );
}
