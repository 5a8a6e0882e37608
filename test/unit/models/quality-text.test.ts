import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { RasterImage, TextPage, Turn, WordPlace } from '../../../models/ports.ts';
import { findTextGlare } from '../../../models/quality/glare.ts';
import { measureText } from '../../../models/quality/text.ts';
import { placesOfWords } from '../../../models/quality/words.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const [WIDTH, HEIGHT, LETTER] = [640, 400, 12];

/** Twelve rows of four words of bars, which represent letters, each with its place. */
const WORDS: WordPlace[] = Array.from({ length: 48 }, (_, i) => ({
  box: { x: 40 + (i % 4) * 140, y: 30 + Math.floor(i / 4) * 28, width: 100, height: LETTER },
  letterHeight: LETTER,
  sure: true,
}));

function drawGrey(ground = 190): Uint8Array {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(ground);
  for (const { box } of WORDS)
    for (let y = box.y; y < box.y + box.height; y++)
      for (let x = box.x; x < box.x + box.width; x++) if (x % 6 < 2) values[y * WIDTH + x] = 30;
  return values;
}

async function page(change: (drawn: Sharp) => Sharp = (drawn) => drawn): Promise<RasterImage> {
  const rgb = Buffer.from([...drawGrey()].flatMap((value) => [value, value, value]));
  const drawn = sharp(rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  const { data, info } = await change(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

describe('the quality where there is text', () => {
  test('sharp letters have edges of a pixel, blurred ones wider ones, and a ground of their own', async () => {
    const plain = await measureText(await page(), WORDS, false);
    expect(plain).toMatchObject({ words: 48, letterHeight: LETTER, glareShare: 0 });
    expect(plain?.blur).toBeLessThan(0.03);
    expect(plain?.ground).toBeCloseTo(190, -1);
    const blurred = await measureText(await page((drawn) => drawn.blur(0.25 * LETTER)), WORDS, false);
    expect(blurred?.blur).toBeGreaterThan(0.13);
    const dark = await measureText(await page((drawn) => drawn.linear(0.35, 0)), WORDS, false);
    expect(dark?.ground).toBeLessThan(90);
    expect(dark?.blur, 'the dark alone blurs nothing').toBeLessThan(0.05);
  });

  test('the rest of the picture tells nothing', inWholeRunAlone('1 s'), async () => {
    const white = { create: { width: WIDTH, height: 20, channels: 3, background: '#fff' } } as const;
    const part = await page((drawn) => drawn.composite([{ input: white, left: 0, top: HEIGHT - 20 }]));
    expect(await measureText(part, WORDS, false)).toEqual(await measureText(await page(), WORDS, false));
  });

  test('words that are not sure, or lie beyond the picture, are not measured', async () => {
    const image = await page();
    expect(
      await measureText(
        image,
        WORDS.map((word) => ({ ...word, sure: false })),
        true,
      ),
    ).toBeNull();
    expect(
      await measureText(image, [{ ...WORDS[0], box: { x: 600, y: 0, width: 90, height: 12 } } as WordPlace], true),
    ).toBeNull();
    expect(await measureText(image, [], true)).toBeNull();
  });
});

describe('glare on text', () => {
  const ellipse = (x: number, y: number, width: number, height: number) => (at: number) =>
    ((at % WIDTH) - x) ** 2 / (width / 2) ** 2 + (Math.floor(at / WIDTH) - y) ** 2 / (height / 2) ** 2 <= 1;
  const panel = (x: number, y: number, width: number, height: number) => (at: number) =>
    Math.abs((at % WIDTH) - x) <= width / 2 && Math.abs(Math.floor(at / WIDTH) - y) <= height / 2;
  const share = (isWhite: (at: number) => boolean, ground?: number): number => {
    const values = drawGrey(ground).map((value, at) => (isWhite(at) ? 255 : value));
    // A reader finds no word at a place where nothing remains of it.
    const left = WORDS.filter(
      ({ box }) => !isWhite(Math.round((box.y + box.height / 2) * WIDTH + box.x + box.width / 2)),
    );
    return findTextGlare({ width: WIDTH, height: HEIGHT, values }, left);
  };

  test('a lamp between words is glare, as large as it is', () => {
    expect(share(ellipse(300, 180, 110, 70))).toBeCloseTo((Math.PI * 55 * 35) / (WIDTH * HEIGHT), 2);
  });

  test('nothing, a panel, a strip, a spot as large as letters, and one away from the text are none', () => {
    expect(share(() => false)).toBe(0);
    expect(share(panel(300, 180, 110, 70)), 'a panel').toBe(0);
    expect(share(ellipse(300, 180, 400, 40)), 'a strip').toBe(0);
    expect(share(ellipse(300, 180, 20, 20)), 'a spot').toBe(0);
    expect(share(ellipse(320, 385, 60, 29)), 'below the text').toBe(0);
  });

  test('on white paper none can be told', () => {
    expect(share(ellipse(300, 180, 110, 70), 255)).toBe(0);
    expect(findTextGlare({ width: WIDTH, height: HEIGHT, values: drawGrey() }, [])).toBe(0);
  });

  test('it is looked for on demand, in pictures of any size', inWholeRunAlone('1 s'), async () => {
    const values = new Uint8Array(WIDTH * HEIGHT * 4)
      .fill(255)
      .map((value, i) => (i % 4 === 3 && !ellipse(300, 180, 110, 70)(Math.floor(i / 4)) ? 0 : value));
    const light = { input: Buffer.from(values), raw: { width: WIDTH, height: HEIGHT, channels: 4 } } as const;
    const image = await page((drawn) => drawn.composite([light]));
    const asked = await measureText(image, WORDS, true);
    expect(asked?.glareShare).toBeGreaterThan(0.01);
    expect((await measureText(image, WORDS, false))?.glareShare).toBe(0);
  });
});

test.each<[Turn, { x: number; y: number; width: number; height: number }]>([
  [0, { x: 10, y: 20, width: 50, height: 8 }],
  [90, { x: 20, y: 240, width: 8, height: 50 }],
  [180, { x: 340, y: 272, width: 50, height: 8 }],
  [270, { x: 372, y: 10, width: 8, height: 50 }],
])('a word of a page that was turned by %i degrees has its position in the original picture', (turn, box) => {
  const word = { text: 'NAME', confidence: 0.6, box: { x: 10, y: 20, width: 50, height: 8 } };
  const words = [word, { ...word, text: 'X' }, { ...word, confidence: 0.59, flat: { ...word.box, height: 7 } }];
  const line = { text: '', confidence: 1, box: word.box, words };
  const read: TextPage = { lines: [line], confidence: 1, turn, engine: { name: '', version: '', languages: [] } };
  expect(placesOfWords(read, { width: 400, height: 300 })).toEqual([
    { box, letterHeight: 8, sure: true },
    { box, letterHeight: 8, sure: false },
    { box, letterHeight: 7, sure: false },
  ]);
});
