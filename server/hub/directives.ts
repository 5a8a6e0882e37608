import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Directive, type DirectiveWork, signDirective } from '../parcel/directive.ts';
import { FORMAT } from '../parcel/fields.ts';
import type { Signed } from '../parcel/signed.ts';
import { type BranchState, noBranch } from './branches.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import type { HubKeyPair } from './keys.ts';

/** What a branch is to do. */
export interface NewDirective {
  actor: string;
  branch: string;
  order: DirectiveWork;
  /** The rollout to which it belongs. */
  rollout?: string;
}

/** Gives a branch its next directive and returns the number. Throws `not_found`, and `state_conflict` for a revoked branch. */
export async function issueDirective(
  tx: Tx,
  deps: HubDeps,
  { actor, branch, order, rollout }: NewDirective,
): Promise<number> {
  const { clock, keys, audit } = deps;
  const { rows } = await tx.query<{ state: BranchState; count: number; hub_key_id: string }>(
    'SELECT state, directives_count AS count, hub_key_id FROM branches WHERE id = $1 FOR UPDATE',
    [branch],
  );
  const [row] = rows;
  if (row === undefined) throw noBranch();
  if (row.state === 'revoked') throw conflict('The branch is revoked.');
  const number = row.count + 1;
  const issuedAtMs = clock.now();
  // The keys that the branch uses: it learns of newer ones by a directive.
  const { signer, keys: hub } = must(await keys.find(row.hub_key_id), 'keys are never removed');
  const about = { format: FORMAT, hub_key_id: hub.hub_key_id, branch, number, issued_at: isoTime(issuedAtMs) } as const;
  const signed = signDirective(signer, { ...about, ...order });
  await tx.query(
    `INSERT INTO directives (branch, number, kind, signed, issued_at, issued_by, rollout)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [branch, number, order.kind, JSON.stringify(signed), issuedAtMs, actor, rollout ?? null],
  );
  await tx.query('UPDATE branches SET directives_count = $2 WHERE id = $1', [branch, number]);
  await audit(tx, { actor, action: 'directive.issued', subject: branch, details: { number, kind: order.kind } });
  return number;
}

/** Signs a branch's open directives again, with the keys that it uses now: it stops taking what the former ones signed. */
export async function signOpenDirectives(tx: Tx, branch: string, { signer, keys }: HubKeyPair): Promise<void> {
  const { rows } = await tx.query<{ number: number; signed: string }>(
    `SELECT d.number, d.signed FROM directives d JOIN branches b ON b.id = d.branch
     WHERE d.branch = $1 AND d.number > b.directives_answered`,
    [branch],
  );
  for (const { number, signed } of rows) {
    const directive = JSON.parse((JSON.parse(signed) as Signed).text) as Directive;
    const again = signDirective(signer, { ...directive, hub_key_id: keys.hub_key_id });
    await tx.query('UPDATE directives SET signed = $3 WHERE branch = $1 AND number = $2', [
      branch,
      number,
      JSON.stringify(again),
    ]);
  }
}

/** Returns at most `limit` directives of a branch after a number, in order. */
export async function directivesAfter(
  tx: Tx,
  branch: string,
  after: number,
  limit: number = LIMITS.hubDirectivesMax,
): Promise<Signed[]> {
  const { rows } = await tx.query<{ signed: string }>(
    'SELECT signed FROM directives WHERE branch = $1 AND number > $2 ORDER BY number LIMIT $3',
    [branch, after, limit],
  );
  return rows.map(({ signed }) => JSON.parse(signed) as Signed);
}

/**
 * Makes new keys of the hub and tells every branch by a directive that the former keys sign. A branch that does not know the new keys yet goes on with the
 * former ones. Returns the id of the new keys.
 */
export async function rotateHubKeys(deps: HubDeps, actor: string): Promise<string> {
  const { pool, keys, audit } = deps;
  const pair = await keys.rotate();
  const { hub_key_id } = pair.keys;
  await transact(pool, 'all', async (tx) => {
    const { rows } = await tx.query<{ id: string }>("SELECT id FROM branches WHERE state <> 'revoked' ORDER BY id");
    for (const { id } of rows) {
      await issueDirective(tx, deps, { actor, branch: id, order: { kind: 'hub_key', body: pair.keys } });
    }
    await audit(tx, { actor, action: 'hub_keys.rotated', subject: hub_key_id });
  });
  return hub_key_id;
}
