import type { Box, FaceSearch, Point } from '../ports.ts';
import { LEFT_EYE, LEFT_MOUTH, middleOf, RIGHT_EYE, RIGHT_MOUTH } from './align.ts';
import type { LookForFaces, SeenFace } from './look.ts';
import { closeUp, type Region, tileLevels, wholeRegion } from './regions.ts';

/** A look is as good as if this many pixels had been looked at, as long as the picture has them. */
const LOOK_PIXELS_MIN = 256;
const LOOK_PIXELS_MAX = 640;
/** A face smaller than this in what was looked at is looked at again, from near, for exact landmarks. */
const NEAR_ENOUGH_PIXELS = 160;
/** Fewer pixels across hold no identity, and most of what is taken for so small a face is print. */
const FACE_PIXELS_MIN = 32;
/** Of a find in a tile, seen again from near. On backs of cards print was taken for faces up to 0.5. */
const TILE_SCORE_MIN = 0.6;
/**
 * Two finds whose middles lie nearer than this share of the larger one's side are one face. Boxes do not tell: those of two
 * people cheek by cheek share half of the smaller one. On 1,146 pictures, most of them of LFW, one face that was seen twice was 0.15
 * of a side apart at most (1,269 times), two people 0.3 and more (419 times).
 */
const SAME_FACE_DISTANCE = 0.22;

interface Size {
  width: number;
  height: number;
}

/**
 * Faces of a picture, largest first. Looks at the whole first and, where parts are to be searched, at ever smaller tiles
 * while nothing is found, so that the portrait on a card is found and a selfie costs one look.
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

/** The faces of a region that lie in the picture and are large enough. */
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

/** The part of a box that lies in the picture. */
function clampBox(box: Box, image: Size): Box | null {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(image.width, box.x + box.width) - x;
  const height = Math.min(image.height, box.y + box.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The same box in whole pixels. Boxes are rounded last, so that no result hangs on a rounding. */
export function wholePixels({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** Faces that were small in what was looked at, once more from near; a face that is lost there stays as it was. */
async function lookCloser(image: Size, faces: SeenFace[], region: Region, look: LookForFaces): Promise<SeenFace[]> {
  const scale = region.side / lookPixels(region);
  const closer: SeenFace[] = [];
  for (const face of faces) {
    if (face.box.width / scale >= NEAR_ENOUGH_PIXELS) closer.push(face);
    else closer.push((await sameFaceNear(image, face, look)) ?? face);
  }
  return distinct(closer);
}

/** Those finds of tiles that are faces from near as well. */
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

/** Between the middles of two finds, in sides of the larger one. */
function distance(a: SeenFace, b: SeenFace): number {
  const [one, other] = [middleOfFace(a), middleOfFace(b)];
  return Math.hypot(one.x - other.x, one.y - other.y) / Math.max(sideOf(a), sideOf(b));
}

const EYES_AND_MOUTH = [LEFT_EYE, RIGHT_EYE, LEFT_MOUTH, RIGHT_MOUTH];

/** Of eyes and mouth: of a face that the picture cuts off, the middle of its box would be elsewhere. */
function middleOfFace({ mesh }: SeenFace): Point {
  return middleOf(EYES_AND_MOUTH.map((vertices) => middleOf(vertices.map((vertex) => mesh[vertex] as Point))));
}

function sideOf({ box }: SeenFace): number {
  return Math.max(box.width, box.height);
}

/** Of finds that are of one face, the one with the best score; largest first. */
function distinct(faces: SeenFace[]): SeenFace[] {
  const kept: SeenFace[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => distance(other, face) >= SAME_FACE_DISTANCE)) kept.push(face);
  }
  return kept.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
}
