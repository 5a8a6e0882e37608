import type { GreyImage } from '../../quality/grey.ts';
import type { Span } from '../../quality/ink.ts';
import { evenLight, keptAround } from '../clean.ts';
import type { Ground } from '../ground.ts';
import { type Row, rowSpan } from './row.ts';

/** White around a row, in heights of its letters. */
export interface Margins {
  beside: number;
  above: number;
  below: number;
}

const WHITE = 255;

/** A row's print, evenly lit, on white. */
export interface CutRow {
  image: GreyImage;
  /** Where its picture begins in the page, in pixels. */
  left: number;
}

/** Cuts a row out of the page: what stands around its marks, and nothing else. */
export function cutRow(grey: GreyImage, ground: Ground, row: Row, margins: Margins): CutRow {
  const part = widen(rowSpan(row), row.height, margins);
  const [width, height] = [part.right - part.left + 1, part.bottom - part.top + 1];
  const values = new Uint8Array(width * height).fill(WHITE);
  const inside = intersect(part, { left: 0, right: grey.width - 1, top: 0, bottom: grey.height - 1 });
  const light = ground(inside);
  const lightWidth = inside.right - inside.left + 1;
  const keep = new Uint8Array(width * height);
  for (const mark of row.marks) {
    const { left, right, top, bottom } = intersect(keptAround(mark), inside);
    for (let y = top - part.top; y <= bottom - part.top; y++)
      keep.fill(1, y * width + left - part.left, y * width + right - part.left + 1);
  }
  for (let y = inside.top; y <= inside.bottom; y++) {
    const [to, from] = [(y - part.top) * width - part.left, y * grey.width];
    const lit = (y - inside.top) * lightWidth - inside.left;
    for (let x = inside.left; x <= inside.right; x++)
      if (keep[to + x] === 1) values[to + x] = evenLight(grey.values[from + x] as number, light[lit + x] as number);
  }
  return { image: { width, height, values }, left: part.left };
}

function widen({ left, right, top, bottom }: Span, height: number, { beside, above, below }: Margins): Span {
  return {
    left: left - Math.round(beside * height),
    right: right + Math.round(beside * height),
    top: top - Math.round(above * height),
    bottom: bottom + Math.round(below * height),
  };
}

function intersect(a: Span, b: Span): Span {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
