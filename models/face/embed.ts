import type { RasterImage } from '../ports.ts';
import { alignTo, type Landmarks } from './align.ts';
import { type GraphModel, loadModel, tf } from './tensorflow.ts';
import { warpSquare } from './warp.ts';

/** Side of the model's input. */
const SIZE = 224;
/** The model's pooled features, 1024 numbers. */
const FEATURES = 'global_pooling/Mean';
/** What the VGGFace networks subtract from blue, green and red (Parkhi and others, "Deep face recognition", 2015). */
const MEAN_BGR = [103.939, 116.779, 123.68] as const;

/**
 * Where eyes and mouth stand in the crop, in its pixels. Found by trying eye distances from 60 to 100: the model wants a
 * loose crop, and from 60 to 76 they are equally good.
 */
const TEMPLATE: Landmarks = templateOf({ eyeDistance: 68, eyeY: 92, mouthBelow: 1.05, mouthWidth: 0.8 });

/** The face of `image` at `landmarks` as 1024 numbers of length 1. */
export type EmbedFace = (image: RasterImage, landmarks: Landmarks) => Promise<number[]>;

/**
 * Loads the embedding model. It was trained on blue, green, red minus the mean and gets that here, from a crop with eyes
 * and mouth on fixed points; the crop and its mirror image are added. Measured on 599 pairs of Labeled Faces in the Wild
 * by cosine: 98.5 % right at the best threshold, against 95.0 % for the embedding that the face package makes itself.
 */
export async function loadEmbedder(): Promise<EmbedFace> {
  const model = await loadModel('faceres.json');
  return async (image, landmarks) => {
    const crop = warpSquare(image, alignTo(TEMPLATE, landmarks), SIZE);
    const sum = await features(model, toInput(crop, false));
    const mirrored = await features(model, toInput(crop, true));
    return normalise(sum.map((value, i) => value + (mirrored[i] ?? 0)));
  };
}

function templateOf(shape: { eyeDistance: number; eyeY: number; mouthBelow: number; mouthWidth: number }): Landmarks {
  const centre = SIZE / 2;
  const eye = shape.eyeDistance / 2;
  const mouth = eye * shape.mouthWidth;
  const mouthY = shape.eyeY + shape.mouthBelow * shape.eyeDistance;
  return {
    leftEye: { x: centre - eye, y: shape.eyeY },
    rightEye: { x: centre + eye, y: shape.eyeY },
    leftMouth: { x: centre - mouth, y: mouthY },
    rightMouth: { x: centre + mouth, y: mouthY },
  };
}

/** RGB 0..255 to BGR minus the mean, from right to left where `mirror`. */
function toInput(crop: Float32Array, mirror: boolean): Float32Array {
  const input = new Float32Array(crop.length);
  for (let pixel = 0; pixel < SIZE * SIZE; pixel++) {
    const x = pixel % SIZE;
    const to = (mirror ? pixel - x + SIZE - 1 - x : pixel) * 3;
    for (const [channel, mean] of MEAN_BGR.entries()) {
      input[to + channel] = (crop[pixel * 3 + 2 - channel] ?? 0) - mean;
    }
  }
  return input;
}

async function features(model: GraphModel, input: Float32Array): Promise<number[]> {
  const output = tf.tidy(() => model.execute(tf.tensor4d(input, [1, SIZE, SIZE, 3]), FEATURES));
  const tensor = Array.isArray(output) ? output[0] : output;
  try {
    return Array.from((await tensor?.data()) ?? []);
  } finally {
    tf.dispose(output);
  }
}

function normalise(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
