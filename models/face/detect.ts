import type { FaceResult } from '@vladmandic/human';
import type { Box, FaceSearch, RasterImage } from '../ports.ts';
import { type Landmarks, landmarksOf } from './align.ts';
import type { DetectFaces } from './human.ts';
import { closeUp, overlap, type Region, tileLevels, wholeRegion } from './regions.ts';
import { warpSquare } from './warp.ts';

export interface FoundFace {
  box: Box;
  /** The detector's, 0..1. */
  score: number;
  landmarks: Landmarks;
  antispoof: number;
  liveness: number;
}

/** What the detector is given; the mesh is fitted on 192 pixels cut from this. */
const LOOK_PIXELS_MIN = 256;
const LOOK_PIXELS_MAX = 640;
/** A face smaller than this in what was looked at is looked at again, from near, for exact landmarks. */
const NEAR_ENOUGH_PIXELS = 160;
/** Fewer pixels across hold no identity, and most of what is taken for so small a face is print. */
const FACE_PIXELS_MIN = 32;
/** Of a find in a tile, seen again from near. On backs of cards print was taken for faces up to 0.5. */
const TILE_SCORE_MIN = 0.6;
/** Two finds that share more than this of the smaller one are one face. */
const SAME_FACE_OVERLAP = 0.5;

/**
 * Faces of a picture, largest first. Looks at the whole first and, where parts are to be searched, at ever smaller tiles
 * while nothing is found, so that the portrait on a card is found and a selfie costs one look.
 */
export async function findFaces(
  image: RasterImage,
  detect: DetectFaces,
  within: FaceSearch['within'] = 'parts',
): Promise<FoundFace[]> {
  const whole = wholeRegion(image.width, image.height);
  const faces = await lookCloser(image, distinct(await lookAt(image, whole, detect)), whole, detect);
  if (faces.length > 0 || within === 'whole') return faces;
  for (const tiles of tileLevels(image.width, image.height)) {
    const found: FoundFace[] = [];
    for (const tile of tiles) found.push(...(await lookAt(image, tile, detect)));
    const confirmed = await confirm(image, distinct(found), detect);
    if (confirmed.length > 0) return confirmed;
  }
  return [];
}

async function lookAt(image: RasterImage, region: Region, detect: DetectFaces): Promise<FoundFace[]> {
  const size = lookPixels(region);
  const scale = region.side / size;
  const pixels = warpSquare(image, { a: scale, b: 0, dx: region.x, dy: region.y }, size);
  const results = await detect(pixels, size);
  return results.flatMap((result) => toFace(result, region, scale, image) ?? []);
}

function lookPixels({ side }: Region): number {
  return Math.round(Math.min(LOOK_PIXELS_MAX, Math.max(LOOK_PIXELS_MIN, side)));
}

/** From the pixels that were looked at to those of the picture. */
function toFace(result: FaceResult, region: Region, scale: number, image: RasterImage): FoundFace | null {
  const mesh = result.mesh.map(([x, y]) => [region.x + x * scale, region.y + y * scale]);
  const landmarks = landmarksOf(mesh);
  const [x, y, width, height] = result.box;
  const box = clampBox(
    { x: region.x + x * scale, y: region.y + y * scale, width: width * scale, height: height * scale },
    image,
  );
  if (landmarks === null || box === null || box.width < FACE_PIXELS_MIN) return null;
  // The package leaves out a value of exactly 0.
  return { box, score: result.boxScore, landmarks, antispoof: result.real ?? 0, liveness: result.live ?? 0 };
}

function clampBox(box: Box, image: RasterImage): Box | null {
  const x = Math.max(0, Math.round(box.x));
  const y = Math.max(0, Math.round(box.y));
  const width = Math.min(image.width, Math.round(box.x + box.width)) - x;
  const height = Math.min(image.height, Math.round(box.y + box.height)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Faces that were small in what was looked at, once more from near; a face that is lost there stays as it was. */
async function lookCloser(
  image: RasterImage,
  faces: FoundFace[],
  region: Region,
  detect: DetectFaces,
): Promise<FoundFace[]> {
  const scale = region.side / lookPixels(region);
  const closer: FoundFace[] = [];
  for (const face of faces) {
    if (face.box.width / scale >= NEAR_ENOUGH_PIXELS) closer.push(face);
    else closer.push((await sameFaceNear(image, face, detect)) ?? face);
  }
  return distinct(closer);
}

/** Those finds of tiles that are faces from near as well. */
async function confirm(image: RasterImage, found: FoundFace[], detect: DetectFaces): Promise<FoundFace[]> {
  const confirmed: FoundFace[] = [];
  for (const face of found) {
    const near = await sameFaceNear(image, face, detect);
    if (near !== undefined && near.score >= TILE_SCORE_MIN) confirmed.push(near);
  }
  return distinct(confirmed);
}

async function sameFaceNear(image: RasterImage, face: FoundFace, detect: DetectFaces): Promise<FoundFace | undefined> {
  const near = await lookAt(image, closeUp(face.box), detect);
  return distinct(near).find((other) => overlap(other.box, face.box) > SAME_FACE_OVERLAP);
}

/** Of finds that overlap, the one with the best score; largest first. */
function distinct(faces: FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(other.box, face.box) <= SAME_FACE_OVERLAP)) kept.push(face);
  }
  return kept.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
}
