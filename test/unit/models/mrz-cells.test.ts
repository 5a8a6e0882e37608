import { expect, test } from 'vitest';
import { quadOfLine } from '../../../models/mrz/decode/cells.ts';
import type { LineStrip } from '../../../models/mrz/locate/strip.ts';

const CHARACTERS = 30;
const MARGIN = 40;

/** A strip with the usual margins, whose text is drawn as dark blocks from `left` at `pitch`, with gaps of a third between them. */
function drawStrip(left: number, pitch: number): LineStrip {
  const width = MARGIN + Math.round(CHARACTERS * 20) + MARGIN;
  const values = new Uint8Array(32 * width).fill(180);
  for (let x = 0; x < width; x++) {
    const cell = (x + 0.5 - left) / pitch;
    const within = cell - Math.floor(cell);
    if (cell < 0 || cell >= CHARACTERS || within < 1 / 6 || within > 5 / 6) continue;
    for (let y = 7; y < 25; y++) values[y * width + x] = 60;
  }
  const right = width - 2 * MARGIN;
  const [top, bottom] = [0, 32];
  return {
    width,
    height: 32,
    values,
    quad: [
      { x: 0, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: 0, y: bottom },
    ],
  };
}

/** Where the net may see the characters: `aside` pixels beside their centres, in steps of two pixels. */
function placesOf(left: number, pitch: number, aside: number): number[] {
  return Array.from({ length: CHARACTERS }, (_, i) => Math.round((left + (i + 0.5) * pitch + aside) / 2));
}

test.each([-4, -2, 0, 1, 3])('a line that the net sees %i pixels aside is boxed where its characters are', (aside) => {
  for (const [left, pitch] of [
    [MARGIN, 20],
    [MARGIN + 5.4, 19.6],
    [MARGIN - 3, 20.2],
  ] as const) {
    const [from, to] = quadOfLine(drawStrip(left, pitch), placesOf(left, pitch, aside));
    expect(Math.abs(from.x - (left - MARGIN))).toBeLessThan(1);
    expect(Math.abs(to.x - (left + CHARACTERS * pitch - MARGIN))).toBeLessThan(1.2);
  }
});

test('a strip without any print is boxed where the places say', () => {
  const strip = { ...drawStrip(MARGIN, 20), values: new Uint8Array(32 * 680).fill(140) };
  const [from] = quadOfLine(strip, placesOf(MARGIN, 20, 0));
  expect(Math.abs(from.x)).toBeLessThan(1);
});
