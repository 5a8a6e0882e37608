import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { findDocument } from '../../../renderer/guide/corners.ts';
import { BACKGROUNDS, drawBackground } from '../../eval/corners/backgrounds.ts';
import { frameOf, sceneOf, worstCorner } from '../../eval/corners/measure-corners.ts';
import { cropFace, FACES } from '../../support/faces.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { PEOPLE } from '../../support/specimens/people.ts';
import { drawSheet } from '../../support/specimens/sheets.ts';

const GUIDE = fileURLToPath(new URL('../../../renderer/guide/', import.meta.url));
const DRAWN = BACKGROUNDS.filter((name) => !name.startsWith('photograph'));

/** A bright quadrilateral with lines of print on a dark table; corners in pixels. */
function drawFrame(corners: readonly (readonly [number, number])[], width = 320, height = 240): GreyImage {
  const frame = { values: new Uint8Array(width * height).fill(60), width, height };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const depths = corners.map(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 4] as readonly [number, number];
        return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
      });
      const depth = Math.min(...depths);
      if (depth >= 0) frame.values[y * width + x] = depth > 12 && y % 14 > 10 && x % 6 > 2 ? 90 : 200;
    }
  return frame;
}

test.each([
  [
    'across',
    [
      [60, 60],
      [260, 60],
      [260, 186],
      [60, 186],
    ],
  ],
  [
    'turned',
    [
      [80, 40],
      [270, 90],
      [237, 205],
      [50, 155],
    ],
  ],
  [
    'tilted',
    [
      [90, 60],
      [230, 60],
      [265, 190],
      [55, 190],
    ],
  ],
  [
    'upright',
    [
      [110, 20],
      [220, 20],
      [220, 190],
      [110, 190],
    ],
  ],
] as const)('a document that lies %s is found to a pixel', (_, corners) => {
  const found = findDocument(drawFrame(corners));
  expect(found?.confidence).toBeGreaterThan(0.9);
  const scene = { picture: Buffer.of(), width: 320, height: 240, corners };
  expect(worstCorner(found?.outline ?? [], scene)).toBeLessThan(0.008);
});

test('the corners run clockwise from the upper left', () => {
  const outline = findDocument(
    drawFrame([
      [80, 40],
      [270, 90],
      [237, 205],
      [50, 155],
    ]),
  )?.outline;
  expect(outline?.map(({ x, y }) => [Math.round(x * 32), Math.round(y * 24)])).toEqual([
    [8, 4],
    [27, 9],
    [24, 21],
    [5, 16],
  ]);
});

test('an empty, a noisy and a tiny frame hold no document', () => {
  const seed = testSeed();
  console.info(`CUSTOS_TEST_SEED=${seed}`);
  const next = seededRandom(seed);
  const noise = Uint8Array.from({ length: 320 * 240 }, () => 256 * next());
  const frames = [
    { values: new Uint8Array(320 * 240), width: 320, height: 240 },
    { values: noise, width: 320, height: 240 },
    { values: new Uint8Array(12), width: 4, height: 3 },
    { values: new Uint8Array(0), width: 0, height: 0 },
  ];
  for (const frame of frames) expect(findDocument(frame)?.confidence ?? 0).toBeLessThan(0.5);
});

test(
  'a drawn document is found on every drawn background, and none where there is none',
  inWholeRunAlone('5 s'),
  async () => {
    const bytes = await drawSheet('TD2', PEOPLE.clean, await cropFace(FACES.man));
    const document = { name: 'TD2', load: () => Promise.resolve(bytes) };
    for (const background of DRAWN) {
      const scene = await sceneOf({ document, background, seed: 11 }, []);
      const found = findDocument(await frameOf(scene));
      expect(found?.confidence, background).toBeGreaterThan(0.5);
      expect(worstCorner(found?.outline ?? [], scene), background).toBeLessThan(0.02);
    }
    const { data, ...size } = await drawBackground('marble', { width: 320, height: 240 }, seededRandom(3), []);
    const values = Uint8Array.from({ length: size.width * size.height }, (_, i) => data[3 * i] as number);
    expect(findDocument({ values, ...size })?.confidence ?? 0).toBeLessThan(0.5);
  },
);

test('what guides with documents is small when built', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: [`${GUIDE}guide.ts`, `${GUIDE}sampler.ts`], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  const code = built.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  expect(code).toContain('document_not_found');
  expect(code).toContain('drawImage');
  // The design allows 300 kB.
  expect(gzipSync(code).length).toBeLessThan(20_000);
});
