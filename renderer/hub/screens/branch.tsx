import { useState } from 'preact/hooks';
import type { HubBranchDetail } from '../../../server/contract/hub-console.ts';
import type { Resource } from '../../client/api.ts';
import { Button, Menu, MenuItem } from '../../parts/button.tsx';
import { Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { Loaded, Page, Section } from '../../parts/page.tsx';
import { Ago, factList, Hash, Table, When } from '../../parts/values.tsx';
import { formatBytes, formatDuration, formatNumber, t, textFor } from '../../text/text.ts';
import { ask, useHub } from '../api.ts';
import { isAdministrator } from '../session.ts';
import { h, hubWord } from '../text/text.ts';
import { saveCarried } from './files.tsx';
import { BranchState, Warnings } from './shared.tsx';

/** One branch: what it reported, what contradicts it, and what an administrator may do. */
export function BranchScreen({ id }: { id: string }) {
  const branch = useHub<HubBranchDetail>(`branches/${id}`);
  const known = branch.known();
  return (
    <Page
      title={h('records.branch')}
      heading={known?.name}
      intro={known && <BranchState of={known} />}
      actions={known && isAdministrator.value && <Acts of={known} branch={branch} />}
    >
      <Loaded of={branch}>{(of) => <Detail of={of} />}</Loaded>
    </Page>
  );
}

function Detail({ of }: { of: HubBranchDetail }) {
  const level = of.level >= 1 ? 'branch.level_1' : 'branch.level_0';
  return (
    <>
      <Section title={h('branch.facts')} id="facts">
        {factList([
          ['Id', <code dir="ltr">{of.id}</code>],
          [h('branch.level'), h(level)],
          [h('branches.version'), of.version],
          [h('branches.parcel_at'), of.parcel_at && <When at={of.parcel_at} />],
          [h('branch.called_at'), of.called_at && <When at={of.called_at} />],
          [h('branch.entries'), formatNumber(of.entries)],
          [h('branches.records'), formatNumber(of.records)],
          [
            h('branch.directives'),
            h('branch.directives_count', { answered: of.directives_answered, count: of.directives }),
          ],
          [h('enrolments.key'), <Hash hex={of.appliance_key} />],
          [h('branch.since'), <When at={of.created_at} />],
        ])}
      </Section>
      {of.proofs.length > 0 && (
        <Section title={h('branch.proofs')} id="proofs">
          <p>{h('branch.proofs_what')}</p>
          <Table
            caption={h('branch.proofs')}
            rows={of.proofs}
            columns={[
              [t('label.why'), ({ reason }) => hubWord('reason', reason)],
              [h('branch.line'), ({ line }) => <code dir="ltr">{line}</code>],
              [h('branch.numbers'), ({ first, last }) => `${formatNumber(first)}–${formatNumber(last)}`, 'numeric'],
              [h('enrolments.came_by'), ({ came_by: way }) => hubWord('way', way), 'wide-only'],
              [h('branch.received'), ({ received_at: at }) => <When at={at} />],
            ]}
          />
        </Section>
      )}
      {of.health && (
        <Section title={h('branch.health')} id="health">
          <Health of={of.health} at={of.health_at} />
        </Section>
      )}
      <Section title={h('branch.lines')} id="lines">
        <p>{h('branch.lines_what')}</p>
        <Table
          caption={h('branch.lines')}
          rows={of.lines}
          keyOf={({ line }) => line}
          columns={[
            [h('branch.line'), ({ line }) => <code dir="ltr">{line}</code>],
            [h('branch.last'), ({ last }) => formatNumber(last), 'numeric'],
            [h('branch.head'), ({ head }) => <Hash hex={head} />, 'wide-only'],
            [h('branch.audit_count'), ({ audit_count: count }) => formatNumber(count), 'numeric'],
            [h('branch.opened'), ({ opened_at: at }) => <When at={at} />, 'wide-only'],
          ]}
        />
      </Section>
      {of.directives_newest.length > 0 && (
        <Section title={h('branch.directives')} id="directives">
          <Table
            caption={h('branch.directives')}
            rows={of.directives_newest}
            keyOf={({ number }) => String(number)}
            columns={[
              [h('branch.number'), ({ number }) => formatNumber(number), 'numeric'],
              [h('branch.kind'), ({ kind }) => textFor(`hub.directive_${kind}`) ?? t('hub.directive_other')],
              [h('branch.issued'), ({ issued_at: at }) => <When at={at} />, 'wide-only'],
              [h('branch.outcome'), ({ outcome, code }) => outcomeText(outcome, code)],
            ]}
          />
        </Section>
      )}
      {of.certificates.length > 0 && (
        <Section title={h('branch.certificates')} id="certificates">
          <Table
            caption={h('branch.certificates')}
            rows={of.certificates}
            keyOf={({ fingerprint }) => fingerprint}
            columns={[
              ['SHA-256', ({ fingerprint }) => <Hash hex={fingerprint} />],
              [h('branch.valid'), ({ not_after: at }) => <When at={at} />],
            ]}
          />
        </Section>
      )}
    </>
  );
}

/** What became of a directive. */
export function outcomeText(outcome: 'done' | 'refused' | null, code: string | null): string {
  const text = h(outcome === null ? 'rollouts.open' : outcome === 'done' ? 'rollouts.done' : 'rollouts.refused');
  return code === null ? text : `${text} (${code})`;
}

interface Dataset {
  kind: string;
  code: string;
  version: string;
  published_at: string | null;
  imported_at: string;
}

/** What this console knows of a health report. A branch of another version may send more, or less. */
interface Report {
  uptime_seconds?: number;
  warnings?: string[];
  disk_free_bytes?: number;
  queued?: number;
  in_review?: number;
  backup_age_seconds?: number | null;
  clock_trusted?: boolean;
  policy_version?: number;
  datasets?: Dataset[];
}

function Health({ of, at: reportedAt }: { of: Report; at: string | null }) {
  const { warnings = [], datasets = [], backup_age_seconds: backup } = of;
  return (
    <>
      {factList([
        [h('branch.health_at'), reportedAt && <Ago at={reportedAt} />],
        [h('branches.warnings'), <Warnings of={warnings} />],
        [h('health.uptime'), of.uptime_seconds !== undefined && formatDuration(of.uptime_seconds * 1000)],
        [h('health.disk'), of.disk_free_bytes !== undefined && formatBytes(of.disk_free_bytes)],
        [
          h('health.backup'),
          backup !== undefined && (backup === null ? h('health.no_backup') : formatDuration(backup * 1000)),
        ],
        [h('health.queued'), of.queued !== undefined && formatNumber(of.queued)],
        [h('health.in_review'), of.in_review !== undefined && formatNumber(of.in_review)],
        [h('health.clock'), of.clock_trusted !== undefined && t(of.clock_trusted ? 'label.yes' : 'label.no')],
        [h('health.policy'), of.policy_version !== undefined && formatNumber(of.policy_version)],
      ])}
      {datasets.length > 0 && (
        <Table
          caption={h('health.datasets')}
          rows={datasets}
          keyOf={({ kind, version }) => `${kind}/${version}`}
          columns={[
            [h('health.datasets'), ({ code }) => <code dir="ltr">{code}</code>],
            [h('branch.kind'), ({ kind }) => hubWord('dataset', kind)],
            [h('health.published'), ({ published_at: at }) => (at === null ? '–' : <Ago at={at} />)],
            [h('health.imported'), ({ imported_at: at }) => <Ago at={at} />],
          ]}
        />
      )}
    </>
  );
}

type Act = 'rename' | 'quarantine' | 'release' | 'revoke';

function Acts({ of, branch }: { of: HubBranchDetail; branch: Resource<HubBranchDetail> }) {
  const [act, setAct] = useState<Act | null>(null);
  const [name, setName] = useState(of.name);
  const [line, setLine] = useState('');
  const bodies: Readonly<Record<Act, () => Promise<HubBranchDetail>>> = {
    rename: () => ask('PATCH', `branches/${of.id}`, { name: name.trim() }),
    quarantine: () => ask('POST', `branches/${of.id}/quarantine`),
    release: () => ask('POST', `branches/${of.id}/release`, line === '' ? {} : { accepted_line: line }),
    revoke: () => ask('POST', `branches/${of.id}/revoke`),
  };
  const forked = [...new Set(of.proofs.map((proof) => proof.line))];
  return (
    <>
      <Button icon="download" onClick={() => void saveCarried(of.id)} label={h('branch.write_file')} />
      <Menu label={t('action.change')}>
        <MenuItem label={h('branch.rename')} onClick={() => setAct('rename')} />
        {of.state === 'active' && <MenuItem label={h('branch.quarantine')} onClick={() => setAct('quarantine')} />}
        {of.state === 'quarantined' && <MenuItem label={h('branch.release')} onClick={() => setAct('release')} />}
        {of.state !== 'revoked' && <MenuItem label={h('branch.revoke')} onClick={() => setAct('revoke')} />}
      </Menu>
      {act && (
        <FormDialog
          title={h(`branch.${act}`)}
          look={act === 'revoke' ? 'danger' : 'primary'}
          onClose={() => setAct(null)}
          onSubmit={async () => branch.set(await bodies[act]())}
          done={h(`branch.${act}_done`)}
        >
          {act === 'rename' ? (
            <Field label={h('branches.invite_name')}>
              <input autocomplete="off" required value={name} onInput={typing(setName)} />
            </Field>
          ) : (
            <p>{h(`branch.${act}_what`)}</p>
          )}
          {act === 'release' && forked.length > 0 && (
            <Field label={h('branch.release_line')}>
              <select value={line} onChange={(event) => setLine(typed(event))}>
                <Options of={[['', h('branch.release_none')], ...forked.map((one) => [one, one] as const)]} />
              </select>
            </Field>
          )}
        </FormDialog>
      )}
    </>
  );
}
