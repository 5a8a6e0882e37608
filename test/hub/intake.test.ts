import { expect, test } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
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
