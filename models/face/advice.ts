import type { Face } from '../ports.ts';
import type { Crops, Similarity } from './crops.ts';
import { cropForMesh } from './look.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';

/** The two advisory numbers of a face, 0..1, to two decimals; null if they were not requested. They decide nothing. */
export type Advice = Pick<Face, 'antispoof' | 'liveness'>;

/** Runs the two advisory nets on the mesh's crop of a face. */
export async function adviseOn(
  crops: Crops,
  crop: Similarity,
  nets: Pick<FaceNets, 'antispoof' | 'liveness'>,
): Promise<Advice> {
  const pixels = cropForMesh(crops, crop);
  const ask = async (name: 'antispoof' | 'liveness'): Promise<number> => {
    const [answer] = await nets[name].run(shrink(pixels, FACE_NETS.mesh.size, FACE_NETS[name].size));
    return Math.round((answer?.[0] ?? 0) * 100) / 100;
  };
  return { antispoof: await ask('antispoof'), liveness: await ask('liveness') };
}

/**
 * Reduces a square by bilinear values, without averaging what is skipped: TensorFlow's original `resizeBilinear`, which
 * has always prepared the input of these nets.
 */
function shrink(pixels: Float32Array, from: number, to: number): Float32Array {
  const small = new Float32Array(to * to * 3);
  const step = from / to;
  for (let i = 0; i < to * to; i++) {
    const x = (i % to) * step;
    const y = Math.floor(i / to) * step;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const p = (top * from + left) * 3;
    const next = left + 1 < from ? 3 : 0;
    const below = top + 1 < from ? from * 3 : 0;
    for (let channel = 0; channel < 3; channel++) {
      const upper = between(pixels, p + channel, next, x - left);
      const lower = between(pixels, p + channel + below, next, x - left);
      small[i * 3 + channel] = upper * (1 - y + top) + lower * (y - top);
    }
  }
  return small;
}

/** Interpolates between the value at `p` and the one `next` further, with this share of the second. */
function between(pixels: Float32Array, p: number, next: number, share: number): number {
  return (pixels[p] as number) * (1 - share) + (pixels[p + next] as number) * share;
}
