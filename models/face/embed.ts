import type { RasterImage } from '../ports.ts';
import { alignTo, type Landmarks } from './align.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';
import { type CropForm, warpSquare } from './warp.ts';

const { size: SIZE } = FACE_NETS.embedder;
const FEATURES_LENGTH = 1024;
/** Of the mean face, in distances between its eyes: how far its mouth lies below them, and how wide it is. */
const MOUTH_BELOW = 1.05;
const MOUTH_WIDTH = 0.8;
/** What the VGGFace networks take: blue, green, red, less the mean of each (Parkhi and others, "Deep face recognition", 2015). */
const FORM: CropForm = { less: [123.68, 116.779, 103.939], gain: 1, blueFirst: true };

/**
 * The crops that a face is seen in: its eyes so many pixels apart, and mirrored or not. The model wants a loose crop. Two
 * that differ in scale and side tell more than one and its mirror image, at the same cost; four tell hardly more.
 */
const VIEWS = [
  { template: templateOf({ eyeDistance: 60, eyeY: 96 }), mirrored: false },
  { template: templateOf({ eyeDistance: 76, eyeY: 90.3 }), mirrored: true },
];

/** The face of `image` at `landmarks` as 1024 numbers of length 1. */
export type EmbedFace = (image: RasterImage, landmarks: Landmarks) => Promise<number[]>;

/**
 * Embeds by faceres. It was trained on blue, green, red minus the mean and gets that here, from crops with eyes
 * and mouth on fixed points, whose features are added. On Labeled Faces in the Wild (300 true pairs, all 624,014 false
 * ones) the share of true pairs found at 1 and 0.1 % false ones, and its cost in passes of 80 CPU-ms in WebAssembly
 * and 9 by onnxruntime (the rows but "as here" with landmarks in whole pixels):
 *
 *   eyes 68 apart, and mirrored     97.0 %   87.3 %   2 passes
 *   eyes 60, and 76 mirrored        97.7 %   89.7 %   2 passes, as here
 *   eyes 60 and 76, both mirrored   97.7 %   89.7 %   4 passes
 *   eyes 84, and mirrored           94.0 %   87.0 %   2 passes
 *   the face's box, not aligned     96.3 %   88.7 %   2 passes
 */
export function createEmbedder(net: FaceNets['embedder']): EmbedFace {
  return async (image, landmarks) => {
    const sum = new Array<number>(FEATURES_LENGTH).fill(0);
    for (const { template, mirrored } of VIEWS) {
      const crop = warpSquare(image, alignTo(template, landmarks), SIZE, { ...FORM, mirrored });
      const [features = []] = await net.run(crop);
      for (const [i, value] of features.entries()) sum[i] = (sum[i] ?? 0) + value;
    }
    return normalise(sum);
  };
}

/** Where eyes and mouth stand in a crop, in its pixels. */
function templateOf({ eyeDistance, eyeY }: { eyeDistance: number; eyeY: number }): Landmarks {
  const centre = SIZE / 2;
  const eye = eyeDistance / 2;
  const mouth = eye * MOUTH_WIDTH;
  const mouthY = eyeY + MOUTH_BELOW * eyeDistance;
  return {
    leftEye: { x: centre - eye, y: eyeY },
    rightEye: { x: centre + eye, y: eyeY },
    leftMouth: { x: centre - mouth, y: mouthY },
    rightMouth: { x: centre + mouth, y: mouthY },
  };
}

function normalise(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
