import { type Plane, takePlane } from './plane.ts';
import { levelOf, type Pyramid } from './pyramid.ts';
import type { Track } from './track.ts';

/** The layout of a straightened line. */
export interface Layout {
  /** Rows of the result; the line runs through their middle. */
  rows: number;
  /** Pixels of the picture per pixel of the result, along the line and across. */
  stepAlong: number;
  stepAcross: number;
  /** Along the track, in pixels of the picture. */
  from: number;
  to: number;
}

/** Returns how many columns the result has. */
export function columnsOf({ from, to, stepAlong }: Layout): number {
  return Math.max(1, Math.round((to - from) / stepAlong));
}

/** The only columns that are needed; the others are undefined. */
export interface Columns {
  from: number;
  to: number;
}

/**
 * Returns the line straightened, from the picture's own pixels, or from a smaller copy whose pixels have about the right size; repeats the borders.
 */
export function straighten(pyramid: Pyramid, track: Track, layout: Layout, wanted?: Columns): Plane {
  const { rows, stepAlong, stepAcross } = layout;
  const columns = columnsOf(layout);
  const { grey, scale } = levelOf(pyramid, levelFor(Math.max(stepAlong, stepAcross)));
  const out = takePlane(pyramid.scratch, columns, rows);
  const angle = (track.degrees * Math.PI) / 180;
  pyramid.scratch.run.straighten(
    grey.at,
    grey.width,
    grey.height,
    scale,
    track.x,
    track.y,
    Math.cos(angle),
    Math.sin(angle),
    ...track.bend,
    layout.from,
    stepAlong,
    stepAcross,
    columns,
    rows,
    wanted?.from ?? 0,
    Math.min(columns, wanted?.to ?? columns),
    out.at,
  );
  return out;
}

/** Returns the picture whose pixels are about as large as those of the result, `step` pixels of the whole picture. */
function levelFor(step: number): number {
  return Math.max(0, Math.round(Math.log2(step)));
}
