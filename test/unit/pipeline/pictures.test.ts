import { expect, test } from 'vitest';
import type { MeasureOptions } from '../../../models/ports.ts';
import { createOnce } from '../../../server/pipeline/once.ts';
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
  const pictures = createPictures({ vault, engines, once: createOnce(), verificationId: 'ver_1' });
  const document = { id: 'doc_1', type, mediaType: 'image/jpeg' } as StoredDocument;
  const [first, second] = [await pictures.measure(document), await pictures.measure(document)];
  expect(first).toBe(second);
  expect(asked).toEqual([{ cutText }]);
});
