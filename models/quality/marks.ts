import { type InkMask, PALE_INK, type Span } from './ink.ts';

/** Pixels of ink that hang together: a letter, a part of one, a line, a speck. */
export interface Mark extends Span {
  area: number;
}

/** The connected marks of a mask (eight neighbours), in reading order of their first pixel. */
export function findMarks({ width, height, ink }: InkMask): Mark[] {
  const left = ink.slice();
  const marks: Mark[] = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1))
    marks.push(takeMark(left, start, width, height));
  return marks;
}

/** Those marks alone that have a pixel in one of the first `columns`. */
export function findMarksFrom({ width, height, ink }: InkMask, columns: number): Mark[] {
  const left = ink.slice();
  const marks: Mark[] = [];
  for (let row = 0; row < left.length; row += width)
    for (let start = row; start < row + Math.min(columns, width); start++)
      if (left[start] === 1) marks.push(takeMark(left, start, width, height));
  return marks;
}

/** The marks that clear and pale ink make together, of those alone that have clear ink in them, each once. `pieces` are the marks of the clear ink. */
export function findMarksOver({ width, height, ink }: InkMask, pieces: readonly Mark[]): Mark[] {
  const left = ink.slice();
  const marks: Mark[] = [];
  for (const piece of pieces) {
    const row = piece.top * width;
    const start = left.indexOf(1, row + piece.left);
    if (start >= 0 && start <= row + piece.right) marks.push(takeMark(left, start, width, height, PALE_INK));
  }
  return marks;
}

export const markWidth = ({ left, right }: Span): number => right - left + 1;
export const markHeight = ({ top, bottom }: Span): number => bottom - top + 1;

/** Takes the mark that `start` belongs to out of `ink`, with what hangs together with it of the kinds up to `most`. */
function takeMark(ink: Uint8Array, start: number, width: number, height: number, most = 1): Mark {
  const mark: Mark = { left: width, right: 0, top: height, bottom: 0, area: 0 };
  const stack = [start];
  ink[start] = 0;
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % width;
    const y = (index - x) / width;
    mark.area += 1;
    if (x < mark.left) mark.left = x;
    if (x > mark.right) mark.right = x;
    if (y < mark.top) mark.top = y;
    if (y > mark.bottom) mark.bottom = y;
    const [above, below] = [y > 0 ? index - width : index, y < height - 1 ? index + width : index];
    const [before, after] = [x > 0 ? 1 : 0, x < width - 1 ? 1 : 0];
    for (let row = above; row <= below; row += width)
      for (let near = row - before; near <= row + after; near++) {
        const kind = ink[near] as number;
        if (kind === 0 || kind > most) continue;
        ink[near] = 0;
        stack.push(near);
      }
  }
  return mark;
}
