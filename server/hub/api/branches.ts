import { z } from 'zod';
import type { Handlers } from '../../api/mount.ts';
import type { HubBranch, HubBranchDetail, hubBranchRoutes } from '../../contract/hub-console.ts';
import { isoTime, isoTimeOrNull } from '../../lib/clock.ts';
import { CONTENTS } from '../../parcel/contents.ts';
import { type BranchDetail, type BranchRow, getBranch, listBranches } from '../branch-list.ts';
import { quarantineBranch, releaseBranch, renameBranch, revokeBranch } from '../branches.ts';
import { type Reach, type Tx, transact } from '../db/transact.ts';
import { signErasures } from '../erasure-list.ts';
import type { HubConsole } from './deps.ts';
import { hubSessionOf } from './guard.ts';

/** Routes for the branches. An operator sees those in reach; another one does not exist for them. */
export function hubBranchHandlers({ hub }: HubConsole): Handlers<typeof hubBranchRoutes> {
  const { pool } = hub;
  const detail = (reach: Reach, id: string): Promise<HubBranchDetail> =>
    transact(pool, reach, async (tx) => presentDetail(await getBranch(tx, id)), { readOnly: true });
  const act = async (id: string, work: (tx: Tx) => Promise<void>): Promise<HubBranchDetail> => {
    await transact(pool, 'all', work);
    return detail('all', id);
  };
  return {
    async listHubBranches({ res }) {
      const rows = await transact(pool, hubSessionOf(res).reach, listBranches, { readOnly: true });
      return { object: 'list', data: rows.map(presentBranch) };
    },
    getHubBranch: ({ res, id }) => detail(hubSessionOf(res).reach, id),
    renameHubBranch: ({ id, body, actor }) => act(id, (tx) => renameBranch(tx, hub, { actor, branch: id }, body.name)),
    quarantineHubBranch: ({ id, actor }) => act(id, (tx) => quarantineBranch(tx, hub, { actor, branch: id })),
    releaseHubBranch: ({ id, body, actor }) =>
      act(id, (tx) => releaseBranch(tx, hub, { actor, branch: id }, body.accepted_line ?? null)),
    async listHubErasures({ id, query: { after }, actor }) {
      const { signed, signingKey, next } = await signErasures(hub, { actor, branch: id, after });
      return { ...signed, signing_key: signingKey, next };
    },
    revokeHubBranch: ({ id, actor }) => act(id, (tx) => revokeBranch(tx, hub, { actor, branch: id })),
  };
}

function presentBranch(row: BranchRow): HubBranch {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    reason: row.reason,
    state_at: isoTime(row.state_at),
    created_at: isoTime(row.created_at),
    called_at: isoTimeOrNull(row.called_at),
    parcel_at: isoTimeOrNull(row.parcel_at),
    level: row.level,
    version: row.version,
    entries: row.entries_count,
    records: row.records_count,
    directives: row.directives_count,
    directives_answered: row.directives_answered,
    warnings: warningsOf(healthOf(row)),
  };
}

function healthOf({ health }: BranchRow): Record<string, unknown> | null {
  return health === null ? null : (JSON.parse(health) as Record<string, unknown>);
}

function warningsOf(health: Record<string, unknown> | null): string[] {
  const warnings = health?.['warnings'];
  return Array.isArray(warnings) ? warnings.filter((code) => typeof code === 'string') : [];
}

/** Returns the codes of the watchlists in the newest health report of a branch. */
export function listsOf(row: BranchRow): string[] {
  const { data = [] } = z.array(CONTENTS.health.shape.datasets.element).safeParse(healthOf(row)?.['datasets']);
  return data.flatMap(({ kind, code }) => (kind === 'list' ? [code] : []));
}

function presentDetail({ branch, lines, proofs, directives, certificates }: BranchDetail): HubBranchDetail {
  return {
    ...presentBranch(branch),
    appliance_key: branch.appliance_key.toString('hex'),
    health: healthOf(branch),
    health_at: isoTimeOrNull(branch.health_at),
    lines: lines.map(({ line, number, last, head, opened_at, audit_count }) => ({
      line,
      number,
      last,
      head: head.toString('hex'),
      opened_at: isoTime(opened_at),
      audit_count,
    })),
    proofs: proofs.map(({ received_at, ...proof }) => ({ ...proof, received_at: isoTime(received_at) })),
    directives_newest: directives.map(({ issued_at, answered_at, ...directive }) => ({
      ...directive,
      issued_at: isoTime(issued_at),
      answered_at: isoTimeOrNull(answered_at),
    })),
    certificates: certificates.map(({ fingerprint, not_before, not_after }) => ({
      fingerprint: fingerprint.toString('hex'),
      not_before: isoTime(not_before),
      not_after: isoTime(not_after),
    })),
  };
}
