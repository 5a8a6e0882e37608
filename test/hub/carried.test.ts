import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCarried, takeCarried } from '../../server/hub/carried.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { issueDirective } from '../../server/hub/directives.ts';
import { addPack, readPack, removePack } from '../../server/hub/packs.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { openCarried, writeCarried } from '../../server/parcel/carried.ts';
import { readReceipt } from '../../server/parcel/receipt.ts';
import { tempFolder } from '../support/folder.ts';
import { ADMINISTRATOR, addEntry, addRecord, enrolBranch, parcelOf, sendAll } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

const actor = ADMINISTRATOR;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describeHub('carried files', (program) => {
  test('bring parcels to the hub, and receipts, directives and packs to the branch', async () => {
    await using rig = await testHub(program);
    using folder = tempFolder();
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    while (branch.entries.length < 150) addRecord(branch, `ver_${branch.entries.length}`);
    const parcels = [
      { line: branch.line, first: 101, content: await parcelOf(branch, { first: 101 }) },
      { line: branch.line, first: 1, content: await parcelOf(branch) },
    ];
    const toHub = join(folder.path, 'to-hub.zip');
    await writeCarried(toHub, { parcels });
    // A database that was away for a moment says nothing of a parcel.
    let failures = 1;
    const connect = () =>
      failures-- > 0 ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : hub.pool.connect();
    const away = { ...hub, pool: Object.assign(Object.create(hub.pool), { connect }) };
    await expect(takeCarried(away, { actor, path: toHub })).rejects.toMatchObject({ code: 'database_unavailable' });
    const taken = await takeCarried(hub, { actor, path: toHub });
    expect(taken).toMatchObject({ branch: branch.id, taken: 2, refused: {} });
    expect(await takeCarried(hub, { actor, path: toHub })).toMatchObject({ taken: 2 });

    const bytes = randomBytes(LIMITS.hubPackPartBytes * 2 + 17);
    const packPath = join(folder.path, 'list.pack');
    writeFileSync(packPath, bytes);
    const pack = await addPack(hub, { actor, kind: 'list', name: 'Sanctions', path: packPath });
    expect(await addPack(hub, { actor, kind: 'list', name: 'Sanctions', path: packPath })).toEqual(pack);
    const body = { pack: pack.kind, name: pack.name, sha256: pack.sha256, size_bytes: pack.sizeBytes };
    await transact(hub.pool, 'all', (tx) =>
      issueDirective(tx, hub, { actor, branch: branch.id, order: { kind: 'pack', body } }),
    );
    const path = join(folder.path, 'to-branch.zip');
    const made = await makeCarried(hub, { actor, branch: branch.id, path, folder: folder.path });
    expect(made.name).toBe(`custos-to-branch-${branch.id}-1.zip`);
    using file = await openCarried(path);
    const receipts = (await all(file.receipts())).map((signed) => readReceipt(signed, branch.hubKeys).last);
    expect(receipts).toEqual([100, 150]);
    expect(await all(file.directives())).toHaveLength(1);
    expect(file.packs).toEqual([pack.sha256]);
    expect(Buffer.concat(await all(file.pack(pack.sha256))).equals(bytes)).toBe(true);
    await expect(
      transact(hub.pool, 'all', (tx) => removePack(tx, hub, { actor, sha256: pack.sha256 })),
    ).rejects.toMatchObject({ code: 'state_conflict' });

    // What the branch has and has answered is not carried again.
    branch.confirmed = 150;
    addEntry(branch, 'directive', null, { number: 1, outcome: 'done', code: null });
    await sendAll(hub, branch);
    await transact(hub.pool, 'all', (tx) => removePack(tx, hub, { actor, sha256: pack.sha256 }));
    const next = join(folder.path, 'next.zip');
    expect((await makeCarried(hub, { actor, branch: branch.id, path: next, folder: folder.path })).name).toContain(
      '-2.zip',
    );
    using rest = await openCarried(next);
    expect((await all(rest.receipts())).map((signed) => readReceipt(signed, branch.hubKeys).last)).toEqual([151]);
    expect(await all(rest.directives())).toEqual([]);
  });

  test('a damaged parcel in a file does not stop the others; what was refused is counted by its code', async () => {
    await using rig = await testHub(program);
    await using elsewhere = await testHub(program);
    using folder = tempFolder();
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    const foreign = await enrolBranch(elsewhere.hub);
    const good = await parcelOf(branch);
    const cut = (await parcelOf(branch)).subarray(0, 200);
    const path = join(folder.path, 'mixed.zip');
    await writeCarried(path, {
      parcels: [
        { line: foreign.line, first: 1, content: await parcelOf(foreign) },
        { line: branch.line, first: 1, content: good },
        { line: branch.line, first: 2, content: Buffer.from(cut) },
      ],
    });
    const result = await takeCarried(hub, { actor, path });
    expect(result).toMatchObject({ taken: 1, refused: { unknown_branch: 1, parcel_damaged: 1 } });
  });

  test('a part of a pack is read from any place', async () => {
    await using rig = await testHub(program);
    using folder = tempFolder();
    const { hub } = rig;
    const bytes = randomBytes(LIMITS.hubPackPartBytes + 1000);
    const path = join(folder.path, 'a.pack');
    writeFileSync(path, bytes);
    const { sha256, sizeBytes } = await addPack(hub, { actor, kind: 'update', name: 'a', path });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const size = LIMITS.hubPackPartBytes;
    for (const [from, until] of [
      [0, sizeBytes],
      [size - 1, size + 1],
      [size, sizeBytes],
      [sizeBytes - 1, sizeBytes],
      [5, 9],
    ] as const) {
      const read = Buffer.concat(await all(readPack(hub, sha256, { from, until })));
      expect(read.equals(bytes.subarray(from, until)), `${from}-${until}`).toBe(true);
    }
    writeFileSync(join(folder.path, 'empty'), '');
    await expect(
      addPack(hub, { actor, kind: 'update', name: 'e', path: join(folder.path, 'empty') }),
    ).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });
});
