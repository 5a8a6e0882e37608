import type { Box } from '../ports.ts';
import { boxOfPoints } from '../runtime/geometry.ts';
import { isWholeMesh, type Point } from './align.ts';
import { DETECTOR_FORM, type Detection, decodeDetections } from './blazeface.ts';
import type { CropForm, Crops, Similarity } from './crops.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';
import type { Region } from './regions.ts';

/** A point of the face mesh: its place, and how far it is behind the middle of the head, as the net guesses; negative is nearer. */
export interface MeshPoint extends Point {
  z: number;
}

/** A face in pixels of the picture. */
export interface SeenFace {
  /** It may extend beyond the picture. */
  box: Box;
  /** The detector's, 0..1, to two decimals. */
  score: number;
  /** The positions of its face mesh points, 468 of them. */
  mesh: readonly MeshPoint[];
  /** From the mesh's crop to the picture. */
  crop: Similarity;
}

/** Where the crops come from: the kernel's `Crops` here, plain code in the applicant's browser. */
type SquareCrops = Pick<Crops, 'square'>;

/** Returns the faces of a square part of a picture. */
export type LookForFaces = (region: Region) => Promise<SeenFace[]>;

/** Below this the mesh sees no face, 0..1. */
const MESH_SCORE_MIN = 0.3;
const { size: MESH_SIZE } = FACE_NETS.mesh;
const MESH_FORM: CropForm = { less: [0, 0, 0], gain: 1 / 255 };
const MESH_NUMBERS = 3;
/** The ratio of a face box's side to the longer side of its mesh: on 166 faces of LFW, the detector's own boxes have 1.30 to 1.45. */
const BOX_OVER_MESH = 1.36;

/** Runs the detector on the region, then the mesh on each face found, cut from the picture itself and upright. */
export function createLook(nets: Pick<FaceNets, 'detector' | 'mesh'>, crops: SquareCrops): LookForFaces {
  return async (region) => {
    const scale = region.side / FACE_NETS.detector.size;
    const crop = { a: scale, b: 0, dx: region.x, dy: region.y };
    const pixels = crops.square(crop, FACE_NETS.detector.size, DETECTOR_FORM);
    const seen: SeenFace[] = [];
    for (const detection of decodeDetections(await nets.detector.run(pixels))) {
      const face = await fitMesh(crops, nets.mesh, onPicture(detection, region, scale));
      if (face !== null) seen.push(face);
    }
    return seen;
  };
}

/** Returns the face's part of the picture in the mesh's form: `size * size * 3` values 0..1. */
export function cropForMesh(crops: SquareCrops, crop: Similarity): Float32Array {
  return crops.square(crop, MESH_SIZE, MESH_FORM);
}

function onPicture({ centre, side, angle, score }: Detection, region: Region, scale: number): Detection {
  return {
    centre: { x: region.x + centre.x * scale, y: region.y + centre.y * scale },
    side: side * scale,
    angle,
    score,
  };
}

async function fitMesh(crops: SquareCrops, mesh: FaceNets['mesh'], found: Detection): Promise<SeenFace | null> {
  const crop = cropAround(found);
  const [sure, numbers] = await mesh.run(cropForMesh(crops, crop));
  if ((sure?.[0] ?? 0) <= MESH_SCORE_MIN || numbers === undefined) return null;
  const inCrop = Array.from({ length: numbers.length / MESH_NUMBERS }, (_, i) => ({
    x: numbers[i * MESH_NUMBERS] ?? 0,
    y: numbers[i * MESH_NUMBERS + 1] ?? 0,
    z: numbers[i * MESH_NUMBERS + 2] ?? 0,
  }));
  const points = inCrop.map((point) => mapPoint(crop, point));
  if (!isWholeMesh(points)) return null;
  const { width, height } = boxOfPoints(inCrop);
  const side = (BOX_OVER_MESH * Math.max(width, height) * found.side) / MESH_SIZE;
  return { box: boxAround(points, side), score: Math.round(found.score * 100) / 100, mesh: points, crop };
}

/** Returns the square of the face, with its rotation. */
function cropAround({ centre, side, angle }: Detection): Similarity {
  const a = (side / MESH_SIZE) * Math.cos(angle);
  const b = (side / MESH_SIZE) * Math.sin(angle);
  const middle = MESH_SIZE / 2;
  return { a, b, dx: centre.x - a * middle + b * middle, dy: centre.y - b * middle - a * middle };
}

function mapPoint({ a, b, dx, dy }: Similarity, { x, y, z }: MeshPoint): MeshPoint {
  return { x: a * x - b * y + dx, y: b * x + a * y + dy, z: z * Math.hypot(a, b) };
}

/**
 * Returns a square around the middle of the mesh. Its side comes from the mesh, which shows which of two faces is
 * larger better than the detector's boxes do: those of two faces of one size differ by up to a tenth.
 */
function boxAround(points: readonly Point[], side: number): Box {
  const { x, y, width, height } = boxOfPoints(points);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}
