import { useEffect, useState } from 'preact/hooks';
import type { ReceiverAnswer } from '../../../server/contract/security-log.ts';
import { ApiError, del, post, put, useGet } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { Button } from '../../parts/button.tsx';
import { Check, CODE, Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { Loaded, Section, toast, toastFailure } from '../../parts/page.tsx';
import { Ago, factList, Pill, type Tone } from '../../parts/values.tsx';
import { formatDuration, formatNumber, plural, t } from '../../text/text.ts';
import { PemField } from './pem-field.tsx';

const REFRESH_MS = 10_000;
const PATH = '/v1/system/security-log';
const RECEIVERS_MAX = 2;
const MB = 1024 * 1024;
const KINDS = ['tls', 'tcp', 'socket', 'file'] as const;
/** The registered port of syslog over TLS (RFC 5425), and the usual one over TCP. */
const PORTS = { tls: '6514', tcp: '601', socket: '', file: '' } as const;

type Kind = (typeof KINDS)[number];
type Place = BodyOf<'PUT', `/v1/system/security-log/${string}`>['place'];

/** Shows where the audit log is sent, and lets an administrator change it. */
export function SecurityLog({ onChange }: { onChange: () => void }) {
  const list = useGet(PATH);
  const [adding, setAdding] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void list.reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [list]);
  const changed = (): void => {
    void list.reload();
    onChange();
  };
  return (
    <Section title={t('security_log.title')} id="security-log">
      <p>{t('security_log.what')}</p>
      <Loaded of={list}>
        {({ data }) => (
          <>
            {data.map((receiver) => (
              <Receiver key={receiver.id} receiver={receiver} onChange={changed} />
            ))}
            {data.length < RECEIVERS_MAX && (
              <p class="actions">
                <Button onClick={() => setAdding(true)} label={t('security_log.add')} />
              </p>
            )}
          </>
        )}
      </Loaded>
      {adding && <ReceiverDialog onClose={() => setAdding(false)} onDone={changed} />}
    </Section>
  );
}

function Receiver({ receiver, onChange }: { receiver: ReceiverAnswer; onChange: () => void }) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const [busy, setBusy] = useState(false);
  const { id, kind, lag, position, error, taken_at: takenAt } = receiver;
  const path = `${PATH}/${id}` as const;
  const close = (): void => setOpen(null);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      const { error: why } = await post(`${path}/test`);
      if (why === null) toast(t('security_log.test_done'));
      else toast(t('security_log.test_failed', { why: t(`security_error.${why}`) }), 'bad');
      onChange();
    } catch (thrown) {
      toastFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  const title = kind ? t(`security_log.kind_${kind}`) : t('security_log.changed');
  return (
    <section class="system-receiver" aria-label={title}>
      <h3>{title}</h3>
      {factList([
        [t('security_log.receiver'), placeOf(receiver) && <code dir="ltr">{placeOf(receiver)}</code>],
        [t('field.status'), <Status key="status" receiver={receiver} />],
        [t('security_log.position'), formatNumber(position)],
        [
          t('security_log.lag'),
          lag.entries > 0 &&
            `${plural('security_log.waiting', lag.entries)} ${t('security_log.oldest', { duration: formatDuration(lag.ms) })}`,
        ],
        [t('security_log.last'), takenAt && <Ago at={takenAt} />],
        [t('security_log.problem'), error && t(`security_error.${error}`)],
      ])}
      <p class="actions">
        <Button icon="play" busy={busy} onClick={() => void test()} label={t('security_log.test')} />
        <Button onClick={() => setOpen('change')} label={t('action.change')} />
        <Button icon="trash" onClick={() => setOpen('remove')} label={t('security_log.remove')} />
      </p>
      {open === 'change' && <ReceiverDialog receiver={receiver} onClose={close} onDone={onChange} />}
      {open === 'remove' && (
        <FormDialog
          title={t('security_log.remove_title')}
          submitLabel={t('security_log.remove')}
          look="danger"
          onClose={close}
          onSubmit={async () => {
            await del(path);
          }}
          done={t('security_log.removed')}
          onDone={onChange}
        >
          <p>{t('security_log.remove_what')}</p>
        </FormDialog>
      )}
    </section>
  );
}

function Status({ receiver: { enabled, kind, error, lag } }: { receiver: ReceiverAnswer }) {
  if (!enabled) return <Pill>{t('label.off')}</Pill>;
  const [tone, key]: [Tone, 'changed' | 'failing' | 'sending' | 'up_to_date'] =
    kind === null
      ? ['bad', 'changed']
      : error !== null
        ? ['bad', 'failing']
        : lag.entries > 0
          ? ['busy', 'sending']
          : ['good', 'up_to_date'];
  return <Pill tone={tone}>{t(`security_log.${key}`)}</Pill>;
}

function placeOf({ host, port, path }: ReceiverAnswer): string | null {
  if (host === null) return path;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

interface ReceiverDialogProps {
  receiver?: ReceiverAnswer;
  onClose: () => void;
  onDone: () => void;
}

/** Adds or changes a receiver. */
function ReceiverDialog({ receiver, onClose, onDone }: ReceiverDialogProps) {
  const [kind, setKind] = useState<Kind>(receiver?.kind ?? 'tls');
  const [host, setHost] = useState(receiver?.host ?? '');
  const [port, setPort] = useState(String(receiver?.port ?? PORTS.tls));
  const [path, setPath] = useState(receiver?.path ?? '');
  const [megabytes, setMegabytes] = useState(String((receiver?.file_bytes_max ?? 10 * MB) / MB));
  const [kept, setKept] = useState(String(receiver?.files_kept ?? 10));
  const [files, setFiles] = useState<Record<'ca' | 'client' | 'key', File | null>>({
    ca: null,
    client: null,
    key: null,
  });
  const [enabled, setEnabled] = useState(receiver?.enabled ?? true);
  const [fromStart, setFromStart] = useState(false);
  const choose = (name: keyof typeof files) => (file: File | null) => setFiles({ ...files, [name]: file });
  const wanted = async (): Promise<Place> => {
    const target = { host: host.trim(), port: Number(port) };
    if (kind === 'tcp') return { kind, ...target };
    if (kind === 'socket') return { kind, path: path.trim() };
    if (kind === 'file') {
      const size = Math.round(Number(megabytes) * MB);
      return { kind, folder: path.trim(), file_bytes_max: size, files_kept: Number(kept) };
    }
    const { ca, client, key } = files;
    const own = client && { certificate: await client.text(), private_key: (await key?.text()) ?? '' };
    return { kind, ...target, ...(ca && { ca: await ca.text() }), ...(own && { client: own }) };
  };
  const isFirst = receiver === undefined;
  return (
    <FormDialog
      title={t(isFirst ? 'security_log.add' : 'action.change')}
      submitLabel={t(isFirst ? 'action.add' : 'action.save')}
      onClose={onClose}
      onSubmit={async () => {
        try {
          const body = { enabled, place: await wanted() };
          if (isFirst) await post(PATH, { ...body, from_start: fromStart });
          else await put(`${PATH}/${receiver.id}`, body);
        } catch (error) {
          throw error instanceof ApiError ? inWords(error) : error;
        }
      }}
      done={t(isFirst ? 'security_log.added' : 'security_log.saved')}
      onDone={onDone}
    >
      <Field label={t('security_log.kind')}>
        <select
          value={kind}
          onChange={(event) => {
            const next = typed(event) as Kind;
            setKind(next);
            setPort(PORTS[next] || port);
          }}
        >
          <Options of={KINDS.map((one) => [one, t(`security_log.kind_${one}`)])} />
        </select>
      </Field>
      {(kind === 'tls' || kind === 'tcp') && (
        <>
          <Field label={t('security_log.host')} hint={t('security_log.host_hint')}>
            <input {...CODE} required value={host} onInput={typing(setHost)} />
          </Field>
          <Field label={t('security_log.port')}>
            <input type="number" min={1} max={65535} required value={port} onInput={typing(setPort)} />
          </Field>
        </>
      )}
      {kind === 'tls' && (
        <>
          <PemField
            label={t('security_log.ca')}
            hint={t(receiver?.kind === 'tls' ? 'security_log.ca_kept' : 'security_log.ca_hint')}
            required={receiver?.kind !== 'tls'}
            onChoose={choose('ca')}
          />
          <PemField label={t('security_log.client')} hint={t('security_log.client_hint')} onChoose={choose('client')} />
          {files.client && <PemField label={t('security_log.client_key')} required onChoose={choose('key')} />}
        </>
      )}
      {kind === 'socket' && (
        <Field label={t('security_log.path')} hint={t('security_log.path_hint')}>
          <input {...CODE} required value={path} onInput={typing(setPath)} />
        </Field>
      )}
      {kind === 'file' && (
        <>
          <Field label={t('security_log.folder')} hint={t('security_log.folder_hint')}>
            <input {...CODE} required value={path} onInput={typing(setPath)} />
          </Field>
          <Field label={t('security_log.file_size')}>
            <input type="number" min={1} max={1024} required value={megabytes} onInput={typing(setMegabytes)} />
          </Field>
          <Field label={t('security_log.files_kept')}>
            <input type="number" min={1} max={1000} required value={kept} onInput={typing(setKept)} />
          </Field>
        </>
      )}
      {isFirst ? (
        <Check
          label={t('security_log.from_start')}
          hint={t('security_log.from_start_hint')}
          checked={fromStart}
          onChange={setFromStart}
        />
      ) : (
        <Check label={t('security_log.enabled')} checked={enabled} onChange={setEnabled} />
      )}
    </FormDialog>
  );
}

/** Describes a refused host in the console's words. */
function inWords(error: ApiError): ApiError {
  const isHost = error.problem.errors.some(({ code }) => code === 'receiver_not_allowed');
  return isHost ? new ApiError({ ...error.problem, detail: t('security_log.not_allowed'), errors: [] }) : error;
}
