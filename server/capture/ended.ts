import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { isId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { changeSession, end } from './change.ts';
import type { CaptureDeps } from './deps.ts';
import { contentOf, filesOf, openSessions } from './store.ts';
import type { CaptureFault, CaptureSession } from './types.ts';

/** Destroys the key of a session that has ended, then its files. If the process ends in between, the next start removes the files. */
export async function dropSealed({ keys, vault }: Pick<CaptureDeps, 'keys' | 'vault'>, id: string): Promise<void> {
  keys.deleteDataKey(id);
  await vault.removeFiles(id);
}

/**
 * Ends the sessions whose time is over, and deletes what no open session names: of sessions whose record was erased, and rows of sessions that led to
 * no record and ended long ago. Returns how many sessions expired.
 */
export async function endOverdue(deps: CaptureDeps): Promise<number> {
  const { db, clock, keys } = deps;
  const nowMs = clock.now();
  const overdue = openSessions(deps).filter(({ state, expiresAtMs }) => state !== 'submitted' && expiresAtMs <= nowMs);
  for (const session of overdue) await expire(deps, session, session.device ? 'session_expired' : 'not_claimed');
  const open = new Set(openSessions(deps).map(({ id }) => id));
  const orphans = keys.dataKeyIds().filter((id) => isId('cap', id) && !open.has(id));
  for (const id of orphans) await dropSealed(deps, id);
  const old = prepared(db, 'DELETE FROM capture_sessions WHERE verification_id IS NULL AND ended_at < ?');
  transact(db, () => void old.run(nowMs - LIMITS.captureKeptMs));
  return overdue.length;
}

async function expire(deps: CaptureDeps, { id, livemode }: CaptureSession, why: CaptureFault): Promise<void> {
  changeSession(deps, { id, livemode }, (session) => end(deps, session, 'expired', { actor: 'system', why }));
  await dropSealed(deps, id);
}

/**
 * Runs at a start, before records, keys and files are matched. Sessions whose time is over expire. So do those whose key or files are missing, as after
 * a restore: a backup holds no files of sessions. Returns the files that each remaining session names.
 */
export async function recoverSessions(deps: CaptureDeps): Promise<ReadonlyMap<string, readonly string[]>> {
  const owners = new Set(await deps.vault.fileOwners());
  for (const session of openSessions(deps)) {
    if (!(await isWhole(deps, session.id, owners))) await expire(deps, session, 'session_expired');
  }
  await endOverdue(deps);
  return new Map(openSessions(deps).map(({ id }) => [id, filesOf(contentOf(deps, id))]));
}

async function isWhole(deps: CaptureDeps, id: string, owners: ReadonlySet<string>): Promise<boolean> {
  if (deps.keys.dataKey(id) === null) return false;
  const named = filesOf(contentOf(deps, id));
  if (named.length === 0) return true;
  const there = owners.has(id) ? await deps.vault.filesOf(id) : [];
  return named.every((documentId) => there.includes(documentId));
}
