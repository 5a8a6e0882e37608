import { expect, test } from 'vitest';
import { appManifest, passageOf } from '../../../main/package/app-files.ts';

test.each([
  ['server/process.ts', 'compiled'],
  ['models/ports.ts', 'compiled'],
  ['main/main.ts', 'compiled'],
  ['main/preload.cjs', 'copied'],
  ['main/pages/failure.html', 'copied'],
  ['models/weights.json', 'copied'],
  ['models/mrz/net.f16', 'copied'],
  ['server/checks/kyb/risk-tables.json', 'copied'],
  ['main/start.mjs', 'left_out'],
  ['main/launch/child.mjs', 'left_out'],
  ['main/package/build.ts', 'left_out'],
  ['models/weights/face/x.bin', 'left_out'],
  ['models/mrz/train/train.ts', 'left_out'],
  ['models/fill-weights.mjs', 'left_out'],
  ['models/kernels/mrz.wasm', 'copied'],
  ['models/kernels/assembly/grey.ts', 'left_out'],
  ['models/kernels/build.mjs', 'left_out'],
  ['server/adr/0001-pinned-node.md', 'left_out'],
])('%s is %s', (path, passage) => expect(passageOf(path)).toBe(passage));

test('the package of the program needs what production needs, and runs no script', () => {
  const manifest = appManifest({
    name: 'custos',
    version: '1.2.3',
    description: 'd',
    license: 'MIT',
    dependencies: { express: '5.0.0' },
    ...{ scripts: { postinstall: 'x' }, devDependencies: { vitest: '1.0.0' } },
  });
  expect(manifest).toMatchObject({
    version: '1.2.3',
    type: 'module',
    main: 'main/main.js',
    homepage: expect.stringMatching(/^https:/),
  });
  expect(manifest).toMatchObject({ dependencies: { express: '5.0.0' } });
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
});
