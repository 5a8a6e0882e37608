import { useState } from 'preact/hooks';
import type { MasterKeyMovedAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { post } from '../../client/api.ts';
import { type Resource, useGet } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Field, FormDialog, Options, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { PathField } from '../../parts/path-field.tsx';
import { PassphraseFields } from '../../parts/secret-fields.tsx';
import { Loaded } from '../../parts/states.tsx';
import { factList, Pill, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { RecoveryDialog } from './recovery-dialog.tsx';

interface PartProps {
  keys: Resource<SystemKeysAnswer>;
  answer: SystemKeysAnswer;
  /** Something about the keys has changed. */
  onChange: () => void;
}

/** Where the master key lies, and whether a lost one could be made good. */
export function Keys({ onChange }: { onChange: () => void }) {
  const keys = useGet<SystemKeysAnswer>('/v1/system/keys');
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
      {master.inside_data_folder && <p class="system-note">{t('system.master_inside')}</p>}
      {moved && (
        <p class="system-note" role="status">
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
          t('label.state'),
          <Pill key="set" tone={recovery.set ? 'good' : 'warn'}>
            {t(recovery.set ? 'label.in_force' : 'system.recovery_unset')}
          </Pill>,
        ],
        [t('system.fingerprint'), recovery.fingerprint && <code dir="ltr">{recovery.fingerprint}</code>],
        [t('label.made'), recovery.made_at && <When at={recovery.made_at} />],
        [t('system.recovery_confirmed'), recovery.confirmed_at && <When at={recovery.confirmed_at} />],
      ])}
      {!recovery.set && <p class="system-note">{t('system.recovery_why')}</p>}
      {recovery.pending && <p class="system-note">{t('system.recovery_pending')}</p>}
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

/** Moves the master key to another file, seals it by a passphrase, or has the system's keystore keep it. */
function MoveDialog({
  kinds,
  onMoved,
  onClose,
}: {
  kinds: readonly Kind[];
  onMoved: (moved: MasterKeyMovedAnswer) => void;
  onClose: () => void;
}) {
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
        onMoved(await post<MasterKeyMovedAnswer>('/v1/system/master-key', to));
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
      {kind === 'file' && (
        <PathField
          label={t('setup.master_path')}
          hint={t('setup.master_path_hint')}
          kind="save_file"
          value={path}
          onInput={setPath}
        />
      )}
      {kind === 'passphrase' && <PassphraseFields onInput={setPassphrase} />}
    </FormDialog>
  );
}
