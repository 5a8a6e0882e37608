import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { expect, test } from 'vitest';
import { isOurs, listPackedFiles } from '../../../main/package/inventory.ts';
import { tempFolder } from '../../support/folder.ts';
import { printFiles } from '../../support/package/print-files.ts';

test('a packed folder is listed with the files inside its archive, each once', async () => {
  using folder = tempFolder();
  const [app, packed] = [join(folder.path, 'app'), join(folder.path, 'packed')];
  mkdirSync(join(app, 'natives'), { recursive: true });
  mkdirSync(join(packed, 'resources'), { recursive: true });
  writeFileSync(join(app, 'main.js'), 'inside');
  writeFileSync(join(app, 'natives', 'x.node'), 'beside');
  writeFileSync(join(packed, 'custos'), 'program');
  await createPackageWithOptions(app, join(packed, 'resources', 'app.asar'), { unpack: '*.node' });
  const files = listPackedFiles(packed);
  expect(files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['custos', 7],
    ['resources/app.asar.unpacked/natives/x.node', 6],
    ['resources/app.asar/main.js', 6],
  ]);
  expect(files.filter(isOurs)).toHaveLength(2);
  // printf inside | sha256sum
  expect(printFiles(files.slice(2))).toMatch(/^[0-9a-f]{64} {2} {8}6 {2}resources\/app\.asar\/main\.js\n$/);
});
