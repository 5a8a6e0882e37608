import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingIn } from '../../../main/package/modules.ts';
import { tempFolder } from '../../support/folder.ts';

test('a package is missing that is not there, or there in another version', () => {
  using root = tempFolder();
  const named = (name: string) => ({ path: `node_modules/${name}`, name, version: '1.0.0', isOptional: false });
  for (const [name, version] of [
    ['here', '1.0.0'],
    ['older', '0.9.0'],
  ] as const) {
    mkdirSync(join(root.path, 'node_modules', name), { recursive: true });
    writeFileSync(join(root.path, 'node_modules', name, 'package.json'), JSON.stringify({ version }));
  }
  const missing = missingIn(root.path, ['here', 'older', 'absent'].map(named));
  expect(missing.map(({ name }) => name)).toEqual(['older', 'absent']);
});
