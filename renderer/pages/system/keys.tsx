import { useState } from 'preact/hooks';
import type {
  MasterKeyMove,
  MasterKeyMovedAnswer,
  RecoveryKeyAnswer,
  SystemKeysAnswer,
} from '../../../server/contract/system-keys.ts';
import { post, type Resource, useGet } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActForm, CODE, Dialog, errorOf, Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { Loaded, Section, toast, useAct } from '../../parts/page.tsx';
import { MasterKeyPath } from '../../parts/path-field.tsx';
import { PassphraseFields } from '../../parts/secret-fields.tsx';
import { factList, Pill, Secret, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

interface PartProps {
  keys: Resource<SystemKeysAnswer>;
  answer: SystemKeysAnswer;
  /** Called when something about the keys has changed. */
  onChange: () => void;
}

/** Shows where the master key is, and whether a lost one could be recovered. */
export function Keys({ onChange }: { onChange: () => void }) {
  const keys = useGet('/v1/system/keys');
  return (
    <Section title={t('system.keys')} id="keys">
      <Loaded of={keys}>
        {(answer) => (
          <>
            <MasterKey keys={keys} answer={answer} onChange={onChange} />
            <RecoveryKey keys={keys} answer={answer} onChange={onChange} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function MasterKey({ keys, answer: { master_key: master }, onChange }: PartProps) {
  const [moving, setMoving] = useState(false);
  const [moved, setMoved] = useState<MasterKeyMovedAnswer | null>(null);
  return (
    <>
      <h3>{t('setup.step_master_key')}</h3>
      {factList([
        [t('system.master_kind'), t(`system.master_${master.kind}`)],
        [t('label.file'), master.path && <code dir="ltr">{master.path}</code>],
      ])}
      {master.inside_data_folder && <p class="system-note note warn">{t('system.master_inside')}</p>}
      {moved && (
        <p class="system-note note warn" role="status">
          {t(`setup.master_moved_${moved.kind}`)} {!moved.former_removed && t('setup.master_former_left')}
        </p>
      )}
      {master.movable ? (
        <p class="actions">
          <Button onClick={() => setMoving(true)} label={t('system.master_move')} />
        </p>
      ) : (
        <p class="small faint">{t('setup.master_fixed')}</p>
      )}
      {moving && (
        <MoveDialog
          kinds={[
            'file',
            ...(master.kind === 'passphrase' ? [] : (['passphrase'] as const)),
            ...(master.keystore_usable ? (['keystore'] as const) : []),
          ]}
          onClose={() => setMoving(false)}
          onMoved={(answer) => {
            setMoved(answer);
            void keys.reload();
            onChange();
          }}
        />
      )}
    </>
  );
}

function RecoveryKey({ keys, answer: { recovery_key: recovery }, onChange }: PartProps) {
  const [step, setStep] = useState<'make' | 'confirm' | null>(null);
  return (
    <>
      <h3>{t('setup.step_recovery_key')}</h3>
      {factList([
        [
          t('field.status'),
          <Pill key="set" tone={recovery.set ? 'good' : 'warn'}>
            {t(recovery.set ? 'label.in_force' : 'system.recovery_unset')}
          </Pill>,
        ],
        [t('system.fingerprint'), recovery.fingerprint && <code dir="ltr">{recovery.fingerprint}</code>],
        [t('label.made'), recovery.made_at && <When at={recovery.made_at} />],
        [t('system.recovery_confirmed'), recovery.confirmed_at && <When at={recovery.confirmed_at} />],
      ])}
      {!recovery.set && <p class="system-note note warn">{t('system.recovery_why')}</p>}
      {recovery.pending && <p class="system-note note warn">{t('system.recovery_pending')}</p>}
      <p class="actions">
        {recovery.pending && (
          <Button look="primary" onClick={() => setStep('confirm')} label={t('system.recovery_confirm')} />
        )}
        <Button icon="key" onClick={() => setStep('make')}>
          {t(recovery.set ? 'system.recovery_replace' : 'system.recovery_make')}
        </Button>
      </p>
      {step && (
        <RecoveryDialog
          replace={recovery.set}
          begin={step}
          onClose={() => {
            setStep(null);
            void keys.reload();
          }}
          onConfirmed={(answer) => {
            keys.set(answer);
            onChange();
          }}
        />
      )}
    </>
  );
}

type Kind = SystemKeysAnswer['master_key']['kind'];

interface MoveDialogProps {
  kinds: readonly Kind[];
  onMoved: (moved: MasterKeyMovedAnswer) => void;
  onClose: () => void;
}

/** Moves the master key to another file, seals it with a passphrase, or stores it in the system's keystore. */
function MoveDialog({ kinds, onMoved, onClose }: MoveDialogProps) {
  const [kind, setKind] = useState<Kind>('file');
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState<string | null>(null);
  return (
    <FormDialog
      title={t('system.master_move')}
      submitLabel={t('setup.master_submit_move')}
      disabled={kind === 'passphrase' && passphrase === null}
      onClose={onClose}
      onSubmit={async () => {
        const to = { kind, ...(kind === 'file' && { path }), ...(kind === 'passphrase' && { passphrase }) };
        onMoved(await post('/v1/system/master-key', to as MasterKeyMove));
      }}
    >
      <Field label={t('system.master_to')} hint={t(`setup.master_${kind}_why`)}>
        <select
          value={kind}
          onChange={(event) => {
            setKind(typed(event) as Kind);
            setPassphrase(null);
          }}
        >
          <Options of={kinds.map((one) => [one, t(`setup.master_${one}`)])} />
        </select>
      </Field>
      {kind === 'file' && <MasterKeyPath value={path} onInput={setPath} />}
      {kind === 'passphrase' && <PassphraseFields onInput={setPassphrase} />}
    </FormDialog>
  );
}

const PATH = '/v1/system/recovery-key';

interface RecoveryDialogProps {
  /** Whether the new key replaces one in force. */
  replace: boolean;
  /** `confirm`: a key was shown before and must still be typed back. */
  begin: 'make' | 'confirm';
  onClose: () => void;
  onConfirmed: (keys: SystemKeysAnswer) => void;
}

/** Creates a recovery key: it is shown once, written down and typed back. Until then it is not in force. */
function RecoveryDialog({ replace, begin, onClose, onConfirmed }: RecoveryDialogProps) {
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
  const make = async (): Promise<void> => onMade(await post(PATH, replace ? { replace: true } : {}));
  return (
    <ActForm submitLabel={t('system.recovery_show')} act={useAct()} onSubmit={make} onCancel={onClose}>
      <p>{t('system.recovery_explain')}</p>
      {replace && <p class="system-note note warn">{t('system.recovery_replace_why')}</p>}
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
    const keys = await post(`${PATH}/confirm`, { recovery_key: text });
    toast(t('setup.recovery_in_force'));
    onConfirmed(keys);
  };
  return (
    <ActForm
      submitLabel={t('action.put_in_force')}
      disabled={text.trim() === ''}
      // The error about the key is shown next to it.
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
