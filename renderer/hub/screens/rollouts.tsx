import { useState } from 'preact/hooks';
import type { HubBranch, HubPack, HubPolicySettings, HubRollout } from '../../../server/contract/hub-console.ts';
import type { Resource } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Check, Choice, Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { ActError, Loaded, Page, Section, toast, useAct } from '../../parts/page.tsx';
import type { Draft } from '../../parts/policy/draft.ts';
import { Hash, Pill, Table, When } from '../../parts/values.tsx';
import { formatBytes, formatList, t } from '../../text/text.ts';
import { ask, sendFile, useHub, useHubRows } from '../api.ts';
import { h } from '../text/text.ts';
import { outcomeText } from './branch.tsx';
import { ChangesInWords, isWhole, PolicyChanges } from './policy-changes.tsx';
import { BranchLink, namesOf } from './shared.tsx';

const PACK_KINDS = ['list', 'trust', 'update'] as const;
const WAVES_MAX = 5;
const MINUTES_DEFAULT = 60;

/** Packs and policy changes for branches, in waves. */
export function RolloutsScreen() {
  const branches = useHubRows<HubBranch>('branches');
  const rollouts = useHubRows<HubRollout>('rollouts');
  const packs = useHubRows<HubPack>('packs');
  const policy = useHub<HubPolicySettings>('policy-settings');
  const [adding, setAdding] = useState(false);
  const names = namesOf(branches.known() ?? []);
  return (
    <Page
      title={h('nav.rollouts')}
      intro={h('rollouts.intro')}
      actions={<Button look="primary" icon="plus" onClick={() => setAdding(true)} label={h('rollouts.new')} />}
    >
      <Section title={h('rollouts.title')} id="rollouts">
        <Loaded of={rollouts}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="faint">{h('rollouts.none')}</p>
            ) : (
              rows.map((rollout) => (
                <Rollout
                  key={rollout.id}
                  of={rollout}
                  names={names}
                  policy={policy.known() ?? null}
                  onChange={() => void rollouts.reload()}
                />
              ))
            )
          }
        </Loaded>
      </Section>
      <Section title={h('packs.title')} id="packs">
        <p>{h('packs.what')}</p>
        <NewPack onAdded={() => void packs.reload()} />
        <Loaded of={packs}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="faint">{h('packs.none')}</p>
            ) : (
              <PackTable rows={rows} onChange={() => void packs.reload()} />
            )
          }
        </Loaded>
      </Section>
      <HubKeys />
      {adding && (
        <NewRollout
          branches={branches.known() ?? []}
          packs={packs.known() ?? []}
          policy={policy}
          onClose={() => setAdding(false)}
          onDone={() => void rollouts.reload()}
        />
      )}
    </Page>
  );
}

interface RolloutProps {
  of: HubRollout;
  policy: HubPolicySettings | null;
  names: ReadonlyMap<string, string>;
  onChange: () => void;
}

function Rollout({ of, names, policy, onChange }: RolloutProps) {
  const { busy, error, run } = useAct();
  const next = of.stopped_at === null ? of.waves.find(({ started_at: at }) => at === null) : undefined;
  const act = (path: string, body?: object): void =>
    void run(async () => {
      await ask('POST', `rollouts/${of.id}/${path}`, body);
      if (next && path === 'start-wave') toast(h('rollouts.started', { n: next.wave }));
      onChange();
    });
  return (
    <article class="section">
      <header class="row gap-8 wrap between">
        <h3>
          {of.name} <Pill>{h(of.kind === 'policy' ? 'rollouts.policy' : 'rollouts.pack')}</Pill>{' '}
          {of.stopped_at !== null && <Pill tone="warn">{h('rollouts.stopped')}</Pill>}
        </h3>
        {next && (
          <span class="actions">
            <Button
              look="primary"
              icon="play"
              busy={busy}
              onClick={() => act('start-wave', { wave: next.wave })}
              label={h('rollouts.start', { n: next.wave })}
            />
            <Button busy={busy} onClick={() => act('stop')} label={h('rollouts.stop')} />
          </span>
        )}
      </header>
      <ActError error={error} />
      <Content of={of} policy={policy} />
      <Table
        caption={of.name}
        rows={of.waves.flatMap((wave) => wave.branches.map((branch) => ({ ...branch, wave })))}
        keyOf={({ branch }) => branch}
        columns={[
          [h('rollouts.waves'), ({ wave }) => h('rollouts.wave', { n: wave.wave })],
          [h('records.branch'), ({ branch }) => <BranchLink id={branch} names={names} />],
          [
            h('branch.outcome'),
            ({ wave, outcome, code }) =>
              wave.started_at === null ? h('rollouts.waiting') : outcomeText(outcome, code),
          ],
        ]}
      />
    </article>
  );
}

/** What a rollout gives to branches. */
function Content({ of: { kind, body }, policy }: Pick<RolloutProps, 'of' | 'policy'>) {
  const { note, changes, name } = body as { note?: string; changes?: Draft; name?: string };
  if (kind === 'pack') return <p class="breaks">{name}</p>;
  return (
    <>
      {note && (
        <p>
          <q>{note}</q>
        </p>
      )}
      {changes && <ChangesInWords changes={changes} known={policy} />}
    </>
  );
}

function NewPack({ onAdded }: { onAdded: () => void }) {
  const [kind, setKind] = useState<(typeof PACK_KINDS)[number]>('list');
  const { busy, error, run } = useAct();
  return (
    <div class="stack gap-8">
      <Choice
        labelled
        label={h('branch.kind')}
        options={PACK_KINDS.map((one) => [one, h(`packs.kind_${one}`)] as const)}
        chosen={kind}
        onChoose={setKind}
        disabled={busy}
      />
      <DropZone
        label={h('packs.drop')}
        choose={h('files.choose')}
        multiple={false}
        onFiles={([file]) =>
          void (
            file &&
            run(async () => {
              await sendFile(`packs?${new URLSearchParams({ kind, name: file.name })}`, file);
              onAdded();
            })
          )
        }
      />
      <ActError error={error} />
    </div>
  );
}

function PackTable({ rows, onChange }: { rows: readonly HubPack[]; onChange: () => void }) {
  const { busy, error, run } = useAct();
  return (
    <>
      <ActError error={error} />
      <Table
        caption={h('packs.title')}
        rows={rows}
        keyOf={({ sha256 }) => sha256}
        columns={[
          [t('field.name'), ({ name }) => <span class="breaks">{name}</span>],
          [h('branch.kind'), ({ kind }) => h(`packs.kind_${kind}`)],
          [h('packs.size'), ({ size_bytes: bytes }) => formatBytes(bytes), 'numeric'],
          ['SHA-256', ({ sha256 }) => <Hash hex={sha256} />, 'wide-only'],
          [h('packs.added'), ({ added_at: at }) => <When at={at} />, 'wide-only'],
          [
            '',
            ({ sha256 }) => (
              <Button
                look="quiet"
                icon="trash"
                busy={busy}
                onClick={() =>
                  void run(async () => {
                    await ask('DELETE', `packs/${sha256}`);
                    onChange();
                  })
                }
                label={h('packs.remove')}
              />
            ),
          ],
        ]}
      />
    </>
  );
}

function HubKeys() {
  const { busy, error, run } = useAct();
  const rotate = async (): Promise<void> => {
    const { hub_key_id: id } = await ask<{ hub_key_id: string }>('POST', 'keys/rotate');
    toast(h('keys.rotated', { id }));
  };
  return (
    <Section title={h('keys.title')} id="keys">
      <p>{h('keys.what')}</p>
      <ActError error={error} />
      <p class="actions">
        <Button icon="key" busy={busy} onClick={() => void run(rotate)} label={h('keys.rotate')} />
      </p>
    </Section>
  );
}

interface NewRolloutProps {
  branches: readonly HubBranch[];
  packs: readonly HubPack[];
  policy: Resource<HubPolicySettings>;
  onClose: () => void;
  onDone: () => void;
}

function NewRollout({ branches, packs, policy, onClose, onDone }: NewRolloutProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'policy' | 'pack'>('policy');
  const [note, setNote] = useState('');
  const [changes, setChanges] = useState<Draft>({});
  const [sha256, setSha256] = useState(packs[0]?.sha256 ?? '');
  const [minutes, setMinutes] = useState(String(MINUTES_DEFAULT));
  const [isAutomatic, setAutomatic] = useState(false);
  /** The number of each branch's wave. */
  const [waveOf, setWaveOf] = useState<Readonly<Record<string, number>>>({});
  const shown = branches.filter(({ state }) => state !== 'revoked');
  const numbers = [...new Set(Object.values(waveOf))].filter((wave) => wave > 0).sort((a, b) => a - b);
  const waves = numbers.map((number) => shown.filter(({ id }) => waveOf[id] === number));
  const known = policy.known();
  const isFilled = kind === 'pack' ? sha256 !== '' : note.trim() !== '' && known != null && isWhole(changes, known);
  const isReady = name.trim() !== '' && numbers.length > 0 && isFilled;
  return (
    <FormDialog
      title={h('rollouts.new')}
      submitLabel={h('rollouts.create')}
      wide
      disabled={!isReady}
      onClose={onClose}
      onDone={onDone}
      done={h('rollouts.created')}
      onSubmit={() =>
        ask('POST', 'rollouts', {
          name: name.trim(),
          order: kind === 'policy' ? { kind, note: note.trim(), changes } : { kind, sha256 },
          healthy_minutes: Number(minutes),
          waves: waves.map((branches, at) => ({
            starts: isAutomatic && at > 0 ? 'when_healthy' : 'by_hand',
            branches: branches.map(({ id }) => id),
          })),
        })
      }
    >
      <Field label={h('rollouts.name')}>
        <input autocomplete="off" required value={name} onInput={typing(setName)} />
      </Field>
      <Choice
        labelled
        label={h('rollouts.what')}
        options={[
          ['policy', h('rollouts.policy')],
          ['pack', h('rollouts.pack'), packs.length === 0],
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      {kind === 'policy' ? (
        <>
          <Field label={h('rollouts.note')}>
            <input autocomplete="off" required value={note} onInput={typing(setNote)} />
          </Field>
          <Loaded of={policy}>
            {(loaded) => <PolicyChanges known={loaded} changes={changes} onChange={setChanges} />}
          </Loaded>
        </>
      ) : (
        <Field label={h('rollouts.pack')}>
          <select value={sha256} onChange={(event) => setSha256(typed(event))}>
            <Options of={packs.map((pack) => [pack.sha256, pack.name] as const)} />
          </select>
        </Field>
      )}
      <fieldset>
        <legend>{h('rollouts.waves')}</legend>
        <div class="hub-waves">
          {shown.map(({ id, name: label }) => (
            <WaveField
              key={id}
              id={id}
              label={label}
              wave={waveOf[id] ?? 0}
              onChange={(wave) => setWaveOf({ ...waveOf, [id]: wave })}
            />
          ))}
        </div>
      </fieldset>
      <Check label={h('rollouts.automatic')} checked={isAutomatic} onChange={setAutomatic} />
      {isAutomatic && (
        <Field label={h('rollouts.minutes')}>
          <input type="number" min={0} required value={minutes} onInput={typing(setMinutes)} />
        </Field>
      )}
      {isReady && (
        <section class="hub-note note calm" aria-label={h('rollouts.preview')}>
          <p>
            <strong>{h('rollouts.preview')}</strong>
          </p>
          {kind === 'policy' ? (
            <ChangesInWords changes={changes} known={known ?? null} />
          ) : (
            <p class="breaks">{packs.find((pack) => pack.sha256 === sha256)?.name}</p>
          )}
          <ul class="hub-words-list">
            {waves.map((of, at) => (
              <li key={of[0]?.id}>
                {h('rollouts.wave_of', { n: at + 1, names: formatList(of.map(({ name: label }) => label)) })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}

interface WaveFieldProps {
  id: string;
  label: string;
  wave: number;
  onChange: (wave: number) => void;
}

function WaveField({ id, label, wave, onChange }: WaveFieldProps) {
  const numbers = Array.from({ length: WAVES_MAX }, (_, at) => at + 1);
  return (
    <>
      <label for={`wave-${id}`}>{label}</label>
      <select id={`wave-${id}`} value={String(wave)} onChange={(event) => onChange(Number(typed(event)))}>
        <Options
          of={[['0', h('rollouts.no_wave')], ...numbers.map((n) => [String(n), h('rollouts.wave', { n })] as const)]}
        />
      </select>
    </>
  );
}
