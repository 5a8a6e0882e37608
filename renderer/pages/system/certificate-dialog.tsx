import { useState } from 'preact/hooks';
import type { LanAnswer } from '../../../server/contract/lan.ts';
import { post } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { CODE, Field, typed, typing } from '../../parts/field.tsx';
import { t } from '../../text/text.ts';

type Kind = 'make' | 'import';

interface CertificateDialogProps {
  onDone: (lan: LanAnswer) => void;
  onClose: () => void;
}

/** Makes a new certificate, or takes one that somebody else made. */
export function CertificateDialog({ onDone, onClose }: CertificateDialogProps) {
  const [kind, setKind] = useState<Kind>('make');
  const [names, setNames] = useState('');
  const [certificate, setCertificate] = useState<File | null>(null);
  const [key, setKey] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const wanted = async () =>
    kind === 'make'
      ? { kind, names: names.split(/[\s,;]+/).filter(Boolean) }
      : {
          kind,
          certificate: await certificate?.text(),
          private_key: await key?.text(),
          ...(passphrase && { passphrase }),
        };
  return (
    <FormDialog
      title={t('office.certificate_set')}
      submitLabel={t(`office.submit_${kind}`)}
      onClose={onClose}
      onSubmit={async () => onDone(await post<LanAnswer>('/v1/system/lan/certificate', await wanted()))}
    >
      <Field label={t('office.origin')} hint={t(`office.${kind}_why`)}>
        <select value={kind} onChange={(event) => setKind(typed(event) as Kind)}>
          <option value="make">{t('office.made')}</option>
          <option value="import">{t('office.imported')}</option>
        </select>
      </Field>
      {kind === 'make' ? (
        <Field label={t('office.names')} hint={t('office.names_hint')}>
          <input {...CODE} value={names} onInput={typing(setNames)} />
        </Field>
      ) : (
        <>
          <PemField label={t('office.file_certificate')} hint={t('office.file_hint')} onChoose={setCertificate} />
          <PemField label={t('office.file_key')} onChoose={setKey} />
          <Field label={t('office.passphrase')} hint={t('office.passphrase_hint')}>
            <input type="password" autocomplete="off" value={passphrase} onInput={typing(setPassphrase)} />
          </Field>
        </>
      )}
      <p class="small">{t('office.again')}</p>
    </FormDialog>
  );
}

function PemField({ label, hint, onChoose }: { label: string; hint?: string; onChoose: (file: File | null) => void }) {
  return (
    <Field label={label} hint={hint}>
      <input
        type="file"
        accept=".pem,.crt,.cer,.key"
        required
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
    </Field>
  );
}
