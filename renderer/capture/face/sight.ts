import { createLook } from '../../../models/face/look.ts';
import type { FaceNets } from '../../../models/face/nets.ts';
import { anglesOf } from '../../../models/liveness/angles.ts';
import type { Box } from '../../../models/ports.ts';
import { toGrey } from '../../guide/colour.ts';
import { measurePart } from '../../guide/measure.ts';
import { cropsOf, type Pixels } from './crop.ts';

/** What a frame shows of faces, to guide only: the appliance measures for itself. */
export interface FaceSight {
  faces: number;
  /** Of the largest face; null without one. */
  face: {
    /** Its middle, as shares of the frame. */
    x: number;
    y: number;
    /** From forehead to chin, in pixels of the frame. */
    heightPx: number;
    /** Degrees; positive is the person's own left. */
    yaw: number;
    /** Degrees; positive is up. */
    pitch: number;
    /** Mean grey value of the face, 0..255. */
    brightness: number;
    /** Steepness of its edges, as `measurePart` measures it; null if it is one plain surface. */
    sharpness: number | null;
  } | null;
}

/** Returns what a frame shows of faces, found by the appliance's own nets for faces. */
export async function seeFaces(nets: Pick<FaceNets, 'detector' | 'mesh'>, pixels: Pixels): Promise<FaceSight> {
  const { width, height } = pixels;
  const side = Math.max(width, height);
  const found = await createLook(nets, cropsOf(pixels))({ x: (width - side) / 2, y: (height - side) / 2, side });
  const largest = found.toSorted((one, other) => other.box.width - one.box.width)[0];
  if (largest === undefined) return { faces: 0, face: null };
  const { box, mesh } = largest;
  const { heightPx, yaw, pitch } = anglesOf(mesh.flatMap(({ x, y, z }) => [x, y, z]));
  const [x, y] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  return { faces: found.length, face: { x, y, heightPx, yaw, pitch, ...measurePart(greyOf(pixels, box)) } };
}

/** The part of a frame in a box, in grey. */
function greyOf({ width, height, rgba }: Pixels, box: Box) {
  const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.round(box.x + box.width)),
    Math.min(height, Math.round(box.y + box.height)),
  ];
  const [across, down] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const part = new Uint8ClampedArray(4 * across * down);
  for (let row = 0; row < down; row++) {
    const from = 4 * ((top + row) * width + left);
    part.set(rgba.subarray(from, from + 4 * across), 4 * row * across);
  }
  return toGrey(part, across, down);
}
