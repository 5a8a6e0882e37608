import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Tx } from './db/transact.ts';
import type { PackKind } from './packs.ts';

/** What the console lists, newest first. Times are milliseconds. */

export interface InviteRow {
  id: string;
  name: string;
  created_at: number;
  expires_at: number;
  used: boolean;
}

export interface EnrolmentListRow {
  id: string;
  name: string;
  invited_as: string;
  version: string;
  appliance_key: Buffer;
  came_by: 'tls' | 'file';
  state: 'waiting' | 'refused' | 'approved';
  requested_at: number;
  decided_at: number | null;
  branch: string | null;
}

export interface PackRow {
  sha256: Buffer;
  kind: PackKind;
  name: string;
  size: number;
  added_at: number;
}

export interface CarriedFileRow {
  id: string;
  branch: string | null;
  direction: 'to_hub' | 'to_branch';
  size: number;
  /** Counts and codes as JSON. */
  content: string;
  carried_at: number;
}

export interface RolloutListRow {
  id: string;
  name: string;
  kind: 'policy' | 'pack';
  body: string;
  healthy_ms: number;
  created_at: number;
  stopped_at: number | null;
}

export interface WaveRow {
  rollout: string;
  wave: number;
  starts: 'by_hand' | 'when_healthy';
  started_at: number | null;
}

export interface WaveBranchRow {
  rollout: string;
  wave: number;
  branch: string;
  outcome: 'done' | 'refused' | null;
  code: string | null;
  answered_at: number | null;
}

export interface RolloutDetail {
  rollout: RolloutListRow;
  waves: (WaveRow & { branches: WaveBranchRow[] })[];
}

async function newest<Row extends object>(tx: Tx, sql: string): Promise<Row[]> {
  return (await tx.query<Row>(`${sql} DESC LIMIT $1`, [LIMITS.hubListRowsShown])).rows;
}

export const listInvites = (tx: Tx): Promise<InviteRow[]> =>
  newest(
    tx,
    'SELECT id, name, created_at, expires_at, enrolment IS NOT NULL AS used FROM invites ORDER BY created_at DESC, id',
  );

export const listEnrolments = (tx: Tx): Promise<EnrolmentListRow[]> =>
  newest(
    tx,
    `SELECT e.id, e.name, i.name AS invited_as, e.version, e.appliance_key, e.came_by, e.state, e.requested_at, e.decided_at, e.branch
     FROM enrolments e JOIN invites i ON i.id = e.invite ORDER BY e.requested_at DESC, e.id`,
  );

export const listPacks = (tx: Tx): Promise<PackRow[]> =>
  newest(tx, 'SELECT sha256, kind, name, size, added_at FROM packs ORDER BY added_at DESC, sha256');

export const listCarriedFiles = (tx: Tx): Promise<CarriedFileRow[]> =>
  newest(tx, 'SELECT id, branch, direction, size, content, carried_at FROM carried_files ORDER BY carried_at DESC, id');

const ROLLOUT = 'SELECT id, name, kind, body, healthy_ms, created_at, stopped_at FROM rollouts';

export async function listRollouts(tx: Tx): Promise<RolloutDetail[]> {
  return withWaves(tx, await newest<RolloutListRow>(tx, `${ROLLOUT} ORDER BY created_at DESC, id`));
}

/** Throws `not_found`. */
export async function getRollout(tx: Tx, id: string): Promise<RolloutDetail> {
  const { rows } = await tx.query<RolloutListRow>(`${ROLLOUT} WHERE id = $1`, [id]);
  const [found] = await withWaves(tx, rows);
  if (!found) throw new AppError('not_found', 'There is no such rollout.');
  return found;
}

async function withWaves(tx: Tx, rollouts: RolloutListRow[]): Promise<RolloutDetail[]> {
  const all = [rollouts.map(({ id }) => id)];
  const { rows: waves } = await tx.query<WaveRow>(
    'SELECT rollout, wave, starts, started_at FROM rollout_waves WHERE rollout = ANY ($1) ORDER BY rollout, wave',
    all,
  );
  const { rows: branches } = await tx.query<WaveBranchRow>(
    `SELECT r.rollout, r.wave, r.branch, d.outcome, d.code, d.answered_at
     FROM rollout_branches r LEFT JOIN directives d ON d.rollout = r.rollout AND d.branch = r.branch
     WHERE r.rollout = ANY ($1) ORDER BY r.branch`,
    all,
  );
  return rollouts.map((rollout) => ({
    rollout,
    waves: waves
      .filter((wave) => wave.rollout === rollout.id)
      .map((wave) => ({
        ...wave,
        branches: branches.filter((one) => one.rollout === rollout.id && one.wave === wave.wave),
      })),
  }));
}
