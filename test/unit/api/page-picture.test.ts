import { expect, test } from 'vitest';
import { EngineError, type Engines, type Showing } from '../../../models/ports.ts';
import { createPagePictures, type PictureSource } from '../../../server/api/page-picture.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { fakeEngines, fakeFile } from '../../support/fake-engines.ts';

function source(change: Partial<PictureSource> = {}): PictureSource {
  return {
    file: { id: 'doc_1', mediaType: 'image/jpeg' },
    read: async () => fakeFile({ width: 1000, height: 500 }),
    isWanted: () => true,
    ...change,
  };
}

const PAGE = { page: 1, turn: 0, widthPixelsMax: 640 } as const;

async function cropOf(turn: 0 | 90 | 180 | 270, box: { x: number; y: number; width: number; height: number }) {
  const { face } = createPagePictures(fakeEngines());
  const picture = await face(source(), { document_id: 'doc_1', of: 'selfie', compared: true, turn, box });
  const { crop } = JSON.parse(
    Buffer.from(picture ?? [])
      .subarray(4)
      .toString(),
  ).shown as Showing;
  return crop;
}

test('a face is cut out with a quarter of its size on each side, as far as the turned picture goes', async () => {
  const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.4 };
  expect(await cropOf(0, box)).toEqual({ x: 350, y: 150, width: 300, height: 300 });
  expect(await cropOf(90, box)).toEqual({ x: 175, y: 300, width: 150, height: 600 });
  expect(await cropOf(180, { x: 0, y: 0.9, width: 0.2, height: 0.1 })).toEqual({
    x: 0,
    y: 438,
    width: 250,
    height: 62,
  });
});

test('what nobody waits for any more is not even read', async () => {
  let reads = 0;
  const read = async (): Promise<Buffer> => {
    reads += 1;
    return fakeFile();
  };
  const pictures = createPagePictures(fakeEngines());
  expect(await pictures.page(source({ read, isWanted: () => false }), PAGE)).toBeNull();
  expect(reads).toBe(0);
  expect(await pictures.page(source({ read }), PAGE)).not.toBeNull();
  expect(reads).toBe(1);
});

test.each([
  ['bad_input', 'picture_unavailable'],
  ['timeout', 'picture_unavailable'],
  ['crashed', 'picture_unavailable'],
] as const)('a file over which the engine ends with %s gives no picture', async (failure, code) => {
  await expect(failing(failure).page(source(), PAGE)).rejects.toMatchObject({ code });
});

test('an engine that cannot work is no fault of the file', async () => {
  await expect(failing('unavailable').page(source(), PAGE)).rejects.toBeInstanceOf(EngineError);
});

test('more than may wait are told to come again', async () => {
  const gate = Promise.withResolvers<void>();
  const pictures = createPagePictures(fakeEngines({ before: () => gate.promise }));
  const asked = Array.from({ length: LIMITS.picturesAtOnce + LIMITS.picturesWaitingMax }, () =>
    pictures.page(source(), PAGE),
  );
  await expect(pictures.page(source(), PAGE)).rejects.toMatchObject({ code: 'rate_limited' });
  gate.resolve();
  expect(await Promise.all(asked)).not.toContain(null);
});

function failing(failure: EngineError['failure']) {
  const engines: Engines = fakeEngines({
    before() {
      throw new EngineError(failure, 'as the test asks');
    },
  });
  return createPagePictures(engines);
}
