import { expect, test } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { type RecordFilter, searchRecords } from '../../server/hub/record-search.ts';
import { addEntry, addHealth, addRecord, deliver, enrolBranch, parcelOf, sendAll } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

describeHub('parcels', (program) => {
  test('a parcel is taken, its records and health are known, and the same bytes get the same receipt', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    addHealth(branch, ['backup_old']);
    addRecord(branch, 'ver_1', { state: 'rejected', reasons: ['face_mismatch', 'document_expired'] });
    addRecord(branch, 'ver_2');
    const parcel = await parcelOf(branch);
    const receipt = await deliver(hub, branch, parcel);
    expect(receipt).toMatchObject({ branch: branch.id, line: branch.line, last: 4 });
    expect(await deliver(hub, branch, parcel)).toEqual(receipt);
    const { rows } = await transact(hub.pool, 'all', (tx) =>
      tx.query('SELECT id, state, reasons FROM records ORDER BY id'),
    );
    expect(rows).toEqual([
      { id: 'ver_1', state: 'rejected', reasons: ['face_mismatch', 'document_expired'] },
      { id: 'ver_2', state: 'approved', reasons: [] },
    ]);
  });

  test('the records are found by what is newest of them: state, reason, branch and time', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const [north, south] = [await enrolBranch(hub, 'North'), await enrolBranch(hub, 'South')];
    addRecord(north, 'ver_1', { state: 'needs_review', reasons: ['face_mismatch', 'document_expired'] });
    addRecord(north, 'ver_2', { state: 'rejected', reasons: ['face_mismatch'] });
    addRecord(south, 'ver_3', { state: 'rejected', reasons: ['face_mismatch'] });
    await sendAll(hub, north);
    await sendAll(hub, south);
    clock.advance(1000);
    addRecord(north, 'ver_1', { state: 'approved', reasons: ['document_expired'] });
    await sendAll(hub, north);
    const find = async (filter: RecordFilter, reach: 'all' | string[] = 'all', limit = 50): Promise<string[]> => {
      const ids: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await transact(hub.pool, reach, (tx) =>
          searchRecords(tx, reach, filter, { limit, after: after ?? undefined }),
        );
        ids.push(...page.rows.map(({ id }) => id));
        after = page.next;
      }
      return ids;
    };
    expect(await find({})).toEqual(['ver_1', 'ver_3', 'ver_2']);
    expect(await find({}, 'all', 1)).toEqual(['ver_1', 'ver_3', 'ver_2']);
    expect(await find({ reason: 'face_mismatch' }, 'all', 1)).toEqual(['ver_3', 'ver_2']);
    expect(await find({ reason: 'document_expired' })).toEqual(['ver_1']);
    expect(await find({ reason: 'document_expired', state: 'needs_review' })).toEqual([]);
    expect(await find({ reason: 'face_mismatch' }, [north.id])).toEqual(['ver_2']);
    expect(await find({ reason: 'face_mismatch', branch: south.id }, [north.id])).toEqual([]);
    expect(await find({ state: 'rejected', branch: south.id })).toEqual(['ver_3']);
    expect(await find({ changedFromMs: clock.now() })).toEqual(['ver_1']);
    addEntry(north, 'erased', 'ver_1', { erased_at: '2026-01-15T12:00:00.000Z' });
    await sendAll(hub, north);
    expect(await find({ reason: 'document_expired' })).toEqual([]);
    const reasons = await transact(hub.pool, 'all', (tx) =>
      tx.query('SELECT reason, id FROM record_reasons ORDER BY id'),
    );
    expect(reasons.rows).toEqual([
      { reason: 'face_mismatch', id: 'ver_2' },
      { reason: 'face_mismatch', id: 'ver_3' },
    ]);
  });

  test('an erasure removes a record, and nothing later brings it back', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    addRecord(branch, 'ver_1');
    await sendAll(hub, branch);
    addEntry(branch, 'erased', 'ver_1', { erased_at: '2026-01-15T12:00:00.000Z' });
    await sendAll(hub, branch);
    addRecord(branch, 'ver_1');
    await sendAll(hub, branch);
    const found = await transact(hub.pool, 'all', (tx) => tx.query('SELECT FROM records'));
    expect(found.rowCount).toBe(0);
    const contents = await transact(hub.pool, 'all', (tx) =>
      tx.query('SELECT FROM entries WHERE record IS NOT NULL AND content IS NOT NULL'),
    );
    expect(contents.rowCount).toBe(0);
  });
});
