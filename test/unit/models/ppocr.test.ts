import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createEngines } from '../../../models/engines.ts';
import type { RasterImage } from '../../../models/ports.ts';
import { createPpocrEngine } from '../../../models/ppocr/engine.ts';
import { findInk, widestGap } from '../../../models/ppocr/gaps.ts';
import { PPOCR_WORKER } from '../../../models/ppocr/options.ts';
import { type ChanceMap, findStrips } from '../../../models/ppocr/regions.ts';
import { decodeRow, type Sign } from '../../../models/ppocr/signs.ts';
import { boxOfPart, cutStrip } from '../../../models/ppocr/strip.ts';
import { wordsOfStrip } from '../../../models/ppocr/words.ts';
import { WorkerPool } from '../../../models/runtime/pool.ts';
import { WEIGHTS_DIR } from '../../../models/runtime/weights.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { layPaper, write } from '../../support/specimens/paper.ts';

/** A map in which the pixels of some turned rectangles have this chance. */
function mapOf(
  width: number,
  height: number,
  bars: { x: number; y: number; long: number; high: number; angle: number; chance: number }[],
): ChanceMap {
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at++)
    for (const { x, y, long, high, angle, chance } of bars) {
      const [dx, dy] = [(at % width) + 0.5 - x, Math.floor(at / width) + 0.5 - y];
      const [u, v] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
      if (Math.abs(u) <= long / 2 && Math.abs(v) <= high / 2) values[at] = chance;
    }
  return { width, height, values };
}

test('a row that leans is found with its angle, and widened to its letters', () => {
  const [strip, ...others] = findStrips(
    mapOf(300, 200, [{ x: 150, y: 100, long: 120, high: 12, angle: 0.15, chance: 0.9 }]),
  );
  expect(others).toEqual([]);
  expect(strip?.angle).toBeCloseTo(0.15, 1);
  expect(strip?.centre.x).toBeCloseTo(150, -0.5);
  expect(strip?.centre.y).toBeCloseTo(100, -0.5);
  // 1.5 times the area divided by half of the edge's length: about 16 pixels.
  expect(strip?.height).toBeGreaterThan(24);
  expect(strip?.height).toBeLessThan(36);
  expect(strip?.width).toBeGreaterThan(130);
});

test('what is unsure, a speck or on end is no row; two that do not touch are two', () => {
  const bar = { x: 100, y: 50, long: 80, high: 10, angle: 0, chance: 0.9 };
  expect(findStrips(mapOf(200, 200, [{ ...bar, chance: 0.4 }]))).toEqual([]);
  expect(findStrips(mapOf(200, 200, [{ ...bar, long: 2, high: 2 }]))).toEqual([]);
  expect(findStrips(mapOf(200, 200, [{ ...bar, y: 100, angle: Math.PI / 2 }]))).toEqual([]);
  expect(findStrips(mapOf(200, 200, [bar, { ...bar, y: 90 }]))).toHaveLength(2);
});

test('a strip is cut as its row reads, and a part of it lies where it lay', () => {
  // Red increases to the right, green downwards.
  const image: RasterImage = {
    width: 100,
    height: 100,
    pixels: new Uint8Array(30_000).map((_, i) =>
      i % 3 === 0 ? ((i / 3) % 100) * 2 : i % 3 === 1 ? Math.floor(i / 300) * 2 : 0,
    ),
  };
  const strip = { centre: { x: 50, y: 50 }, width: 40, height: 20, angle: Math.PI / 4 };
  const { pixels } = cutStrip(image, strip, 8, 4);
  const corner = { x: 50 - (17.5 - 7.5) * Math.SQRT1_2, y: 50 - (17.5 + 7.5) * Math.SQRT1_2 };
  expect(pixels[0]).toBeCloseTo((corner.x - 0.5) * 2, -0.5);
  expect(pixels[1]).toBeCloseTo((corner.y - 0.5) * 2, -0.5);
  const level = { ...strip, angle: 0 };
  expect(boxOfPart(level, { from: 0.25, to: 0.5, top: 0, bottom: 1 }, image)).toEqual({
    x: 40,
    y: 40,
    width: 10,
    height: 20,
  });
  expect(boxOfPart({ ...level, centre: { x: 5, y: 5 } }, { from: 0, to: 1, top: 0, bottom: 1 }, image)).toEqual({
    x: 0,
    y: 0,
    width: 25,
    height: 15,
  });
});

test('a sign that stays is one sign, one that comes again after nothing is two', () => {
  const step = (code: number): number[] => [0, 1, 2].map((i) => (i === code ? 0.8 : 0.1));
  const chances = Float32Array.from([1, 1, 0, 1, 2, 0].flatMap(step));
  const signs = decodeRow(chances, ['', 'A', 'B']);
  expect(signs.map(({ text }) => text).join('')).toBe('AAB');
  expect(signs.map(({ at }) => at)).toEqual([0.5, 3, 4]);
  expect(signs[0]?.probability).toBeCloseTo(0.8);
});

/** A strip 48 pixels high with black bars between these columns, and a sign in the middle of each bar. */
function strip(bars: readonly (readonly [from: number, to: number])[], width = 400) {
  const pixels = new Float32Array(width * 48 * 3).fill(240);
  for (const [from, to] of bars)
    for (let y = 10; y < 38; y++) pixels.fill(10, (y * width + from) * 3, (y * width + to) * 3);
  const signs: Sign[] = bars.map(([from, to], i) => ({
    text: String.fromCharCode(65 + i),
    probability: 0.9,
    at: (from + to) / 2 / 8 - 0.5,
  }));
  return { signs, ink: findInk({ width, height: 48, pixels }) };
}

test('spaces and columns are found again by the ink between the signs', () => {
  const { signs, ink } = strip([
    [10, 24],
    [28, 42],
    [46, 60],
    [74, 88],
    [92, 106],
    [300, 314],
    [318, 332],
  ]);
  const columns = wordsOfStrip(signs, ink, 8);
  expect(columns.map((words) => words.map(({ text }) => text))).toEqual([['ABC', 'DE'], ['FG']]);
  expect(columns[0]?.[1]).toMatchObject({ from: 74, to: 106, top: 10, bottom: 38 });
  expect(columns[0]?.[1]?.confidence).toBeCloseTo(0.9);
});

test('letters that are set wide are one word, and a space that the recogniser saw parts those that touch', () => {
  const wide = strip([
    [10, 24],
    [34, 48],
    [58, 72],
    [82, 96],
  ]);
  expect(
    wordsOfStrip(wide.signs, wide.ink, 8)
      .flat()
      .map(({ text }) => text),
  ).toEqual(['ABCD']);
  const [a, b] = strip([
    [10, 24],
    [24, 38],
  ]).signs as [Sign, Sign];
  const seen = [a, { text: ' ', probability: 0.9, at: 2.2 }, b];
  expect(
    wordsOfStrip(seen, strip([[10, 38]]).ink, 8)
      .flat()
      .map(({ text }) => text),
  ).toEqual(['A', 'B']);
});

test('light print on dark ground has ink too', () => {
  const pixels = new Float32Array(100 * 48 * 3).fill(20);
  for (let y = 10; y < 38; y++) pixels.fill(250, (y * 100 + 40) * 3, (y * 100 + 60) * 3);
  expect(widestGap(findInk({ width: 100, height: 48, pixels }), 0, 100)).toEqual({ from: 0, to: 40 });
});

/** Two columns of card text, in black on white. */
async function draw(): Promise<RasterImage> {
  const paper = layPaper(900, 300, 'white', 'white');
  write(paper, 'KATHRYN MILLER', 60, 100, { sizePixels: 34 });
  write(paper, '12.04.1987', 620, 100, { sizePixels: 34 });
  write(paper, 'X4417092', 60, 200, { sizePixels: 34 });
  const { data, info } = await sharp(paper.canvas.toBuffer('image/png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

test(
  'the nets read what is drawn, word by word, with its position, and turned as requested',
  inWholeRunAlone('3 s'),
  async () => {
    const pool = new WorkerPool({
      name: 'secondText',
      script: PPOCR_WORKER,
      size: 1,
      data: { weightsDir: WEIGHTS_DIR },
      queueMax: 4,
      loadTimeoutMs: 60_000,
    });
    const engine = createPpocrEngine(pool, 60_000);
    const image = await draw();
    const page = await engine.read(image);
    const words = page.lines.flatMap((line) => line.words);
    expect(words.map(({ text }) => text).toSorted()).toEqual(['12.04.1987', 'KATHRYN', 'MILLER', 'X4417092']);
    const miller = words.find(({ text }) => text === 'MILLER');
    expect(miller?.box.x).toBeGreaterThan(200);
    expect(miller?.confidence).toBeGreaterThan(0.9);
    const { data } = await sharp(image.pixels, { raw: { width: 900, height: 300, channels: 3 } })
      .rotate(90)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const turned = await engine.read({ width: 300, height: 900, pixels: data }, { turn: 270 });
    expect(turned.turn).toBe(270);
    expect(turned.lines.flatMap((line) => line.words).map(({ text }) => text)).toContain('KATHRYN');
    await expect(engine.read({ ...image, width: 899 })).rejects.toMatchObject({ failure: 'bad_input' });
    await pool.close();
  },
);

test('it is loaded by its first call, and tells so; without its files it has failed, and says what to do', async () => {
  using empty = tempFolder();
  const enginesIn = (weightsDir: string) =>
    createEngines({ weightsDir, languages: [], workers: { text: 1, face: 1, image: 1, pdf: 1 }, limits: LIMITS });
  const [engines, poor] = [enginesIn(WEIGHTS_DIR), enginesIn(empty.path)];
  const stateOf = ({ states }: typeof engines) => states().find(({ engine }) => engine === 'second_text');
  try {
    expect(stateOf(engines)).toEqual({ engine: 'second_text', state: 'unused' });
    const reading = engines.secondText.read(await draw());
    expect(stateOf(engines)?.state).toBe('loading');
    await reading;
    expect(stateOf(engines)?.state).toBe('ready');
    await expect(poor.secondText.read(await draw())).rejects.toMatchObject({ failure: 'unavailable' });
    expect(stateOf(poor)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/ppocr.*npm start/) });
  } finally {
    await Promise.all([engines.close(), poor.close()]);
  }
});
