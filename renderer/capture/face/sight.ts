import { createLook } from '../../../models/face/look.ts';
import type { FaceNets } from '../../../models/face/nets.ts';
import { anglesOf } from '../../../models/liveness/angles.ts';
import type { Box } from '../../../models/ports.ts';
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
  } | null;
}

/** Every so many pixels across and down are enough for a mean. */
const STEP = 4;

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
  return { faces: found.length, face: { x, y, heightPx, yaw, pitch, brightness: brightnessOf(pixels, box) } };
}

function brightnessOf({ width, height, rgba }: Pixels, box: Box): number {
  let [sum, count] = [0, 0];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  for (let y = Math.max(0, Math.round(box.y)); y < bottom; y += STEP)
    for (let x = Math.max(0, Math.round(box.x)); x < right; x += STEP, count += 4) {
      const at = 4 * (y * width + x);
      sum += (rgba[at] ?? 0) + 2 * (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0);
    }
  return count === 0 ? 0 : sum / count;
}
