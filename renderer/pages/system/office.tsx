import { useState } from 'preact/hooks';
import type { LanAnswer } from '../../../server/contract/lan.ts';
import { post, put, useGet } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { Button } from '../../parts/button.tsx';
import { CODE, Field, FormDialog, typed, typing } from '../../parts/form.tsx';
import { Loaded, Section } from '../../parts/page.tsx';
import { Codes, CopyButton, factList, Pill, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { PemField } from './pem-field.tsx';

type Act = 'on' | 'off' | 'certificate';

/** Shows whether the office network is served, what to type on other machines, and how they recognise this one. */
export function Office({ onChange }: { onChange: () => void }) {
  const lan = useGet('/v1/system/lan');
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const done = (answer: LanAnswer): void => {
    lan.set(answer);
    onChange();
  };
  return (
    <Section title={t('office.title')} id="office">
      <Loaded of={lan}>
        {(answer) => (
          <>
            <State lan={answer} />
            <p class="actions">
              <Button look={answer.on ? 'plain' : 'primary'} onClick={() => setAct('on')}>
                {t(answer.on ? 'office.move' : 'office.switch_on')}
              </Button>
              {answer.on && <Button onClick={() => setAct('off')} label={t('action.switch_off')} />}
              <Button icon="key" onClick={() => setAct('certificate')} label={t('office.certificate_set')} />
              {answer.certificate && <CopyButton text={answer.certificate.fingerprint} label={t('office.copy')} />}
            </p>
            {act === 'on' && <OfficeDialog lan={answer} onDone={done} onClose={close} />}
            {act === 'certificate' && <CertificateDialog onDone={done} onClose={close} />}
            {act === 'off' && (
              <FormDialog
                title={t('action.switch_off')}
                look="danger"
                onClose={close}
                onSubmit={async () => done(await put('/v1/system/lan', { on: false }))}
              >
                <p>{t('office.off_why')}</p>
              </FormDialog>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ lan }: { lan: LanAnswer }) {
  const { certificate, on, listening, problem, unnamed_addresses: unnamed, urls } = lan;
  return (
    <>
      {!on && <p>{t('office.off')}</p>}
      {factList([
        [
          t('field.status'),
          on ? (
            <Pill tone={listening ? 'good' : 'bad'}>{t(listening ? 'office.on' : 'office.failed')}</Pill>
          ) : (
            <Pill>{t('label.off')}</Pill>
          ),
        ],
        [t('office.urls'), on && <Codes of={urls} class="system-file breaks" />],
        [t('system.fingerprint'), certificate && <code dir="ltr">{certificate.fingerprint}</code>],
        [t('office.former'), certificate?.renewed && <code dir="ltr">{certificate.renewed.former_fingerprint}</code>],
        [t('office.origin'), certificate && t(`office.${certificate.origin}`)],
        [t('office.until'), certificate && <When at={certificate.not_after} />],
      ])}
      {problem && <p class="system-note note warn">{problem}</p>}
      {unnamed.length > 0 && (
        <p class="system-note note warn">{t('office.unnamed', { addresses: unnamed.join(', ') })}</p>
      )}
      {on && <p class="small faint">{t('office.compare')}</p>}
    </>
  );
}

interface OfficeDialogProps {
  lan: LanAnswer;
  onDone: (lan: LanAnswer) => void;
  onClose: () => void;
}

/** Switches it on, or changes the address and port. */
function OfficeDialog({ lan, onDone, onClose }: OfficeDialogProps) {
  const [port, setPort] = useState(String(lan.port));
  const [address, setAddress] = useState(lan.address ?? '');
  const label = t(lan.on ? 'office.move' : 'office.switch_on');
  return (
    <FormDialog
      title={label}
      onClose={onClose}
      onSubmit={async () => {
        const change = { on: true, port: Number(port), address: address.trim() || null };
        onDone(await put('/v1/system/lan', change));
      }}
    >
      <p>{t('office.on_why')}</p>
      <Field label={t('office.port')}>
        <input type="number" min={1} max={65535} required value={port} onInput={typing(setPort)} />
      </Field>
      <Field label={t('office.address')} hint={t('office.address_hint')}>
        <input {...CODE} value={address} onInput={typing(setAddress)} />
      </Field>
    </FormDialog>
  );
}

type Kind = 'make' | 'import';

/** Makes a new certificate, or imports one. */
function CertificateDialog({ onDone, onClose }: { onDone: (lan: LanAnswer) => void; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('make');
  const [names, setNames] = useState('');
  const [certificate, setCertificate] = useState<File | null>(null);
  const [key, setKey] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const wanted = async (): Promise<BodyOf<'POST', '/v1/system/lan/certificate'>> =>
    kind === 'make'
      ? { kind, names: names.split(/[\s,;]+/).filter(Boolean) }
      : {
          kind,
          certificate: (await certificate?.text()) ?? '',
          private_key: (await key?.text()) ?? '',
          ...(passphrase && { passphrase }),
        };
  return (
    <FormDialog
      title={t('office.certificate_set')}
      submitLabel={t(`office.submit_${kind}`)}
      onClose={onClose}
      onSubmit={async () => onDone(await post('/v1/system/lan/certificate', await wanted()))}
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
          <PemField
            label={t('office.file_certificate')}
            hint={t('office.file_hint')}
            required
            onChoose={setCertificate}
          />
          <PemField label={t('office.file_key')} required onChoose={setKey} />
          <Field label={t('office.passphrase')} hint={t('office.passphrase_hint')}>
            <input type="password" autocomplete="off" value={passphrase} onInput={typing(setPassphrase)} />
          </Field>
        </>
      )}
      <p class="small">{t('office.again')}</p>
    </FormDialog>
  );
}
