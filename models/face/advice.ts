import type { RasterImage } from '../ports.ts';
import { cropForMesh } from './look.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';
import type { Similarity } from './warp.ts';

/** The two advisory numbers of a face, 0..1, to two decimals; they decide nothing. */
export interface Advice {
  antispoof: number;
  liveness: number;
}

/** What the two advisory nets say of the mesh's crop of a face. */
export async function adviseOn(
  image: RasterImage,
  crop: Similarity,
  nets: Pick<FaceNets, 'antispoof' | 'liveness'>,
): Promise<Advice> {
  const pixels = cropForMesh(image, crop);
  const ask = async (name: 'antispoof' | 'liveness'): Promise<number> => {
    const [answer] = await nets[name].run(shrink(pixels, FACE_NETS.mesh.size, FACE_NETS[name].size));
    return Math.round((answer?.[0] ?? 0) * 100) / 100;
  };
  return { antispoof: await ask('antispoof'), liveness: await ask('liveness') };
}

/**
 * A smaller square by bilinear values, without a mean over what is left out: TensorFlow's `resizeBilinear` as it was at
 * first, by which these nets were always fed.
 */
function shrink(pixels: Float32Array, from: number, to: number): Float32Array {
  const small = new Float32Array(to * to * 3);
  const step = from / to;
  for (let i = 0; i < small.length; i++) {
    const channel = i % 3;
    const column = Math.floor(i / 3) % to;
    const row = Math.floor(i / 3 / to);
    const [left, top] = [Math.floor(column * step), Math.floor(row * step)];
    const [right, low] = [column * step - left, row * step - top];
    const at = (x: number, y: number): number =>
      pixels[(Math.min(y, from - 1) * from + Math.min(x, from - 1)) * 3 + channel] ?? 0;
    small[i] =
      (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - low) +
      (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * low;
  }
  return small;
}
