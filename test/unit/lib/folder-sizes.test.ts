import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderSizes } from '../../../server/lib/folder-sizes.ts';
import { testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';

const LONG_MS = 60_000;

function filled(folder: string): void {
  mkdirSync(join(folder, 'files', 'ver_1'), { recursive: true });
  writeFileSync(join(folder, 'files', 'ver_1', 'doc_1'), Buffer.alloc(100));
  writeFileSync(join(folder, 'files', 'ver_1', 'doc_2'), Buffer.alloc(20));
  writeFileSync(join(folder, 'custos.db'), Buffer.alloc(7));
}

it('adds up all files, by folder too, follows no link, and measures again when that is old', async () => {
  using folder = tempFolder();
  filled(folder.path);
  symlinkSync('/', join(folder.path, 'elsewhere'));
  const clock = testClock();
  const sizes = createFolderSizes(folder.path, { clock, maxAgeMs: 1_000, waitMs: LONG_MS, elapsedMs: () => 0 });
  const first = { measuredAtMs: clock.now(), totalBytes: 127, folders: { files: 120 } };
  expect(await sizes()).toEqual(first);
  writeFileSync(join(folder.path, 'files', 'ver_1', 'doc_3'), Buffer.alloc(1));
  expect(await sizes()).toEqual(first);
  clock.advance(1_001);
  expect(await sizes()).toEqual({ measuredAtMs: clock.now(), totalBytes: 128, folders: { files: 121 } });
  writeFileSync(join(folder.path, 'files', 'ver_1', 'doc_4'), Buffer.alloc(2));
  clock.advance(-3_600_000);
  expect(await sizes()).toMatchObject({ measuredAtMs: clock.now(), totalBytes: 130 });
});

it('spends a hundredth of the time on measuring, and lets nobody wait for what takes long', async () => {
  using folder = tempFolder();
  filled(folder.path);
  const clock = testClock();
  let elapsed = 0;
  // Each measurement reads the clock twice, so it takes a minute.
  const elapsedMs = (): number => {
    elapsed += 60_000;
    return elapsed;
  };
  const sizes = createFolderSizes(folder.path, { clock, maxAgeMs: 1_000, waitMs: 50_000, elapsedMs });
  const first = await sizes();
  expect(first?.totalBytes).toBe(127);
  writeFileSync(join(folder.path, 'more'), Buffer.alloc(1));
  clock.advance(100 * 60_000);
  expect(await sizes()).toBe(first);
  clock.advance(1);
  expect(await sizes()).toBe(first);
  await expect.poll(sizes).toMatchObject({ totalBytes: 128, measuredAtMs: clock.now() });
});

it('tells nothing before the first measurement has ended, and nothing of a folder that is not there', async () => {
  using folder = tempFolder();
  filled(folder.path);
  const clock = testClock();
  const sizes = createFolderSizes(folder.path, { clock, maxAgeMs: 1_000, waitMs: 0 });
  const hasty = await Promise.all([sizes(), sizes()]);
  expect(hasty).toEqual([null, null]);
  await expect.poll(sizes).toMatchObject({ totalBytes: 127 });
  const none = createFolderSizes(join(folder.path, 'gone'), { clock, maxAgeMs: 1_000, waitMs: LONG_MS });
  expect(await none()).toMatchObject({ totalBytes: 0, folders: {} });
});
