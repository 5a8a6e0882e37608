import { expect, test } from 'vitest';
import { releaseBranch } from '../../server/hub/branches.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { takeParcel, type Way } from '../../server/hub/intake.ts';
import type { Hub } from '../../server/hub/open.ts';
import type { AppError } from '../../server/lib/errors.ts';
import { newLineId } from '../../server/parcel/fields.ts';
import {
  ADMINISTRATOR,
  addRecord,
  copyBranch,
  deliver,
  enrolBranch,
  headOf,
  openLine,
  parcelOf,
  restoreBranch,
  sendAll,
  type TestBranch,
} from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

async function refused(hub: Hub, branch: TestBranch, by: Way['by'] = 'tls', parcel?: Buffer): Promise<AppError> {
  const way: Way = by === 'tls' ? { by, branch: branch.id } : { by };
  return takeParcel(hub, parcel ?? (await parcelOf(branch)), way).then(
    () => expect.unreachable('the parcel was taken'),
    (error: AppError) => error,
  );
}

async function stateOf(hub: Hub, branch: TestBranch) {
  const { rows } = await transact(hub.pool, 'all', (tx) =>
    tx.query<{ state: string; reason: string | null; proofs: string[]; line: string }>(
      `SELECT state, reason, line, ARRAY(SELECT p.reason FROM proofs p WHERE p.branch = b.id ORDER BY p.received_at, p.id) AS proofs
       FROM branches b WHERE id = $1`,
      [branch.id],
    ),
  );
  return rows[0];
}

/** A new line, as the administrator of a restored branch opens it. */
function reopen(branch: TestBranch): void {
  openLine(branch, newLineId(), { line: branch.line, seq: branch.entries.length, head: headOf(branch.entries) });
}

const release = (hub: Hub, branch: TestBranch, line: string | null): Promise<void> =>
  transact(hub.pool, 'all', (tx) => releaseBranch(tx, hub, { actor: ADMINISTRATOR, branch: branch.id }, line));

describeHub('lines', (program) => {
  test('a branch that was restored from a backup is behind: it goes on with a new line', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    addRecord(branch, 'ver_1');
    await sendAll(hub, branch);
    const backup = copyBranch(branch);
    addRecord(branch, 'ver_2');
    await sendAll(hub, branch);
    addRecord(branch, 'ver_3');
    await sendAll(hub, branch);

    const restored = restoreBranch(branch, backup);
    addRecord(restored, 'ver_4');
    const error = await refused(hub, restored);
    expect([error.code, error.details.members]).toEqual(['line_behind', { last: 4, head: headOf(branch.entries) }]);
    // It is no accusation: the branch stays active, and the proof is kept.
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'active', proofs: ['line_behind'] });
    reopen(restored);
    addRecord(restored, 'ver_4');
    await sendAll(hub, restored);
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'active', line: restored.line });
  });

  test('two machines from one image: the second one to write is found', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const twin = restoreBranch(branch, copyBranch(branch));
    addRecord(branch, 'ver_1');
    addRecord(twin, 'ver_2');
    await sendAll(hub, branch);
    // Both claim the same receipts.
    expect((await refused(hub, twin)).code).toBe('line_forked');
    expect(await stateOf(hub, branch)).toMatchObject({
      state: 'quarantined',
      reason: 'line_forked',
      proofs: ['line_forked'],
    });
    // Nothing of either is taken until an administrator of the hub decides.
    addRecord(branch, 'ver_3');
    expect((await refused(hub, branch)).code).toBe('quarantined');
    await release(hub, branch, null);
    await sendAll(hub, branch);
    // The other one now lacks a receipt that the line named, as a restored one does.
    expect((await refused(hub, twin)).code).toBe('line_behind');
  });

  test('a machine that goes on with a line after its branch opened a new one is found, too', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const twin = restoreBranch(branch, copyBranch(branch));
    addRecord(branch, 'ver_late');
    const late = await parcelOf(branch);
    clock.advance(60_000);
    reopen(twin);
    await sendAll(hub, twin);
    // What was sealed before the new line began may still arrive.
    expect((await deliver(hub, branch, late, 'file')).last).toBe(2);
    clock.advance(60_000);
    addRecord(branch, 'ver_1');
    expect((await refused(hub, branch)).code).toBe('line_forked');
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'quarantined' });
  });

  test('two successors of one line: the second needs the decision of an administrator of the hub', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const [first, second] = [restoreBranch(branch, copyBranch(branch)), restoreBranch(branch, copyBranch(branch))];
    reopen(first);
    reopen(second);
    await sendAll(hub, first);
    expect((await refused(hub, second)).code).toBe('line_forked');
    await release(hub, branch, second.line);
    await sendAll(hub, second);
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'active', line: second.line });
  });

  test('of a record, the newest line says what is known, not a later parcel of a former one', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const twin = restoreBranch(branch, copyBranch(branch));
    addRecord(branch, 'ver_1', { state: 'processing' });
    const late = await parcelOf(branch);
    clock.advance(1000);
    reopen(twin);
    addRecord(twin, 'ver_1', { state: 'rejected' });
    await sendAll(hub, twin);
    await deliver(hub, branch, late, 'file');
    const { rows } = await transact(hub.pool, 'all', (tx) => tx.query('SELECT state FROM records'));
    expect(rows).toEqual([{ state: 'rejected' }]);
  });

  test('a rewritten audit log contradicts its anchors: quarantine', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const branch = await enrolBranch(hub);
    for (const id of ['ver_1', 'ver_2', 'ver_3']) addRecord(branch, id);
    await sendAll(hub, branch);
    // Another link at a length that the hub confirmed.
    const rewritten = restoreBranch(branch, copyBranch(branch));
    rewritten.audit.splice(2, 1, 'ff'.repeat(32));
    rewritten.auditConfirmed = 5;
    rewritten.audit[4] = 'ee'.repeat(32);
    addRecord(rewritten, 'ver_4');
    expect((await refused(hub, rewritten)).code).toBe('quarantined');
    expect(await stateOf(hub, branch)).toMatchObject({
      state: 'quarantined',
      reason: 'audit_rewritten',
      proofs: ['audit_rewritten'],
    });
    // Or a shorter log.
    const other = await enrolBranch(hub, 'Other');
    for (const id of ['ver_1', 'ver_2', 'ver_3']) addRecord(other, id);
    await sendAll(hub, other);
    clock.advance(1000);
    addRecord(other, 'ver_4');
    const short = await parcelOf(other, {
      about: { audit: { count: 2, head: other.audit[1] ?? '' }, audit_at: null },
    });
    expect((await refused(hub, other, 'tls', short)).code).toBe('quarantined');
    await release(hub, other, null);
    await sendAll(hub, other);
  });

  test('an audit log that an administrator accepts counts from then on, and what was known before stays as proof', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const branch = await enrolBranch(hub);
    for (const id of ['ver_1', 'ver_2']) addRecord(branch, id);
    await sendAll(hub, branch);
    const { audit } = copyBranch(branch);
    clock.advance(1000);
    branch.audit = branch.audit.slice(0, 2).map(() => 'ee'.repeat(32));
    branch.auditConfirmed = 2;
    addRecord(branch, 'ver_3');
    expect((await refused(hub, branch)).code).toBe('quarantined');
    await release(hub, branch, null);
    await sendAll(hub, branch);
    clock.advance(1000);
    addRecord(branch, 'ver_4');
    await sendAll(hub, branch);
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'active', proofs: ['audit_rewritten'] });
    const { rows } = await transact(hub.pool, 'all', (tx) =>
      tx.query<{ head: Buffer }>('SELECT head FROM anchors WHERE until > 0'),
    );
    expect(rows.map(({ head }) => head.toString('hex'))).toEqual([audit.at(-1)]);
    // The accepted log is bound in its turn.
    branch.audit[branch.auditConfirmed - 1] = 'dd'.repeat(32);
    addRecord(branch, 'ver_5');
    expect((await refused(hub, branch)).code).toBe('quarantined');
  });

  test('the late stick of a revoked branch is kept as proof, and no part of its history', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    addRecord(branch, 'ver_1');
    await transact(hub.pool, 'all', (tx) =>
      tx.query("UPDATE branches SET state = 'revoked', reason = 'by_hand' WHERE id = $1", [branch.id]),
    );
    expect((await refused(hub, branch, 'tls')).code).toBe('revoked');
    expect((await refused(hub, branch, 'file')).code).toBe('revoked');
    expect(await stateOf(hub, branch)).toMatchObject({ state: 'revoked', proofs: ['revoked'] });
  });
});
