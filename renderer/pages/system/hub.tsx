import { useEffect, useState } from 'preact/hooks';
import type { HubAnswer } from '../../../server/contract/hub.ts';
import { del, patch, post, upload, useGet } from '../../client/api.ts';
import { refreshSession } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { DropZone } from '../../parts/drop-zone.tsx';
import { CODE, Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { Loaded, Section, toast, toastFailure } from '../../parts/page.tsx';
import { Ago, Codes, factList, Pill, Table, type Tone, When } from '../../parts/values.tsx';
import { formatBytes, formatNumber, plural, t } from '../../text/text.ts';

const REFRESH_MS = 10_000;
const PATH = '/v1/system/hub';
const LEVELS = ['0', '1'] as const;
const KINDS = ['policy', 'pack', 'hub_key'] as const;

type Level = 0 | 1;

/** Shows the hub that this appliance reports to, and lets an administrator join one, choose what is sent, and carry files. */
export function Hub({ onChange }: { onChange: () => void }) {
  const state = useGet(PATH);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void state.reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [state]);
  const changed = (): void => {
    void state.reload();
    // The frame of every screen names the hub.
    void refreshSession();
    onChange();
  };
  return (
    <Section title={t('hub.title')} id="hub">
      <p>{t('hub.what')}</p>
      <Loaded of={state}>
        {(hub) => (hub.state === 'off' ? <Off onChange={changed} /> : <Joined of={hub} onChange={changed} />)}
      </Loaded>
    </Section>
  );
}

function Off({ onChange }: { onChange: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p class="actions">
        <Button onClick={() => setOpen(true)} label={t('hub.join')} />
      </p>
      {open && <JoinDialog onClose={() => setOpen(false)} onDone={onChange} />}
    </>
  );
}

function JoinDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [invite, setInvite] = useState('');
  const [name, setName] = useState('');
  const [level, setLevel] = useState<Level>(0);
  return (
    <FormDialog
      title={t('hub.join')}
      submitLabel={t('hub.join')}
      onClose={onClose}
      onSubmit={async () => {
        await post(PATH, { invite, name, level });
      }}
      done={t('hub.joining')}
      onDone={onDone}
    >
      <Field label={t('hub.invite')} hint={t('hub.invite_hint')}>
        <textarea {...CODE} required rows={4} value={invite} onInput={typing(setInvite)} />
      </Field>
      <Field label={t('hub.name')} hint={t('hub.name_hint')}>
        <input required value={name} onInput={typing(setName)} />
      </Field>
      <LevelField level={level} onChange={setLevel} />
    </FormDialog>
  );
}

function LevelField({ level, onChange }: { level: Level; onChange: (level: Level) => void }) {
  return (
    <Field label={t('hub.level')} hint={t('hub.level_hint')}>
      <select value={level} onChange={(event) => onChange(Number(typed(event)) as Level)}>
        <Options of={LEVELS.map((one) => [one, t(`hub.level_${one}`)])} />
      </select>
    </Field>
  );
}

function Joined({ of: hub, onChange }: { of: HubAnswer; onChange: () => void }) {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      toastFailure(thrown);
    }
    setBusy(false);
    onChange();
  };
  const contact = async (): Promise<void> => {
    const { error } = await post(`${PATH}/contact`);
    if (error === null) toast(t('hub.contact_done'));
    else toast(t('hub.contact_failed', { why: t(`hub_error.${error}`) }), 'bad');
  };
  const { waiting, level } = hub;
  return (
    <>
      {factList([
        [t('field.status'), <Status key="status" of={hub} />],
        [t('hub.hub'), hub.hub?.name],
        [t('hub.addresses'), hub.hub && <Codes of={hub.hub.addresses} />],
        [t('hub.key'), hub.hub && <Codes of={[hub.hub.key_fingerprint]} />],
        [t('hub.own_key'), <Codes key="own" of={[hub.key_fingerprint]} />],
        [t('hub.name'), hub.name],
        [t('hub.branch'), hub.branch && <Codes of={[hub.branch]} />],
        [t('hub.level'), level !== null && t(`hub.level_${level}`)],
        [
          t('hub.confirmed'),
          t('hub.confirmed_of', { confirmed: formatNumber(hub.confirmed), entries: formatNumber(hub.entries) }),
        ],
        [
          t('hub.waiting'),
          waiting.entries > 0 && plural('hub.waiting_of', waiting.entries, { size: formatBytes(waiting.bytes) }),
        ],
        [t('hub.received'), hub.received_at && <Ago at={hub.received_at} />],
        [t('hub.contacted'), hub.contacted_at && <Ago at={hub.contacted_at} />],
        [t('hub.problem'), hub.stopped ? t(`hub.stopped_${hub.stopped}`) : hub.error && t(`hub_error.${hub.error}`)],
        [t('hub.certificate'), hub.certificate_until && <When at={hub.certificate_until} />],
      ])}
      <p class="actions">
        <Button icon="play" busy={busy} onClick={() => void act(contact)} label={t('hub.contact')} />
        <Button
          busy={busy}
          onClick={() => void act(() => download(`${PATH}/file`, 'custos-to-hub.zip'))}
          label={t('hub.file_out')}
        />
        <Acts of={hub} onChange={onChange} />
      </p>
      <Directives of={hub} />
    </>
  );
}

function Status({ of: { state, error } }: { of: HubAnswer }) {
  const shown = state === 'active' && error !== null ? 'failing' : state;
  const tones: Record<typeof shown, Tone> = {
    off: 'calm',
    waiting: 'busy',
    active: 'good',
    failing: 'bad',
    stopped: 'bad',
  };
  return <Pill tone={tones[shown]}>{t(`hub.state_${shown}`)}</Pill>;
}

/** What changes the membership, each in a dialog. */
function Acts({ of: hub, onChange }: { of: HubAnswer; onChange: () => void }) {
  const [open, setOpen] = useState<'level' | 'file' | 'line' | 'leave' | null>(null);
  const [level, setLevel] = useState<Level>(hub.level ?? 0);
  const [file, setFile] = useState<File | null>(null);
  const dialog = { onClose: () => setOpen(null), onDone: onChange };
  const needsLine = hub.stopped !== null && hub.stopped !== 'refused';
  return (
    <>
      <Button onClick={() => setOpen('file')} label={t('hub.file_in')} />
      <Button onClick={() => setOpen('level')} label={t('hub.change')} />
      {needsLine && <Button look="primary" onClick={() => setOpen('line')} label={t('hub.line')} />}
      <Button icon="trash" onClick={() => setOpen('leave')} label={t('hub.leave')} />
      {open === 'level' && (
        <FormDialog
          {...dialog}
          title={t('hub.change')}
          submitLabel={t('action.save')}
          onSubmit={async () => {
            await patch(PATH, { level });
          }}
          done={t('hub.changed')}
        >
          <LevelField level={level} onChange={setLevel} />
        </FormDialog>
      )}
      {open === 'file' && (
        <FormDialog
          {...dialog}
          title={t('hub.file_in')}
          submitLabel={t('hub.file_in')}
          onSubmit={async () => {
            const form = new FormData();
            if (file) form.append('files[]', file, file.name);
            const { receipts, directives } = await upload(`${PATH}/file`, form);
            toast(t('hub.file_taken', { receipts: formatNumber(receipts), directives: formatNumber(directives) }));
          }}
        >
          <p>{t('hub.file_in_what')}</p>
          <DropZone
            label={file?.name ?? t('hub.file_none')}
            accept=".zip"
            multiple={false}
            onFiles={([chosen]) => setFile(chosen ?? null)}
          />
        </FormDialog>
      )}
      {open === 'line' && (
        <FormDialog
          {...dialog}
          title={t('hub.line')}
          submitLabel={t('hub.line')}
          onSubmit={async () => {
            await post(`${PATH}/line`);
          }}
          done={t('hub.line_opened')}
        >
          <p>{t('hub.line_what')}</p>
        </FormDialog>
      )}
      {open === 'leave' && (
        <FormDialog
          {...dialog}
          title={t('hub.leave')}
          submitLabel={t('hub.leave')}
          look="danger"
          onSubmit={async () => {
            await del(PATH);
          }}
          done={t('hub.left')}
        >
          <p>{t('hub.leave_what')}</p>
        </FormDialog>
      )}
    </>
  );
}

function Directives({ of: { directives } }: { of: HubAnswer }) {
  if (directives.length === 0) return null;
  return (
    <Table
      caption={t('hub.directives')}
      rows={directives}
      keyOf={({ number }) => String(number)}
      columns={[
        [t('hub.directive_number'), ({ number }) => formatNumber(number), 'numeric'],
        [t('hub.directive_kind'), ({ kind }) => t(kindKey(kind))],
        [t('hub.directive_when'), ({ done_at: at }) => <Ago at={at} />],
        [t('hub.directive_outcome'), ({ outcome, code }) => outcomeText(outcome, code)],
      ]}
    />
  );
}

const kindKey = (kind: string) => `hub.directive_${KINDS.find((one) => one === kind) ?? 'other'}` as const;

function outcomeText(outcome: 'done' | 'refused', code: string | null): string {
  if (outcome === 'refused') return t('hub.directive_refused', { code: code ?? '' });
  return t(code === 'program_waits' ? 'hub.directive_program_waits' : 'hub.directive_done');
}
