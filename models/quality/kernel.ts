import { Kernel } from '../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-quality.ts`; each is described there. */
interface QualityFunctions {
  countValues(from: number, count: number, to: number): void;
  varianceOfLaplacian(values: number, width: number, height: number): number;
  compactPixels(
    values: number,
    width: number,
    height: number,
    valueMin: number,
    shareMin: number,
    shareMax: number,
    fillMin: number,
    stack: number,
  ): number;
  findExtremes(
    first: number,
    alongStep: number,
    inwardStep: number,
    length: number,
    strip: number,
    depth: number,
    reach: number,
    darkest: number,
    lightest: number,
  ): void;
}

export const KERNEL = new Kernel<QualityFunctions>('quality');
