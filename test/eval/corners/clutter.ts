import { createCanvas } from '@napi-rs/canvas';

/** Pixels each way of a picture, and the number of things on it. */
const SIDE = 1000;
const [THINGS_MIN, THINGS_MORE] = [6, 16];
/** Side of a thing in pixels, from a pen to a page larger than the picture, evenly by its logarithm. */
const [SMALL, LARGE] = [15, 1600];

/** A table full of things to learn from: cards, pens, pages and boxes of any colour at any angle, half of them printed. PNG. */
export function drawClutter(next: () => number): Buffer {
  const pen = createCanvas(SIDE, SIDE).getContext('2d');
  const colour = (from: number, to: number): string =>
    `rgb(${[0, 0, 0].map(() => Math.round(from + next() * (to - from))).join()})`;
  pen.fillStyle = colour(30, 230);
  pen.fillRect(0, 0, SIDE, SIDE);
  for (let things = THINGS_MIN + next() * THINGS_MORE; things > 0; things--) {
    const [width = 0, height = 0] = [0, 0].map(() => SMALL * (LARGE / SMALL) ** next());
    pen.save();
    pen.translate(next() * SIDE, next() * SIDE);
    pen.rotate(next() * Math.PI);
    pen.fillStyle = next() < 0.4 ? colour(205, 255) : colour(10, 245);
    pen.fillRect(-width / 2, -height / 2, width, height);
    if (next() < 0.5) {
      pen.fillStyle = colour(0, 120);
      const pitch = 10 + 22 * next();
      for (let y = -height / 2 + pitch; y < height / 2 - pitch; y += pitch)
        for (let x = -width / 2 + pitch; x < width / 2 - 2 * pitch; x += pitch * (0.3 + (next() < 0.2 ? 1 : 0)))
          pen.fillRect(x, y, pitch * (0.1 + 0.2 * next()), pitch * (0.2 + 0.4 * next()));
    }
    pen.restore();
  }
  return pen.canvas.toBuffer('image/png');
}
