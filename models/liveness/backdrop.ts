import type { Box, RasterImage } from '../ports.ts';

/** Fields of the grid across and down. */
const ACROSS = 8;
const DOWN = 6;
/** A field that the person covers. */
export const COVERED = -1;
/** How far hair, neck and shoulders reach beyond the box of the face, in its widths; below, they reach to the edge of the frame. */
const BESIDE = 0.5;
const ABOVE = 0.35;
/** Every so many pixels are enough for a mean. */
const STEP = 4;

/** Returns the mean grey value, 0..255, of each field of a grid of 8 by 6, row by row; `COVERED` where the person may be. */
export function backdropOf(image: RasterImage, face: Box | null): number[] {
  const fields: number[] = [];
  const [width, height] = [image.width / ACROSS, image.height / DOWN];
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++) {
      const field = { x: column * width, y: row * height, width, height };
      fields.push(face !== null && isCovered(field, face) ? COVERED : meanGrey(image, field));
    }
  return fields;
}

function isCovered(field: Box, face: Box): boolean {
  const left = face.x - BESIDE * face.width;
  const right = face.x + (1 + BESIDE) * face.width;
  return field.x + field.width > left && field.x < right && field.y + field.height > face.y - ABOVE * face.width;
}

function meanGrey({ width, pixels }: RasterImage, field: Box): number {
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(field.y); y < field.y + field.height; y += STEP)
    for (let x = Math.ceil(field.x); x < field.x + field.width; x += STEP) {
      const at = 3 * (y * width + x);
      sum += (pixels[at] ?? 0) + 2 * (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
      count += 4;
    }
  return count === 0 ? 0 : Math.round(sum / count);
}
