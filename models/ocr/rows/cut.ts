import type { GreyImage } from '../../pixels/grey.ts';
import type { Span } from '../../quality/ink.ts';
import { keptAround } from '../clean.ts';
import { cutPart, type Ground } from '../ground.ts';
import { type Row, rowSpan } from './row.ts';

/** White around a row, in heights of its letters. */
export interface Margins {
  beside: number;
  above: number;
  below: number;
}

/** A row's text, evenly lit, on white. */
export interface CutRow {
  image: GreyImage;
  /** The left edge of its picture in the page, in pixels. */
  left: number;
}

/** Cuts a row out of the page: the surroundings of its marks, and nothing else. */
export function cutRow(ground: Ground, row: Row, margins: Margins): CutRow {
  const part = widen(rowSpan(row), row.height, margins);
  return { image: cutPart(ground, part, row.marks.map(keptAround)), left: part.left };
}

function widen({ left, right, top, bottom }: Span, height: number, { beside, above, below }: Margins): Span {
  return {
    left: left - Math.round(beside * height),
    right: right + Math.round(beside * height),
    top: top - Math.round(above * height),
    bottom: bottom + Math.round(below * height),
  };
}
