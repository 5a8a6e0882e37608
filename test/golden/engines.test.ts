import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngines, type EngineOptions } from '../../models/engines.ts';
import { compareFaces } from '../../models/face/compare.ts';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import type { Engines, Face, RasterImage } from '../../models/ports.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { drawCard } from '../support/specimens/card.ts';
import { toPdf, toPdfPages } from '../support/specimens/pdf.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { pdfOfNestedForms, pdfPage } from '../unit/models/pdf-file.ts';
import { pngBomb } from '../unit/models/png.ts';
import { OTHER_MAX, PATIENT_LIMITS, SAME_MIN } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEIGHTS = join(ROOT, 'models/weights');

function optionsWith(changes: Partial<EngineOptions> = {}): EngineOptions {
  return {
    weightsDir: WEIGHTS,
    languages: ['fra', 'deu'],
    workers: { text: 1, face: 1, image: 1, pdf: 1 },
    limits: PATIENT_LIMITS,
    ...changes,
  };
}

let engines: Engines;
beforeAll(async () => {
  const { fillWeights } = await import(join(ROOT, 'models/fill-weights.mjs'));
  await fillWeights(ROOT, { log: () => undefined });
  engines = createEngines(optionsWith());
  await engines.warm();
});
afterAll(() => engines.close());

async function decode(file: Uint8Array): Promise<RasterImage> {
  return (await engines.image.decode(file)).image;
}

async function onlyFace(image: RasterImage): Promise<Face> {
  const { faces } = await engines.face.recognise(image);
  expect(faces).toHaveLength(1);
  return faces[0] as Face;
}

describe('faces', () => {
  test('pictures of one man agree, those of another man do not', async () => {
    const [man, again, elsewhere, stranger] = await Promise.all(
      [FACES.man, FACES.manAgain, FACES.manElsewhere, FACES.stranger].map(async (place) =>
        onlyFace(await decode(await cropFace(place))),
      ),
    );
    for (const other of [again, elsewhere]) {
      expect(compareFaces(man?.embedding ?? [], other?.embedding ?? [], SHIPPED_FACE_NETS)).toBeGreaterThan(SAME_MIN);
    }
    for (const one of [man, again, elsewhere]) {
      expect(compareFaces(one?.embedding ?? [], stranger?.embedding ?? [], SHIPPED_FACE_NETS)).toBeLessThan(OTHER_MAX);
    }
  });

  test('a face comes with its place, an embedding of length 1, and the advisory numbers', async () => {
    const image = await decode(await cropFace(FACES.man));
    const { faces, model } = await engines.face.recognise(image, { within: 'whole' });
    const [face] = faces;
    expect(model.version).toMatch(/^\d+\.\d+\.\d+, \d+\.\d+\.\d+\+custos\.\d+$/);
    expect(face?.embedding).toHaveLength(320);
    expect(Math.hypot(...(face?.embedding ?? []))).toBeCloseTo(1, 6);
    for (const value of [face?.score, face?.antispoof, face?.liveness]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
    expect(face?.box.width).toBeGreaterThan(image.width / 2);
    expect((face?.box.x ?? 0) + (face?.box.width ?? 0)).toBeLessThanOrEqual(image.width);
    const [asPortrait] = (await engines.face.recognise(image)).faces;
    expect(asPortrait).toEqual({ ...face, antispoof: null, liveness: null });
  });

  test('the portrait on a card in a much larger photograph agrees with the selfie and with no stranger', async () => {
    const { front } = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
    const card = surround(await decode(front), 3);
    const portrait = await onlyFace(card);
    const selfie = await onlyFace(await decode(await cropFace(FACES.manAgain)));
    const stranger = await onlyFace(await decode(await cropFace(FACES.stranger)));
    expect(compareFaces(portrait.embedding, selfie.embedding, SHIPPED_FACE_NETS)).toBeGreaterThan(SAME_MIN);
    expect(compareFaces(portrait.embedding, stranger.embedding, SHIPPED_FACE_NETS)).toBeLessThan(OTHER_MAX);
  });

  test('the back of a card shows no face', async () => {
    const { back } = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
    expect((await engines.face.recognise(await decode(back))).faces).toEqual([]);
  });

  test('the same picture gives the same numbers', async () => {
    const image = await decode(await cropFace(FACES.stranger, { size: 300 }));
    expect(await engines.face.recognise(image)).toEqual(await engines.face.recognise(image));
  });

  test.each(['wasm', 'native'] as const)(
    'a worker of %s that is ended in the middle of a face is replaced',
    async (backend) => {
      const hasty = createEngines(optionsWith({ backend, limits: { ...PATIENT_LIMITS, faceTimeoutMs: 5 } }));
      try {
        await hasty.warm();
        const image = await decode(await cropFace(FACES.man));
        await expect(hasty.face.recognise(image)).rejects.toMatchObject({ failure: 'timeout' });
        await expect(hasty.face.recognise(image)).rejects.toMatchObject({ failure: 'timeout' });
        expect(hasty.states().find(({ engine }) => engine === 'face')).toMatchObject({ state: 'ready', backend });
      } finally {
        await hasty.close();
      }
    },
  );
});

/** The picture unchanged, in the middle of a grey one that is `times` as large, as a card on a table. */
function surround(image: RasterImage, times: number): RasterImage {
  const [width, height] = [image.width * times, image.height * times];
  const pixels = new Uint8Array(width * height * 3).fill(90);
  const [left, top] = [Math.floor((width - image.width) / 2), Math.floor((height - image.height) / 2)];
  for (let y = 0; y < image.height; y++) {
    const row = image.pixels.subarray(y * image.width * 3, (y + 1) * image.width * 3);
    pixels.set(row, ((top + y) * width + left) * 3);
  }
  return { width, height, pixels };
}

describe('PDF', () => {
  test('a card inside a PDF is rendered well enough for its text and its portrait', async () => {
    const { front } = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
    const file = await toPdf(front);
    expect(await engines.pdf.inspect(file)).toEqual({ pageCount: 1, encrypted: false });
    const page = await engines.pdf.render(file);
    const portrait = await onlyFace(page);
    const selfie = await onlyFace(await decode(await cropFace(FACES.manAgain)));
    expect(compareFaces(portrait.embedding, selfie.embedding, SHIPPED_FACE_NETS)).toBeGreaterThan(SAME_MIN);
    const text = (await engines.text.read(page)).lines.map((line) => line.text).join('\n');
    expect(text).toContain(PEOPLE.clean.lastName.toUpperCase());
  });

  test('two pages are counted and a password is noticed', async () => {
    const { back } = await drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
    expect(await engines.pdf.inspect(await toPdfPages([back, back]))).toMatchObject({ pageCount: 2 });
    const locked = pdfPage('0 0 9 9 re f', { encrypt: { userPassword: 'open', ownerPassword: 'own' } });
    expect(await engines.pdf.inspect(locked)).toEqual({ pageCount: 0, encrypted: true });
  });
});

describe('hostile files', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect/></svg>');
  test.each([
    ['zero bytes', Buffer.alloc(0)],
    ['an SVG named .jpg', svg],
    ['a PNG that claims 196 million pixels', pngBomb()],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('%s are refused as a picture', async (_, file) => {
    await expect(engines.image.inspect(file)).rejects.toMatchObject({ failure: 'bad_input' });
    await expect(engines.image.decode(file)).rejects.toMatchObject({ failure: 'bad_input' });
    await expect(engines.pdf.render(file)).rejects.toMatchObject({ failure: 'bad_input' });
  });

  test('half a selfie is decoded and called damaged', async () => {
    const file = await cropFace(FACES.man);
    const { damaged, original } = await engines.image.decode(file.subarray(0, file.length / 2));
    expect({ damaged, width: original.width }).toEqual({ damaged: true, width: 800 });
  });

  test('a PDF that would draw for hours is given up, and everything else goes on meanwhile and afterwards', async () => {
    const hasty = createEngines(optionsWith({ limits: { ...PATIENT_LIMITS, pdfRenderTimeoutMs: 1_000 } }));
    try {
      const hanging = expect(hasty.pdf.render(pdfOfNestedForms(9))).rejects.toMatchObject({ failure: 'timeout' });
      expect(await hasty.pdf.inspect(pdfPage('0 0 9 9 re f'))).toMatchObject({ pageCount: 1 });
      await hanging;
      expect((await hasty.image.inspect(await cropFace(FACES.man))).width).toBe(800);
    } finally {
      await hasty.close();
    }
  });
});

describe('without model files', () => {
  test('the engines that need them say what to do, and the others work', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'weights-'));
    const poor = createEngines(optionsWith({ weightsDir: empty }));
    try {
      await poor.warm();
      const states = Object.fromEntries(poor.states().map((state) => [state.engine, state]));
      for (const engine of ['text', 'barcode', 'face']) {
        expect(states[engine]).toMatchObject({ state: 'failed', problem: expect.stringContaining('npm start') });
      }
      for (const engine of ['image', 'pdf', 'quality']) expect(states[engine]).toMatchObject({ state: 'ready' });
      const image = await decode(await cropFace(FACES.man));
      await expect(poor.face.recognise(image)).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(poor.text.read(image)).rejects.toMatchObject({ failure: 'unavailable' });
    } finally {
      await poor.close();
      await rm(empty, { recursive: true, force: true });
    }
  });

  test('a language that is not in the list is named', async () => {
    const foreign = createEngines(optionsWith({ languages: ['eng', 'xxx'] }));
    try {
      await foreign.warm();
      const text = foreign.states().find((state) => state.engine === 'text');
      expect(text).toMatchObject({ state: 'failed', problem: expect.stringContaining('xxx') });
    } finally {
      await foreign.close();
    }
  });
});
