import { expect, test } from 'vitest';
import type { MeasureOptions } from '../../../models/ports.ts';
import { createMemoizer } from '../../../server/pipeline/memoize.ts';
import { createPictures } from '../../../server/pipeline/pictures.ts';
import type { Vault } from '../../../server/vault/vault.ts';
import type { StoredDocument } from '../../../server/verifications/types.ts';
import { fakeEngines, fakeFile } from '../../support/fake-engines.ts';

test.each<[StoredDocument['type'], boolean]>([
  ['selfie', false],
  ['unknown', true],
  ['passport', true],
])('whether text at the edges is looked for in a picture declared as %s: %s', async (type, cutText) => {
  const engines = fakeEngines();
  const asked: (MeasureOptions | undefined)[] = [];
  const { measure } = engines.quality;
  engines.quality.measure = (image, options) => {
    asked.push(options);
    return measure(image, options);
  };
  const vault = { readFile: async () => fakeFile({ lines: [] }) } as unknown as Vault;
  const pictures = createPictures({ vault, engines, memoize: createMemoizer(), verificationId: 'ver_1' });
  const document = { id: 'doc_1', type, mediaType: 'image/jpeg' } as StoredDocument;
  const [first, second] = [await pictures.measure(document), await pictures.measure(document)];
  expect(first).toBe(second);
  expect(asked).toEqual([{ cutText }]);
});

test('nothing is looked at any more once the run is over', async () => {
  const vault = { readFile: async () => fakeFile({ lines: [] }) } as unknown as Vault;
  const engines = fakeEngines();
  const pictures = createPictures({ vault, engines, memoize: createMemoizer(), verificationId: 'ver_1' });
  const document = { id: 'doc_1', type: 'passport', mediaType: 'image/jpeg' } as StoredDocument;
  expect((await pictures.decode(document)).size).toEqual({ width: 1200, height: 800 });
  pictures.close();
  await expect(pictures.look(document, engines.mrz.read)).rejects.toMatchObject({ failure: 'crashed' });
});

test('what was lent goes back after the last look at it, though the run is over', async () => {
  const vault = { readFile: async () => fakeFile({ lines: ['NAME'] }) } as unknown as Vault;
  const engines = fakeEngines();
  const pictures = createPictures({ vault, engines, memoize: createMemoizer(), verificationId: 'ver_1' });
  const document = { id: 'doc_1', type: 'passport', mediaType: 'image/jpeg' } as StoredDocument;
  const [seen, held] = [Promise.withResolvers<Uint8Array>(), Promise.withResolvers<void>()];
  const looking = pictures.look(document, async ({ pixels }) => {
    seen.resolve(pixels);
    await held.promise;
    expect(pixels.some((value) => value !== 0)).toBe(true);
  });
  const pixels = await seen.promise;
  pictures.close();
  expect(pixels.some((value) => value !== 0)).toBe(true);
  held.resolve();
  await looking;
  expect(pixels.every((value) => value === 0)).toBe(true);
});
