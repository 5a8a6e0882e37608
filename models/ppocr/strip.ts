import type { Box, Point, RasterImage } from '../ports.ts';
import { boxOfPoints } from '../runtime/geometry.ts';

/** A row of text in a picture: a rectangle that may be turned, along its reading direction. */
export interface Strip {
  centre: Point;
  /** In pixels. */
  width: number;
  height: number;
  /** From level, clockwise in radians, within an eighth of a turn to either side. */
  angle: number;
}

/** A strip scaled to a fixed height: the colours of its pixels, row by row, red, green and blue of each, 0..255. */
export interface StripPicture {
  width: number;
  height: number;
  pixels: Float32Array;
}

/** Values this many pixels apart miss nothing, because each is a mean of two by two. */
const PIXELS_APART_MAX = 1.5;

/** Returns `strip` cut out of `image` and scaled to `width` and `height` pixels. Pixels outside the picture repeat its edge. */
export function cutStrip(image: RasterImage, strip: Strip, width: number, height: number): StripPicture {
  const pixels = new Float32Array(width * height * 3);
  const [across, down] = [strip.width / width, strip.height / height];
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const samples = Math.max(1, Math.ceil(Math.max(across, down) / PIXELS_APART_MAX));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = (column + ((sample % samples) + 0.5) / samples) * across - strip.width / 2;
        const v = (row + (Math.floor(sample / samples) + 0.5) / samples) * down - strip.height / 2;
        const [x, y] = [strip.centre.x + u * cos - v * sin, strip.centre.y + u * sin + v * cos];
        addPixel(pixels, (row * width + column) * 3, image, x - 0.5, y - 0.5, 1 / (samples * samples));
      }
  return { width, height, pixels };
}

/** Adds the bilinear value at a place of `image`, times `weight`. */
function addPixel(to: Float32Array, at: number, image: RasterImage, x: number, y: number, weight: number): void {
  const { width, height, pixels } = image;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [x - left, y - top];
  for (let corner = 0; corner < 4; corner++) {
    const [dx, dy] = [corner & 1, corner >> 1];
    const share = (dx ? right : 1 - right) * (dy ? below : 1 - below) * weight;
    const column = Math.min(width - 1, Math.max(0, left + dx));
    const from = (Math.min(height - 1, Math.max(0, top + dy)) * width + column) * 3;
    for (let colour = 0; colour < 3; colour++)
      to[at + colour] = (to[at + colour] as number) + (pixels[from + colour] as number) * share;
  }
}

/** Returns the level box around a part of a strip, whose sides are shares of the strip's; inside a picture of that size. */
export function boxOfPart(
  strip: Strip,
  part: { from: number; to: number; top: number; bottom: number },
  size: { width: number; height: number },
): Box {
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const corners = [part.from, part.to].flatMap((along) =>
    [part.top, part.bottom].map((across) => {
      const [u, v] = [(along - 0.5) * strip.width, (across - 0.5) * strip.height];
      return { x: strip.centre.x + u * cos - v * sin, y: strip.centre.y + u * sin + v * cos };
    }),
  );
  const inside = (value: number, max: number): number => Math.round(Math.min(max, Math.max(0, value)));
  return boxOfPoints(corners.map(({ x, y }) => ({ x: inside(x, size.width), y: inside(y, size.height) })));
}
