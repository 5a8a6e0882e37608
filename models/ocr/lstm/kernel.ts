import { Kernel } from '../../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-line.ts`; each is described there. Places and counts are whole numbers. */
interface LineFunctions {
  scale(
    from: number,
    width: number,
    rows: number,
    firstRows: number,
    rowShares: number,
    most: number,
    columns: number,
    firstColumns: number,
    columnShares: number,
    twos: number,
    line: number,
    to: number,
    stride: number,
  ): void;
  sharpen(
    from: number,
    stride: number,
    width: number,
    height: number,
    share: number,
    reach: number,
    sums: number,
    to: number,
  ): void;
}

export const KERNEL = new Kernel<LineFunctions>('line');
