import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createImportLedger } from '../../../server/datasets/imports.ts';
import { openUploads, safeFileName } from '../../../server/datasets/uploads.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';

const newId = createIds(testClock());
const roomy = (): number => Number.MAX_SAFE_INTEGER;

test('an upload lies in a folder of its own until it is discarded, and is removed by the next start', async () => {
  using temp = tempFolder();
  const folder = join(temp.path, 'uploads');
  const upload = openUploads({ folder, newId, diskFreeBytes: roomy }).begin();
  const file = await upload.receive(Readable.from([Buffer.from('a'), Buffer.from('bc')]), 'l.csv');
  expect([readFileSync(file.path, 'utf8'), file.sizeBytes]).toEqual(['abc', 3]);
  if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  await upload.discard();
  await upload.discard();
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(join(folder, 'imp_old'));
  writeFileSync(join(folder, 'imp_old', 'l.csv'), 'left by a process that was killed');
  openUploads({ folder, newId, diskFreeBytes: roomy });
  expect(existsSync(folder)).toBe(false);
});

test('an upload stops when the disk has too little room, before it comes and while it does', async () => {
  using temp = tempFolder();
  const full = openUploads({ folder: temp.path, newId, diskFreeBytes: () => LIMITS.diskFreeBytesMin + 9 }).begin();
  expect(() => full.refuseBeyondRoom(9)).not.toThrow();
  expect(() => full.refuseBeyondRoom(10)).toThrow(expect.objectContaining({ code: 'disk_full' }));
  let asked = 0;
  const filling = openUploads({
    folder: temp.path,
    newId,
    diskFreeBytes: () => (++asked > 1 ? 0 : Number.MAX_SAFE_INTEGER),
  }).begin();
  let sent = 0;
  const piece = Buffer.alloc(8 * 1024 * 1024);
  const endless = Readable.from(
    (function* () {
      for (; sent < 100; sent++) yield piece;
    })(),
  );
  await expect(filling.receive(endless, 'l.csv')).rejects.toMatchObject({ code: 'disk_full' });
  expect(sent * piece.length).toBeLessThan(3 * LIMITS.uploadRoomCheckBytes);
});

test('a limited number of uploads arrive at once, and one that has arrived or was cancelled makes room', async () => {
  using temp = tempFolder();
  const uploads = openUploads({ folder: temp.path, newId, diskFreeBytes: roomy });
  const begun = Array.from({ length: LIMITS.datasetUploadsAtOnce }, uploads.begin);
  const refused = expect.objectContaining({ code: 'queue_full' });
  expect(uploads.begin).toThrow(refused);
  begun[0]?.received();
  uploads.begin();
  expect(uploads.begin).toThrow(refused);
  await begun[1]?.discard();
  uploads.begin();
});

test.each([
  ['sdn.csv', 'sdn.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\lists\\un.xml', 'C__lists_un.xml'],
  ['CON.csv', '_CON.csv'],
  ['aux', '_aux'],
  ['.. .hidden. ', 'hidden'],
  ['a\u0000b\u202ecsv.exe', 'a_b_csv.exe'],
  ['Zoe\u0308.csv', 'Zo\u00eb.csv'],
  ['...', 'file'],
  ['', 'file'],
])('the file name %j becomes %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test('a long file name keeps its ending', () => {
  const safe = safeFileName(`${'ж'.repeat(300)}.zip`);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
  expect(safe).toMatch(/^ж+\.zip$/);
});

test('imports that ended are shown until newer ones take their place, those under way always', async () => {
  const ledger = createImportLedger({ clock: testClock(), newId }, 'lists');
  const never = ledger.track(
    ['a/slow.csv'],
    () => new Promise<string[]>(() => {}),
    () => [],
  );
  for (let nth = 0; nth < LIMITS.importsKept + 5; nth++) {
    const { done } = ledger.track(
      [`a/${nth}.csv`],
      () => Promise.reject(new Error('broken')),
      () => [],
    );
    await done.catch(() => {});
  }
  const shown = ledger.all();
  expect(shown).toHaveLength(LIMITS.importsKept + 1);
  expect(shown[0]).toBe(never.shown);
  expect(shown[1]).toMatchObject({ files: ['5.csv'], state: 'failed', error: new Error('broken') });
  expect(ledger.running()).toEqual([never.shown]);
});
