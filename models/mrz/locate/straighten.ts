import type { GreyImage } from '../../quality/grey.ts';
import { levelOf, type Pyramid } from './pyramid.ts';
import { bendAt, type Track } from './track.ts';
import { sampleGrey } from './turned.ts';

/** How a line is to be laid out straight. */
export interface Layout {
  /** Rows of the result; the line's middle runs through the middle of them. */
  rows: number;
  /** Pixels of the picture for one pixel of the result, along the line and across. */
  stepAlong: number;
  stepAcross: number;
  /** Along the track, in pixels of the picture. */
  from: number;
  to: number;
}

/** The line laid out straight from the picture's own pixels, or from a smaller copy whose pixels are about as large; borders repeat. */
export function straighten(pyramid: Pyramid, track: Track, layout: Layout): GreyImage {
  const { rows, stepAlong, stepAcross } = layout;
  const width = Math.max(1, Math.round((layout.to - layout.from) / stepAlong));
  const out = { width, height: rows, values: new Uint8Array(width * rows) };
  const { grey, scale } = levelOf(pyramid, levelFor(Math.max(stepAlong, stepAcross)));
  const angle = (track.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [right, down] = [(-stepAcross * sin) / scale, (stepAcross * cos) / scale];
  for (let column = 0; column < width; column++) {
    const t = layout.from + (column + 0.5) * stepAlong;
    const top = bendAt(track, t) - ((rows - 1) / 2) * stepAcross;
    const x = (track.x + t * cos - top * sin + 0.5) / scale - 0.5;
    const y = (track.y + t * sin + top * cos + 0.5) / scale - 0.5;
    if (isInside(grey, x, y) && isInside(grey, x + rows * right, y + rows * down))
      takeInside(grey, out, column, { x, y, right, down });
    else takeColumn(grey, out, column, { x, y, right, down });
  }
  return out;
}

/** The picture whose pixels are about as large as those of the result, `step` pixels of the whole picture. */
function levelFor(step: number): number {
  return Math.max(0, Math.round(Math.log2(step)));
}

/** Where a column begins, and from one of its rows to the next, in pixels of the picture. */
interface Course {
  x: number;
  y: number;
  right: number;
  down: number;
}

function takeColumn(grey: GreyImage, out: GreyImage, column: number, { x, y, right, down }: Course): void {
  for (let row = 0; row < out.height; row++)
    out.values[row * out.width + column] = sampleGrey(grey, x + row * right, y + row * down) + 0.5;
}

/** The same where every sample has neighbours: most columns lie inside of the picture, where none is held against its borders. */
function takeInside({ width, values }: GreyImage, out: GreyImage, column: number, course: Course): void {
  let { x, y } = course;
  const { right, down } = course;
  const { values: to, width: step } = out;
  for (let at = column; at < to.length; at += step) {
    const left = x | 0;
    const above = y | 0;
    const shareX = x - left;
    const shareY = y - above;
    const from = above * width + left;
    const a = values[from] as number;
    const b = values[from + width] as number;
    const top = a + ((values[from + 1] as number) - a) * shareX;
    const bottom = b + ((values[from + width + 1] as number) - b) * shareX;
    to[at] = top + (bottom - top) * shareY + 0.5;
    x += right;
    y += down;
  }
}

/** A pixel's distance from the borders is kept: sums of many steps are not exact. */
function isInside({ width, height }: GreyImage, x: number, y: number): boolean {
  return x >= 1 && y >= 1 && x <= width - 3 && y <= height - 3;
}
