import type { Similarity } from './crops.ts';

export interface Point {
  x: number;
  y: number;
}

/** The five places of a face that are put on fixed points of its crop. Left and right are the picture's. */
export interface Landmarks {
  leftEye: Point;
  rightEye: Point;
  leftMouth: Point;
  rightMouth: Point;
}

const NAMES = ['leftEye', 'rightEye', 'leftMouth', 'rightMouth'] as const;

/** Vertices of the face mesh (MediaPipe's canonical face, 468 points): the corners and lids of an eye. */
const LEFT_EYE = [33, 133, 159, 145];
const RIGHT_EYE = [362, 263, 386, 374];
const LEFT_MOUTH = 61;
const RIGHT_MOUTH = 291;

/** Landmarks from the points of the face mesh, or null where the mesh lacks them. */
export function landmarksOf(mesh: readonly Point[]): Landmarks | null {
  const mean = (vertices: number[]): Point | null => {
    let x = 0;
    let y = 0;
    for (const vertex of vertices) {
      x += mesh[vertex]?.x ?? Number.NaN;
      y += mesh[vertex]?.y ?? Number.NaN;
    }
    const point = { x: x / vertices.length, y: y / vertices.length };
    return Number.isFinite(point.x) && Number.isFinite(point.y) ? point : null;
  };
  const [leftEye, rightEye] = [mean(LEFT_EYE), mean(RIGHT_EYE)];
  const [leftMouth, rightMouth] = [mean([LEFT_MOUTH]), mean([RIGHT_MOUTH])];
  if (leftEye === null || rightEye === null || leftMouth === null || rightMouth === null) return null;
  return { leftEye, rightEye, leftMouth, rightMouth };
}

/**
 * The similarity that maps the crop's fixed points onto the landmarks with the least squared distance (Umeyama,
 * "Least-squares estimation of transformation parameters between two point patterns", 1991, without reflection).
 */
export function alignTo(template: Landmarks, landmarks: Landmarks): Similarity {
  const from = centroid(template);
  const to = centroid(landmarks);
  let dot = 0;
  let cross = 0;
  let spread = 0;
  for (const name of NAMES) {
    const c = { x: template[name].x - from.x, y: template[name].y - from.y };
    const p = { x: landmarks[name].x - to.x, y: landmarks[name].y - to.y };
    dot += c.x * p.x + c.y * p.y;
    cross += c.x * p.y - c.y * p.x;
    spread += c.x * c.x + c.y * c.y;
  }
  const a = dot / spread;
  const b = cross / spread;
  return { a, b, dx: to.x - a * from.x + b * from.y, dy: to.y - b * from.x - a * from.y };
}

function centroid(landmarks: Landmarks): Point {
  const sum = { x: 0, y: 0 };
  for (const name of NAMES) {
    sum.x += landmarks[name].x / NAMES.length;
    sum.y += landmarks[name].y / NAMES.length;
  }
  return sum;
}
