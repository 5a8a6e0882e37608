import type { Box, FaceSearch, Point } from '../ports.ts';
import { LEFT_EYE, LEFT_MOUTH, middleOf, RIGHT_EYE, RIGHT_MOUTH } from './align.ts';
import type { LookForFaces, SeenFace } from './look.ts';
import { closeUp, type Region, tileLevels, wholeRegion } from './regions.ts';

/** A pass over a region is good enough if it had this many pixels, or all that the picture has. */
const LOOK_PIXELS_MIN = 256;
const LOOK_PIXELS_MAX = 640;
/** A face smaller than this in its pass is examined again, enlarged, for exact landmarks. */
const NEAR_ENOUGH_PIXELS = 160;
/** Fewer pixels across hold no identity, and most small finds are printed text. */
const FACE_PIXELS_MIN = 32;
/** The score of a find in a tile, in the second, enlarged pass. On backs of cards, printed text scored as a face up to 0.5. */
const TILE_SCORE_MIN = 0.6;
/**
 * Two finds whose centres are closer than this share of the larger one's side are one face. Boxes do not decide: those
 * of two people cheek by cheek share half of the smaller one. On 1,146 pictures, most of them of LFW, one face that was
 * found twice was at most 0.15 of a side apart (1,269 times), two people 0.3 and more (419 times).
 */
const SAME_FACE_DISTANCE = 0.22;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the faces of a picture, largest first. Searches the whole picture first and, if parts are searched too, ever
 * smaller tiles until something is found. So it finds the portrait on a card, and a selfie takes one pass.
 */
export async function findFaces(
  image: Size,
  look: LookForFaces,
  within: FaceSearch['within'] = 'parts',
): Promise<SeenFace[]> {
  const whole = wholeRegion(image.width, image.height);
  const faces = await lookCloser(image, distinct(await lookAt(image, whole, look)), whole, look);
  if (faces.length > 0 || within === 'whole') return faces;
  for (const tiles of tileLevels(image.width, image.height)) {
    const found: SeenFace[] = [];
    for (const tile of tiles) found.push(...(await lookAt(image, tile, look)));
    const confirmed = await confirm(image, distinct(found), look);
    if (confirmed.length > 0) return confirmed;
  }
  return [];
}

/** Returns the faces of a region that are in the picture and large enough. */
async function lookAt(image: Size, region: Region, look: LookForFaces): Promise<SeenFace[]> {
  const seen = await look(region);
  return seen.flatMap((face) => {
    const box = clampBox(face.box, image);
    return box === null || box.width < FACE_PIXELS_MIN ? [] : [{ ...face, box }];
  });
}

function lookPixels({ side }: Region): number {
  return Math.min(LOOK_PIXELS_MAX, Math.max(LOOK_PIXELS_MIN, side));
}

/** Returns the part of a box inside the picture. */
function clampBox(box: Box, image: Size): Box | null {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(image.width, box.x + box.width) - x;
  const height = Math.min(image.height, box.y + box.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Returns the box in whole pixels. Rounding comes last, so no result depends on it. */
export function wholePixels({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** Examines faces that were small in their pass again, enlarged; a face that is not found then stays as it was. */
async function lookCloser(image: Size, faces: SeenFace[], region: Region, look: LookForFaces): Promise<SeenFace[]> {
  const scale = region.side / lookPixels(region);
  const closer: SeenFace[] = [];
  for (const face of faces) {
    if (face.box.width / scale >= NEAR_ENOUGH_PIXELS) closer.push(face);
    else closer.push((await sameFaceNear(image, face, look)) ?? face);
  }
  return distinct(closer);
}

/** Returns the finds of tiles that are also faces when enlarged. */
async function confirm(image: Size, found: SeenFace[], look: LookForFaces): Promise<SeenFace[]> {
  const confirmed: SeenFace[] = [];
  for (const face of found) {
    const near = await sameFaceNear(image, face, look);
    if (near !== undefined && near.score >= TILE_SCORE_MIN) confirmed.push(near);
  }
  return distinct(confirmed);
}

async function sameFaceNear(image: Size, face: SeenFace, look: LookForFaces): Promise<SeenFace | undefined> {
  const near = await lookAt(image, closeUp(face.box), look);
  const nearest = near.toSorted((a, b) => distance(a, face) - distance(b, face))[0];
  return nearest && distance(nearest, face) < SAME_FACE_DISTANCE ? nearest : undefined;
}

/** Returns the distance between the centres of two finds, in sides of the larger one. */
function distance(a: SeenFace, b: SeenFace): number {
  const [one, other] = [middleOfFace(a), middleOfFace(b)];
  return Math.hypot(one.x - other.x, one.y - other.y) / Math.max(sideOf(a), sideOf(b));
}

const EYES_AND_MOUTH = [LEFT_EYE, RIGHT_EYE, LEFT_MOUTH, RIGHT_MOUTH];

/** Returns the centre of eyes and mouth: if the picture cuts a face off, the centre of its box would be elsewhere. */
function middleOfFace({ mesh }: SeenFace): Point {
  return middleOf(EYES_AND_MOUTH.map((vertices) => middleOf(vertices.map((vertex) => mesh[vertex] as Point))));
}

function sideOf({ box }: SeenFace): number {
  return Math.max(box.width, box.height);
}

/** Keeps, of finds of one face, the one with the best score; largest first. */
function distinct(faces: SeenFace[]): SeenFace[] {
  const kept: SeenFace[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => distance(other, face) >= SAME_FACE_DISTANCE)) kept.push(face);
  }
  return kept.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
}
