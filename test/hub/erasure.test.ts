import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { signErasures } from '../../server/hub/erasure-list.ts';
import type { Hub } from '../../server/hub/open.ts';
import { readHistory } from '../../server/hub/record-history.ts';
import { destroyWraps } from '../../server/hub/wraps.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { isSignedBy } from '../../server/lib/signatures.ts';
import { newLineId } from '../../server/parcel/fields.ts';
import {
  ADMINISTRATOR,
  addEntry,
  addHealth,
  addRecord,
  copyBranch,
  deliver,
  enrolBranch,
  eraseEntry,
  headOf,
  openLine,
  parcelOf,
  restoreBranch,
  sendAll,
  type TestBranch,
} from '../support/hub/branch.ts';
import { copyDatabase, describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

const ERASED = { erased_at: '2026-01-15T12:00:00.000Z' };

/** Erases as a branch does: its own copies lose the content first, then it says so. */
function erase(branch: TestBranch, record: string): void {
  branch.entries = branch.entries.map((entry) => (entry.record === record ? eraseEntry(entry) : entry));
  addEntry(branch, 'erased', record, ERASED);
}

/** Returns the contents of a record that the hub can read. */
const readable = async (hub: Hub, branch: TestBranch, record: string): Promise<unknown[]> =>
  (await transact(hub.pool, 'all', (tx) => readHistory(tx, hub, branch.id, record))).flatMap(
    ({ content }) => content ?? [],
  );

const recordIds = async (hub: Hub): Promise<string[]> => {
  const { rows } = await transact(hub.pool, 'all', (tx) =>
    tx.query<{ id: string }>('SELECT id FROM records ORDER BY id'),
  );
  return rows.map(({ id }) => id);
};

describeHub('erasure at the hub', (program) => {
  test('contents are sealed; an erased one is gone, its key within a day, and the others stay readable', async () => {
    await using rig = await testHub(program);
    const { hub, clock, keysFolder, database } = rig;
    const branch = await enrolBranch(hub);
    for (const id of ['ver_1', 'ver_2']) addRecord(branch, id, { reasons: ['planted_reason'] });
    await sendAll(hub, branch);
    expect(await readable(hub, branch, 'ver_1')).toEqual([branch.entries[1]?.content]);
    const [wrap = ''] = readdirSync(join(keysFolder, 'wraps', branch.id));

    erase(branch, 'ver_1');
    await sendAll(hub, branch);
    expect(await readable(hub, branch, 'ver_1')).toEqual([]);
    expect(await recordIds(hub)).toEqual(['ver_2']);
    expect(await destroyWraps(hub)).toBe(0);
    clock.advance(LIMITS.hubWrapDelayMs);
    expect(await destroyWraps(hub)).toBe(1);
    const left = readdirSync(join(keysFolder, 'wraps', branch.id));
    expect(left).toHaveLength(1);
    expect(left).not.toContain(wrap);
    expect(await readable(hub, branch, 'ver_2')).toEqual([branch.entries[2]?.content]);
    expect(await destroyWraps(hub)).toBe(0);
    // The id remains in the chain; of the contents nothing is in the clear but what the console searches.
    const clear = (await database.dump()).split('\n').filter((line) => line.includes('planted_reason'));
    expect(clear).toHaveLength(2);
    for (const line of clear) expect(line).toContain('ver_2');
    addRecord(branch, 'ver_2', { state: 'rejected' });
    await sendAll(hub, branch);
    expect(await readable(hub, branch, 'ver_2')).toHaveLength(2);
  });

  test('the hub signs the list of what it erased, in parts, and says whether the keys are gone', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const branch = await enrolBranch(hub);
    const ids = Array.from({ length: LIMITS.hubErasuresListed + 1 }, (_, at) => `ver_${String(at).padStart(5, '0')}`);
    addRecord(branch, 'ver_00000');
    await sendAll(hub, branch);
    for (const id of ids) erase(branch, id);
    await sendAll(hub, branch);
    const list = async (after?: string) => {
      const part = await signErasures(hub, { actor: ADMINISTRATOR, branch: branch.id, after });
      const { text, signature } = part.signed;
      expect(isSignedBy(part.signingKey, 'hub erasure list', Buffer.from(text), Buffer.from(signature, 'hex'))).toBe(
        true,
      );
      expect(part.signingKey).toBe(branch.hubKeys.signing);
      return {
        ...(JSON.parse(text) as { branch: string; erased: { record: string; key_destroyed: boolean }[] }),
        next: part.next,
      };
    };
    const first = await list();
    expect(first.branch).toBe(branch.id);
    expect(first.erased.map(({ record }) => record)).toEqual(ids.slice(0, -1));
    expect(first.erased[0]?.key_destroyed).toBe(false);
    const second = await list(first.next ?? '');
    expect([second.erased.map(({ record }) => record), second.next]).toEqual([ids.slice(-1), null]);
    clock.advance(LIMITS.hubWrapDelayMs);
    await destroyWraps(hub);
    expect((await list()).erased[0]?.key_destroyed).toBe(true);
    await expect(signErasures(hub, { actor: ADMINISTRATOR, branch: 'brn_none' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { rows } = await transact(hub.pool, 'all', (tx) =>
      tx.query("SELECT FROM audit WHERE action = 'erasures.listed'"),
    );
    expect(rows).toHaveLength(3);
  });

  test('a stick that travels while its record is erased brings nothing back', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    addRecord(branch, 'ver_1');
    const stick = await parcelOf(branch);
    erase(branch, 'ver_1');
    // Either the stick comes first, or TLS does with the same entries, of which one is erased.
    await sendAll(hub, branch);
    await deliver(hub, branch, stick, 'file');
    expect(await readable(hub, branch, 'ver_1')).toEqual([]);
    expect(await recordIds(hub)).toEqual([]);

    const other = await enrolBranch(hub, 'Other');
    addRecord(other, 'ver_2');
    const early = await parcelOf(other);
    erase(other, 'ver_2');
    await deliver(hub, other, early, 'file');
    expect(await recordIds(hub)).toEqual(['ver_2']);
    await sendAll(hub, other);
    expect(await recordIds(hub)).toEqual([]);
    expect(headOf(other.entries)).toBe(headOf(other.entries.map(eraseEntry)));
  });

  test('an erasure also removes parcels that are kept as proof', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const backup = copyBranch(branch);
    addRecord(branch, 'ver_1');
    await sendAll(hub, branch);
    addRecord(branch, 'ver_2');
    await sendAll(hub, branch);
    const restored = restoreBranch(branch, backup);
    addRecord(restored, 'ver_3');
    await expect(deliver(hub, restored, await parcelOf(restored))).rejects.toMatchObject({ code: 'line_behind' });
    openLine(restored, newLineId(), { line: branch.line, seq: 1, head: headOf(backup.entries) });
    addEntry(restored, 'erased', 'ver_3', ERASED);
    await sendAll(hub, restored);
    const { rows } = await transact(hub.pool, 'all', (tx) => tx.query('SELECT parcel, records FROM proofs'));
    expect(rows).toEqual([{ parcel: null, records: ['ver_3'] }]);
  });
});

describeHub('a hub whose database was restored to yesterday', (program) => {
  test('takes the missing entries again, erases again what was erased, and opens nothing of it', async () => {
    await using rig = await testHub(program);
    const { hub, clock, database } = rig;
    const branch = await enrolBranch(hub);
    for (const id of ['ver_1', 'ver_2']) addRecord(branch, id);
    addHealth(branch);
    await sendAll(hub, branch);
    await using yesterday = await copyDatabase(program, database);

    erase(branch, 'ver_1');
    addRecord(branch, 'ver_3');
    await sendAll(hub, branch);
    clock.advance(LIMITS.hubWrapDelayMs);
    await destroyWraps(hub);
    addRecord(branch, 'ver_4');
    await sendAll(hub, branch);

    const restored = await rig.reopen(yesterday);
    // At its start, before any branch called.
    expect(await recordIds(restored)).toEqual(['ver_2']);
    expect(await readable(restored, branch, 'ver_1')).toEqual([]);
    addRecord(branch, 'ver_5');
    const ahead = await parcelOf(branch);
    await expect(deliver(restored, branch, ahead)).rejects.toMatchObject({
      code: 'parcel_gap',
      details: { members: { expected_seq: 5 } },
    });
    branch.confirmed = 4;
    await sendAll(restored, branch);
    expect(await recordIds(restored)).toEqual(['ver_2', 'ver_3', 'ver_4', 'ver_5']);
    addRecord(branch, 'ver_2', { state: 'rejected' });
    await sendAll(restored, branch);
    expect(await readable(restored, branch, 'ver_2')).toHaveLength(1);
    clock.advance(LIMITS.hubWrapDelayMs);
    await destroyWraps(restored);
    expect(await destroyWraps(restored)).toBe(0);
  });
});
