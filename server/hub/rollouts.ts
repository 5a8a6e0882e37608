import { z } from 'zod';
import { must } from '../lib/assert.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { DirectiveWork } from '../parcel/directive.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { issueDirective } from './directives.ts';

/** A policy change or a pack for some branches, in waves: a wave starts by hand, or once the former one is done and healthy. */
export interface NewRollout {
  actor: string;
  name: string;
  order: Exclude<DirectiveWork, { kind: 'hub_key' }>;
  /** For how long the branches of a wave must be healthy before the next wave starts on its own. */
  healthyMs: number;
  waves: readonly { starts: 'by_hand' | 'when_healthy'; branches: readonly string[] }[];
}

type RolloutBody = NewRollout['order'];

/** Creates a rollout and returns its id; no wave has started. Throws `invalid_request` if a branch is unknown or in two waves. */
export async function createRollout(tx: Tx, { clock, newId, audit }: HubDeps, rollout: NewRollout): Promise<string> {
  const { actor, name, order, healthyMs, waves } = rollout;
  const branches = waves.flatMap((wave) => wave.branches);
  if (
    waves.length === 0 ||
    waves.length > LIMITS.hubRolloutWavesMax ||
    waves.some((wave) => wave.branches.length === 0)
  ) {
    throw invalidField('waves', `waves: send 1 to ${LIMITS.hubRolloutWavesMax} waves, each with branches.`);
  }
  if (branches.length > LIMITS.hubRolloutBranchesMax || new Set(branches).size < branches.length) {
    throw invalidField(
      'waves',
      `waves: a branch is in one wave only, and there are at most ${LIMITS.hubRolloutBranchesMax}.`,
    );
  }
  const { rows } = await tx.query<{ count: number }>(
    "SELECT count(*) AS count FROM branches WHERE id = ANY ($1) AND state <> 'revoked'",
    [branches],
  );
  if (rows[0]?.count !== branches.length) throw invalidField('waves', 'waves: a branch is unknown or revoked.');
  const id = newId('rol');
  await tx.query(
    `INSERT INTO rollouts (id, name, kind, body, healthy_ms, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, name, order.kind, JSON.stringify(order.body), healthyMs, actor, clock.now()],
  );
  for (const [at, wave] of waves.entries()) {
    await tx.query('INSERT INTO rollout_waves (rollout, wave, starts) VALUES ($1, $2, $3)', [id, at + 1, wave.starts]);
    await tx.query('INSERT INTO rollout_branches (rollout, wave, branch) SELECT $1, $2, unnest($3::text[])', [
      id,
      at + 1,
      wave.branches,
    ]);
  }
  await audit(tx, {
    actor,
    action: 'rollout.created',
    subject: id,
    details: { kind: order.kind, branches: branches.length },
  });
  return id;
}

interface WaveRef {
  actor: string;
  rollout: string;
  wave: number;
}

/** Starts the next wave: each of its branches gets the directive; a branch that was revoked meanwhile gets none. Throws `not_found`, `state_conflict`. */
export async function startWave(tx: Tx, deps: HubDeps, { actor, rollout, wave }: WaveRef): Promise<void> {
  const { rows } = await tx.query<{ kind: RolloutBody['kind']; body: string; stopped_at: number | null }>(
    'SELECT kind, body, stopped_at FROM rollouts WHERE id = $1 FOR UPDATE',
    [rollout],
  );
  const [row] = rows;
  if (row === undefined) throw noRollout();
  if (row.stopped_at !== null) throw conflict('The rollout was stopped.');
  const next = await nextWave(tx, rollout);
  if (next?.wave !== wave) throw conflict(next === null ? 'Every wave has started.' : `The next wave is ${next.wave}.`);
  await tx.query('UPDATE rollout_waves SET started_at = $3 WHERE rollout = $1 AND wave = $2', [
    rollout,
    wave,
    deps.clock.now(),
  ]);
  const { rows: branches } = await tx.query<{ id: string; health: string | null }>(
    `SELECT b.id, b.health FROM rollout_branches r JOIN branches b ON b.id = r.branch
     WHERE r.rollout = $1 AND r.wave = $2 AND b.state <> 'revoked' ORDER BY b.id`,
    [rollout, wave],
  );
  const order = { kind: row.kind, body: JSON.parse(row.body) as unknown } as RolloutBody;
  for (const { id, health } of branches) {
    await issueDirective(tx, deps, { actor, branch: id, order, rollout });
    await tx.query('UPDATE rollout_branches SET warnings = $3 WHERE rollout = $1 AND branch = $2', [
      rollout,
      id,
      warningsOf(health),
    ]);
  }
  await deps.audit(tx, { actor, action: 'rollout.wave_started', subject: rollout, details: { wave } });
}

/** No further wave starts. Directives that were issued stay. Throws `not_found`, `state_conflict`. */
export async function stopRollout(
  tx: Tx,
  { clock, audit }: HubDeps,
  { actor, rollout }: Omit<WaveRef, 'wave'>,
): Promise<void> {
  const { rows } = await tx.query<{ stopped_at: number | null }>(
    'SELECT stopped_at FROM rollouts WHERE id = $1 FOR UPDATE',
    [rollout],
  );
  if (rows[0] === undefined) throw noRollout();
  if (rows[0].stopped_at !== null) throw conflict('The rollout was stopped already.');
  await tx.query('UPDATE rollouts SET stopped_at = $2 WHERE id = $1', [rollout, clock.now()]);
  await audit(tx, { actor, action: 'rollout.stopped', subject: rollout });
}

const noRollout = (): AppError => new AppError('not_found', 'There is no such rollout.');

interface NextWave {
  wave: number;
  starts: 'by_hand' | 'when_healthy';
}

async function nextWave(tx: Tx, rollout: string): Promise<NextWave | null> {
  const { rows } = await tx.query<NextWave>(
    'SELECT wave, starts FROM rollout_waves WHERE rollout = $1 AND started_at IS NULL ORDER BY wave LIMIT 1',
    [rollout],
  );
  return rows[0] ?? null;
}

/** Starts waves whose former wave is done and healthy. Returns the number. Runs every minute, in one hub process at a time per rollout. */
export async function advanceRollouts(deps: HubDeps): Promise<number> {
  const { rows } = await transact(deps.pool, 'all', (tx) =>
    tx.query<{ id: string }>(
      `SELECT id FROM rollouts WHERE stopped_at IS NULL AND EXISTS
       (SELECT FROM rollout_waves WHERE rollout = id AND started_at IS NULL AND starts = 'when_healthy' AND wave > 1)`,
    ),
  );
  let started = 0;
  for (const { id } of rows) started += Number(await transact(deps.pool, 'all', (tx) => advance(tx, deps, id)));
  return started;
}

async function advance(tx: Tx, deps: HubDeps, rollout: string): Promise<boolean> {
  const { rows } = await tx.query<{ healthy_ms: number; stopped_at: number | null }>(
    'SELECT healthy_ms, stopped_at FROM rollouts WHERE id = $1 FOR UPDATE SKIP LOCKED',
    [rollout],
  );
  const [row] = rows;
  const next = row === undefined || row.stopped_at !== null ? null : await nextWave(tx, rollout);
  if (next?.starts !== 'when_healthy' || next.wave === 1) return false;
  const { healthy_ms } = must(row, 'it has a next wave');
  if (!(await isWaveHealthy(tx, { rollout, wave: next.wave - 1, answeredBeforeMs: deps.clock.now() - healthy_ms })))
    return false;
  await startWave(tx, deps, { actor: 'system', rollout, wave: next.wave });
  return true;
}

interface Reported {
  outcome: string | null;
  answered_at: number | null;
  health: string | null;
  parcel_at: number | null;
  warnings: string[] | null;
}

async function isWaveHealthy(
  tx: Tx,
  { rollout, wave, answeredBeforeMs }: { rollout: string; wave: number; answeredBeforeMs: number },
): Promise<boolean> {
  const { rows } = await tx.query<Reported>(
    `SELECT d.outcome, d.answered_at, b.health, b.parcel_at, r.warnings
     FROM rollout_branches r JOIN branches b ON b.id = r.branch
     LEFT JOIN directives d ON d.rollout = r.rollout AND d.branch = r.branch
     WHERE r.rollout = $1 AND r.wave = $2 AND b.state <> 'revoked'`,
    [rollout, wave],
  );
  return rows.every(
    ({ outcome, answered_at, health, parcel_at, warnings }) =>
      outcome === 'done' &&
      (answered_at ?? Infinity) <= answeredBeforeMs &&
      // It was heard of at the end of the time, and has no warning that it did not have before.
      (parcel_at ?? 0) >= answeredBeforeMs &&
      warningsOf(health).every((code) => warnings?.includes(code)),
  );
}

const healthShape = z.object({ warnings: z.array(z.string()) });

function warningsOf(health: string | null): string[] {
  const parsed = healthShape.safeParse(health === null ? null : JSON.parse(health));
  return parsed.success ? parsed.data.warnings : [];
}
