import { expect, test } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { takeParcel } from '../../server/hub/intake.ts';
import type { Hub } from '../../server/hub/open.ts';
import type { AppError } from '../../server/lib/errors.ts';
import { addRecord, deliver, enrolBranch, headOf, parcelOf, type TestBranch } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';
import { isWholeRun } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';

const codeOf = (error: unknown): string => {
  const { code, details } = error as AppError;
  return details.items?.[0]?.code ?? code;
};

const refusalOf = (hub: Hub, branch: TestBranch, parcel: Buffer): Promise<string> =>
  takeParcel(hub, parcel, { by: 'tls', branch: branch.id }).then(() => 'taken', codeOf);

async function lineOf(hub: Hub, branch: TestBranch): Promise<unknown> {
  const { rows } = await transact(hub.pool, 'all', (tx) =>
    tx.query<{ last: number; head: Buffer; count: number }>(
      `SELECT last, head, (SELECT count(*) FROM entries e WHERE e.branch = l.branch AND e.line = l.line) AS count
       FROM lines l WHERE branch = $1 AND line = $2`,
      [branch.id, branch.line],
    ),
  );
  return rows[0] && { ...rows[0], head: rows[0].head.toString('hex') };
}

const wholeLine = (branch: TestBranch) => ({
  last: branch.entries.length,
  head: headOf(branch.entries),
  count: branch.entries.length,
});

async function withBacklog(hub: Hub, parcels: number): Promise<{ branch: TestBranch; parcels: Buffer[] }> {
  const branch = await enrolBranch(hub);
  while (branch.entries.length < parcels * 100) addRecord(branch, `ver_${branch.entries.length}`);
  const sealed: Buffer[] = [];
  for (let at = 0; at < parcels; at++) sealed.push(await parcelOf(branch, { first: at * 100 + 1 }));
  return { branch, parcels: sealed };
}

describeHub('parcels at fault', (program) => {
  test('twice, reversed and at once, by file and over TLS: each entry is there once', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const { branch, parcels } = await withBacklog(hub, 4);
    const backwards = parcels.toReversed();
    for (const parcel of backwards.slice(0, -1)) expect(await refusalOf(hub, branch, parcel)).toBe('parcel_gap');
    for (const parcel of parcels) {
      const receipts = await Promise.all([
        deliver(hub, branch, parcel, 'tls'),
        deliver(hub, branch, parcel, 'file'),
        deliver(hub, branch, parcel, 'tls'),
      ]);
      expect(receipts[1]).toEqual(receipts[0]);
      expect(receipts[2]).toEqual(receipts[0]);
    }
    for (const parcel of backwards) await deliver(hub, branch, parcel, 'file');
    expect(await lineOf(hub, branch)).toEqual(wholeLine(branch));
  });

  test('cut, followed by more, or with one bit changed: refused, and nothing is burned', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const { branch, parcels } = await withBacklog(hub, 1);
    const [parcel] = parcels as [Buffer];
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);
    const faults = ['parcel_damaged', 'parcel_signature', 'parcel_too_large', 'unknown_branch'];
    for (let n = 0; n < (isWholeRun() ? 2_000 : 100); n++) {
      const changed = Buffer.from(parcel);
      const at = Math.floor(random() * parcel.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      expect(faults, `bit in byte ${at}`).toContain(await refusalOf(hub, branch, changed));
      expect(faults).toContain(await refusalOf(hub, branch, parcel.subarray(0, at)));
    }
    expect(await refusalOf(hub, branch, Buffer.concat([parcel, Buffer.of(0)]))).toBe('parcel_damaged');
    expect(await refusalOf(hub, branch, Buffer.alloc(0))).toBe('parcel_damaged');
    expect(await lineOf(hub, branch)).toBeUndefined();
    await deliver(hub, branch, parcel);
    expect(await lineOf(hub, branch)).toEqual(wholeLine(branch));
  });

  test('sealed for another hub, or sent by another branch: refused', async () => {
    await using rig = await testHub(program);
    await using other = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    const elsewhere = await enrolBranch(other.hub);
    const foreign = await parcelOf(branch, { hubKeys: elsewhere.hubKeys });
    expect(await refusalOf(hub, branch, foreign)).toBe('parcel_other_hub');
    expect(await refusalOf(other.hub, elsewhere, await parcelOf(branch))).toBe('parcel_signature');
    const neighbour = await enrolBranch(hub, 'Neighbour');
    expect(await refusalOf(hub, neighbour, await parcelOf(branch))).toBe('parcel_signature');
    // One branch cannot speak for another: its key signs, but the header names the other.
    const forged = await parcelOf({ ...branch, signer: neighbour.signer });
    expect(await refusalOf(hub, branch, forged)).toBe('parcel_signature');
  });

  test('a parcel that is sealed again in other bounds, also across known entries, gets a receipt of its own', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const { branch, parcels } = await withBacklog(hub, 3);
    const [first, second] = parcels as [Buffer, Buffer];
    await deliver(hub, branch, first);
    await deliver(hub, branch, second);
    for (const [from, to] of [
      [20, 60],
      [90, 130],
      [150, 249],
      [200, 299],
      [250, 300],
      [1, 100],
    ] as const) {
      const receipt = await deliver(hub, branch, await parcelOf(branch, { first: from, last: to }));
      expect(receipt).toMatchObject({ last: to, head: headOf(branch.entries.slice(0, to)) });
    }
    expect(await lineOf(hub, branch)).toEqual(wholeLine(branch));
  });
});
