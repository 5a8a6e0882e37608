import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLanguages } from '../../../models/ocr/language.ts';
import { readWeight, WEIGHTS } from '../../../models/runtime/weights.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
type Fill = (root: string, options: { log: (line: string) => void }) => Promise<number>;
const { fillWeights } = (await import(join(ROOT, 'models/fill-weights.mjs'))) as { fillWeights: Fill };

/** Only small weights, so that a test root is made quickly. */
const SMALL = WEIGHTS.filter((weight) => weight.file.startsWith('face/antispoof'));
let root = '';
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'weights-'));
  lines.length = 0;
  await mkdir(join(root, 'models'), { recursive: true });
  await writeFile(join(root, 'models/weights.json'), JSON.stringify({ files: SMALL }));
  for (const weight of SMALL) {
    await mkdir(dirname(join(root, 'node_modules', weight.from)), { recursive: true });
    await cp(join(ROOT, 'node_modules', weight.from), join(root, 'node_modules', weight.from));
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

test(
  'every listed file is in its package with the listed size, and nothing is listed twice',
  inWholeRunAlone('1 s'),
  async () => {
    for (const weight of WEIGHTS) {
      const bytes = await readFile(join(ROOT, 'node_modules', weight.from));
      if (weight.outputs === undefined && weight.made === undefined)
        expect(bytes.length, weight.file).toBe(weight.bytes);
    }
    expect(new Set(WEIGHTS.map((weight) => weight.file)).size).toBe(WEIGHTS.length);
  },
);

test('the listed versions are those that the lock file pins', async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  for (const weight of WEIGHTS) {
    const name = weight.from.match(/^(?:@[^/]+\/)?[^/]+/)?.[0];
    expect(lock.packages[`node_modules/${name}`]?.version, weight.file).toBe(weight.version);
  }
});

test('missing and changed files are filled, right ones are left alone', async () => {
  expect(await fillWeights(root, { log })).toBe(SMALL.length);
  expect(lines).toHaveLength(1);
  expect(await fillWeights(root, { log })).toBe(0);
  expect(lines).toHaveLength(1);
  const file = SMALL[0]?.file ?? '';
  await writeFile(join(root, 'models/weights', file), 'changed');
  expect(await fillWeights(root, { log })).toBe(1);
  expect((await readWeight(join(root, 'models/weights'), file)).length).toBe(SMALL[0]?.bytes);
});

test('a package without the file, or with another version of it, is named with the remedy', async () => {
  const source = join(root, 'node_modules', SMALL[0]?.from ?? '');
  await writeFile(source, 'another version');
  await expect(fillWeights(root, { log })).rejects.toThrow(/antispoof.*differs.*npm ci/);
  await rm(source);
  await expect(fillWeights(root, { log })).rejects.toMatchObject({
    name: 'LaunchError',
    message: expect.stringMatching(/antispoof.*is missing.*npm ci/),
  });
  expect(existsSync(join(root, 'models/weights', SMALL[0]?.file ?? ''))).toBe(false);
});

test('an ONNX file is made of its package, the same each time, and of nothing but what the list was made of', async () => {
  await fillWeights(root, { log });
  const made = SMALL.find(({ outputs }) => outputs !== undefined);
  const bytes = await readWeight(join(root, 'models/weights'), made?.file ?? '');
  expect(bytes.length).toBe(made?.bytes);
  expect(bytes.subarray(0, 11).toString('latin1')).toBe('\x08\x08\x12\x06custos\x3a');
  await rm(join(root, 'models/weights', made?.file ?? ''));
  const other = JSON.stringify({
    files: [{ ...made, outputs: ['StatefulPartitionedCall/sequential/dense_1/BiasAdd'] }],
  });
  await writeFile(join(root, 'models/weights.json'), other);
  await expect(fillWeights(root, { log })).rejects.toThrow(/antispoof.*not the one.*npm ci/);
  await writeFile(join(root, 'models/weights.json'), other.replace('BiasAdd', 'Nothing'));
  await expect(fillWeights(root, { log })).rejects.toThrow(/The ONNX file cannot be created.*antispoof.*npm ci/);
});

test('a language whose package is installed is filled in too, though the list does not name it', async () => {
  const source = join(root, 'node_modules/@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz');
  await mkdir(dirname(source), { recursive: true });
  await writeFile(source, 'Dutch');
  expect(await fillWeights(root, { log })).toBe(SMALL.length + 1);
  const target = join(root, 'models/weights/text/nld.traineddata.gz');
  expect(await readFile(target, 'utf8')).toBe('Dutch');
  expect(await fillWeights(root, { log })).toBe(0);
  await writeFile(source, 'newer');
  expect(await fillWeights(root, { log })).toBe(1);
  expect(await readFile(target, 'utf8')).toBe('newer');
});

test('a model file is read only when it is what the list says', async () => {
  await fillWeights(root, { log });
  const dir = join(root, 'models/weights');
  const file = SMALL[0]?.file ?? '';
  expect((await readWeight(dir, file)).length).toBe(SMALL[0]?.bytes);
  await writeFile(join(dir, file), 'damaged');
  await expect(readWeight(dir, file)).rejects.toMatchObject({
    failure: 'unavailable',
    message: expect.stringMatching(/antispoof.*damaged.*npm start/),
  });
  await rm(join(dir, file));
  await expect(readWeight(dir, file)).rejects.toMatchObject({ message: expect.stringMatching(/missing.*npm start/) });
  await expect(readWeight(dir, 'face/unheard-of.bin')).rejects.toMatchObject({ failure: 'unavailable' });
});

test('language data of the list is read only when it is what the list says', async () => {
  await fillWeights(root, { log });
  const directory = join(root, 'models/weights/text');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'fra.traineddata.gz'), 'damaged');
  await expect(readLanguages(directory, ['fra'])).rejects.toMatchObject({
    failure: 'unavailable',
    message: expect.stringMatching(/fra.*damaged.*npm start/),
  });
  await writeFile(join(directory, 'nld.traineddata.gz'), 'not on the list');
  await expect(readLanguages(directory, ['nld'])).resolves.toMatchObject([{ code: 'nld' }]);
});
