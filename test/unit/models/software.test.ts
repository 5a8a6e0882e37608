import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWeightsCheck } from '../../../models/runtime/check-weights.ts';
import { engineSoftware } from '../../../models/software.ts';
import { tempFolder } from '../../support/folder.ts';

it('tells of each engine what it is made of', () => {
  const software = engineSoftware();
  expect(Object.keys(software).sort()).toEqual([
    'barcode',
    'face',
    'image',
    'mrz',
    'pdf',
    'quality',
    'second_text',
    'text',
  ]);
  for (const { version, backend } of Object.values(software)) {
    expect(version).toMatch(/^[@\w./-]+ \d+\.\d+\.\d+|^custos-mrz /);
    expect(backend).not.toBe('');
  }
  expect(software.second_text).toEqual({
    version: expect.stringMatching(/^@gutenye\/ocr-models /),
    backend: 'native (onnxruntime)',
  });
  expect(software.text.version).toMatch(/^tesseract\.js /);
});

it('says of each model file whether it is the one that is listed, and looks again when it changes', async () => {
  using folder = tempFolder();
  const weight = { from: 'a-package', bytes: 5, licence: 'MIT', version: '1.0.0' };
  const listed = [
    { ...weight, file: 'face/there.bin', sha256: createHash('sha256').update('model').digest('hex') },
    { ...weight, file: 'face/gone.bin', sha256: '00' },
  ];
  const check = createWeightsCheck(folder.path, listed);
  const verified = async () => (await check()).map((found) => found.verified);
  mkdirSync(join(folder.path, 'face'));
  writeFileSync(join(folder.path, 'face/there.bin'), 'model');
  expect(await check()).toEqual([
    { ...listed[0], verified: true },
    { ...listed[1], verified: false },
  ]);
  writeFileSync(join(folder.path, 'face/there.bin'), 'mode1');
  utimesSync(join(folder.path, 'face/there.bin'), 1, 1);
  expect(await verified()).toEqual([false, false]);
  writeFileSync(join(folder.path, 'face/there.bin'), 'model');
  utimesSync(join(folder.path, 'face/there.bin'), 2, 2);
  expect(await verified()).toEqual([true, false]);
});
