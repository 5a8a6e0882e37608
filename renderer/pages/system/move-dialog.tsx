import { useState } from 'preact/hooks';
import type { MasterKeyMovedAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { post } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Field, Options, typed } from '../../parts/field.tsx';
import { PassphraseFields } from '../../parts/passphrase-fields.tsx';
import { PathField } from '../../parts/path-field.tsx';
import { t } from '../../text/text.ts';

type Kind = SystemKeysAnswer['master_key']['kind'];

/** Moves the master key to another file, seals it by a passphrase, or has the system's keystore keep it. */
export function MoveDialog({
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
