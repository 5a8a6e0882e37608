import type { InkMask, Span } from './ink.ts';

/** Pixels of ink that hang together: a letter, a part of one, a line, a speck. */
export interface Mark extends Span {
  area: number;
}

/** The connected marks of a mask (eight neighbours), in reading order of their first pixel. */
export function findMarks({ width, height, ink }: InkMask): Mark[] {
  const left = Uint8Array.from(ink);
  const marks: Mark[] = [];
  for (let start = 0; start < left.length; start++)
    if (left[start] === 1) marks.push(takeMark(left, start, width, height));
  return marks;
}

export const markWidth = ({ left, right }: Span): number => right - left + 1;
export const markHeight = ({ top, bottom }: Span): number => bottom - top + 1;

/** Takes the mark that `start` belongs to out of `ink`. */
function takeMark(ink: Uint8Array, start: number, width: number, height: number): Mark {
  const mark: Mark = { left: width, right: 0, top: height, bottom: 0, area: 0 };
  const stack = [start];
  ink[start] = 0;
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % width;
    const y = (index - x) / width;
    mark.area += 1;
    mark.left = Math.min(mark.left, x);
    mark.right = Math.max(mark.right, x);
    mark.top = Math.min(mark.top, y);
    mark.bottom = Math.max(mark.bottom, y);
    for (let nearY = Math.max(0, y - 1); nearY <= Math.min(height - 1, y + 1); nearY++)
      for (let nearX = Math.max(0, x - 1); nearX <= Math.min(width - 1, x + 1); nearX++) {
        const near = nearY * width + nearX;
        if (ink[near] !== 1) continue;
        ink[near] = 0;
        stack.push(near);
      }
  }
  return mark;
}
