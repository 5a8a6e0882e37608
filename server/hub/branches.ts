import { AppError, conflict } from '../lib/errors.ts';
import { dropAnchors } from './anchors.ts';
import type { Tx } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import type { Contradiction } from './rules.ts';

export type BranchState = 'active' | 'quarantined' | 'revoked';

/** Why a branch is not active. */
export type StateReason = Exclude<Contradiction, 'line_behind'> | 'by_hand';

type Deps = Pick<HubDeps, 'audit' | 'clock'>;

/** Who acts: the id of an operator, or `system`. */
export interface Act {
  actor: string;
  branch: string;
}

/** Takes nothing from a branch until an administrator decides. Of a revoked branch nothing changes. */
export async function quarantineBranch(
  tx: Tx,
  deps: Deps,
  { actor, branch }: Act,
  reason: StateReason = 'by_hand',
): Promise<void> {
  await changeState(tx, deps, { actor, branch }, { from: ['active'], to: 'quarantined', reason });
}

/**
 * Ends the quarantine. The branch sends what it has no receipt for again, also what came by a file meanwhile. If its audit log was rewritten, the log as it
 * is now counts.
 * @param acceptedLine a new line that the branch may begin, although a known one contradicts it
 */
export async function releaseBranch(
  tx: Tx,
  deps: Deps,
  { actor, branch }: Act,
  acceptedLine: string | null,
): Promise<void> {
  const former = await changeState(tx, deps, { actor, branch }, { from: ['quarantined'], to: 'active', reason: null });
  if (former === 'audit_rewritten') await dropAnchors(tx, branch, deps.clock.now());
  if (acceptedLine !== null) {
    await tx.query('UPDATE branches SET accepted_line = $2 WHERE id = $1', [branch, acceptedLine]);
  }
}

/** Ends the trust in a branch for good, for example because it was stolen: its certificates and its parcels are worth nothing from now on. */
export async function revokeBranch(tx: Tx, deps: Deps, { actor, branch }: Act): Promise<void> {
  await changeState(tx, deps, { actor, branch }, { from: ['active', 'quarantined'], to: 'revoked', reason: 'by_hand' });
}

export async function renameBranch(tx: Tx, deps: Deps, { actor, branch }: Act, name: string): Promise<void> {
  const { rowCount } = await tx.query('UPDATE branches SET name = $2 WHERE id = $1', [branch, name]);
  if (rowCount === 0) throw noBranch();
  await deps.audit(tx, { actor, action: 'branch.renamed', subject: branch });
}

/** Returns the reason of the former state. */
async function changeState(
  tx: Tx,
  { audit, clock }: Deps,
  { actor, branch }: Act,
  { from, to, reason }: { from: readonly BranchState[]; to: BranchState; reason: StateReason | null },
): Promise<StateReason | null> {
  const { rows } = await tx.query<{ state: BranchState; reason: StateReason | null }>(
    'SELECT state, reason FROM branches WHERE id = $1 FOR UPDATE',
    [branch],
  );
  const state = rows[0]?.state;
  if (state === undefined) throw noBranch();
  if (!from.includes(state)) throw conflict(`The branch is ${state}.`);
  await tx.query('UPDATE branches SET state = $2, reason = $3, state_at = $4 WHERE id = $1', [
    branch,
    to,
    reason,
    clock.now(),
  ]);
  const action = to === 'active' ? 'branch.released' : (`branch.${to}` as const);
  await audit(tx, { actor, action, subject: branch, details: { reason } });
  return rows[0]?.reason ?? null;
}

export const noBranch = (): AppError => new AppError('not_found', 'There is no such branch, or you may not see it.');

/** Returns the refusal of everything that a branch in this state asks, or null if it is active. */
export function refusalOf(state: BranchState): AppError | null {
  if (state === 'active') return null;
  return state === 'revoked'
    ? new AppError('revoked', 'This branch was revoked at the hub. Its administrator can enrol it again.')
    : new AppError(
        'quarantined',
        "This branch is in quarantine until an administrator of the hub decides. Call the hub's administrator.",
      );
}
