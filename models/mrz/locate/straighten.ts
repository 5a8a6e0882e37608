import { type Plane, takePlane } from './plane.ts';
import { levelOf, type Pyramid } from './pyramid.ts';
import type { Track } from './track.ts';

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

/** How many columns the result has. */
export function columnsOf({ from, to, stepAlong }: Layout): number {
  return Math.max(1, Math.round((to - from) / stepAlong));
}

/** Columns of which alone something is wanted; the others hold anything. */
export interface Columns {
  from: number;
  to: number;
}

/** The line laid out straight from the picture's own pixels, or from a smaller copy whose pixels are about as large; borders repeat. */
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

/** The picture whose pixels are about as large as those of the result, `step` pixels of the whole picture. */
function levelFor(step: number): number {
  return Math.max(0, Math.round(Math.log2(step)));
}
