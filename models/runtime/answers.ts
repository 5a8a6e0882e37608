import { z } from 'zod';
import type { Box, Quad, RasterImage, Turn } from '../ports.ts';
import { boxOfPoints } from './geometry.ts';

/**
 * What an answer of an engine must be in any case, whatever it was asked: a net that gives no numbers, or a thread that mixes something
 * up, must not pass for evidence. Whether an answer is right is not told here.
 */

/** Of a picture; what lies on it, and not outside, touches it. */
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

/** Tells whether an answer has this form, and what hangs on the question is right. Forms are made once: to make one takes longer than to look. */
export function accepting<T>(form: z.ZodType, isRight: (answer: T) => boolean = () => true) {
  return (answer: unknown): answer is T => form.safeParse(answer).success && isRight(answer as T);
}

/** The size of a picture that was turned. */
export function turnedSize({ width, height }: PictureSize, turn: Turn): PictureSize {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** Whether a box touches the picture; it may reach beyond its edges. */
export function touches(size: PictureSize, { x, y, width, height }: Box): boolean {
  return x <= size.width && y <= size.height && x + width >= 0 && y + height >= 0;
}

/** Whether the level box around four corners does. */
export const quadTouches = (size: PictureSize, quad: Quad): boolean => touches(size, boxOfPoints(quad));
