import { z } from 'zod';
import type { Box, Quad, RasterImage, Turn } from '../ports.ts';
import { boxOfPoints } from './geometry.ts';

/**
 * The minimum requirements for an engine's answer, whatever the question: a net that returns no numbers, or a thread
 * with a mix-up, must not pass for evidence. This does not check whether an answer is right.
 */

/** Of a picture; anything at least partly inside touches it. */
export type PictureSize = Pick<RasterImage, 'width' | 'height'>;

/** A finite number from 0 on. */
export const POSITIVE = z.number().min(0);
/** A score or probability. */
export const SHARE = POSITIVE.max(1);
export const COUNT = z.int().min(0);
export const TURN = z.literal([0, 90, 180, 270] satisfies Turn[]);
export const VERSION = z.object({ name: z.string(), version: z.string() });
export const SIZE = z.object({ width: z.int().min(1), height: z.int().min(1) });
export const RASTER = SIZE.extend({ pixels: z.instanceof(Uint8Array) }).refine(
  ({ width, height, pixels }) => pixels.length === width * height * 3,
);
const POINT = z.object({ x: z.number(), y: z.number() });
export const BOX = POINT.extend({ width: POSITIVE, height: POSITIVE });
export const QUAD = z.tuple([POINT, POINT, POINT, POINT]);

/** Returns a check that an answer has this form and fits the question. Create forms once: creating one takes longer than checking with it. */
export function accepting<T>(form: z.ZodType, isRight: (answer: T) => boolean = () => true) {
  return (answer: unknown): answer is T => form.safeParse(answer).success && isRight(answer as T);
}

/** Returns the size of a picture after a turn. */
export function turnedSize({ width, height }: PictureSize, turn: Turn): PictureSize {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** Returns whether a box touches the picture; it may extend beyond its edges. */
export function touches(size: PictureSize, { x, y, width, height }: Box): boolean {
  return x <= size.width && y <= size.height && x + width >= 0 && y + height >= 0;
}

/** Returns the same for the level box around four corners. */
export const quadTouches = (size: PictureSize, quad: Quad): boolean => touches(size, boxOfPoints(quad));
