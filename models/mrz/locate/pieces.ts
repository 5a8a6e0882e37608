import { MARK_WIDTH, type Marks } from './ridges.ts';

/** Sums over the pixels of a line or of a part of one, so that parts add up. */
export interface Piece {
  count: number;
  sumX: number;
  sumY: number;
  sumXX: number;
  sumXY: number;
  left: number;
  right: number;
}

/** The straight line through a piece, as y = `middleY` + `slope` * (x - `middleX`). */
export interface Course {
  middleX: number;
  middleY: number;
  slope: number;
}

export function courseOf({ count, sumX, sumY, sumXX, sumXY }: Piece): Course {
  const [middleX, middleY] = [sumX / count, sumY / count];
  const spread = sumXX - sumX * middleX;
  return { middleX, middleY, slope: spread > 0 ? (sumXY - sumX * middleY) / spread : 0 };
}

export function heightAt({ middleX, middleY, slope }: Course, x: number): number {
  return middleY + slope * (x - middleX);
}

export function joinPieces(a: Piece, b: Piece): Piece {
  return {
    count: a.count + b.count,
    sumX: a.sumX + b.sumX,
    sumY: a.sumY + b.sumY,
    sumXX: a.sumXX + b.sumXX,
    sumXY: a.sumXY + b.sumXY,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
  };
}

/** Thinner than this, in pixels, or thicker, is no line of the height looked for. */
const THICKNESS_MIN = 1.5;
const THICKNESS_MAX = 9;

/** The connected areas of `marks` that are long and thin, at least `widthMin` pixels wide. */
export function findPieces(marks: Marks, widthMin: number): Piece[] {
  const roots = labelRuns(marks);
  return roots.filter(({ left, right, count }) => {
    const wide = right - left + 1;
    return wide >= widthMin && count / wide >= THICKNESS_MIN && count / wide <= THICKNESS_MAX;
  });
}

/** In marks. */
interface Run {
  from: number;
  to: number;
  label: number;
}

/** Joins runs of marked pixels that touch those of the row above; one piece for each connected area. */
function labelRuns({ width, height, values }: Marks): Piece[] {
  const parents: number[] = [];
  const pieces: Piece[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[label] = root;
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = findRuns(values, y * width, width);
    let next = 0;
    for (const run of runs) {
      while (next < above.length && (above[next]?.to ?? 0) < run.from) next++;
      for (let i = next; i < above.length && (above[i]?.from ?? 0) <= run.to; i++) {
        const root = rootOf(above[i]?.label ?? 0);
        if (run.label < 0) run.label = root;
        else parents[root] = rootOf(run.label);
      }
      if (run.label < 0) {
        run.label = parents.length;
        parents.push(run.label);
        pieces.push({ count: 0, sumX: 0, sumY: 0, sumXX: 0, sumXY: 0, left: Infinity, right: -Infinity });
      }
      addRun(pieces[run.label] as Piece, run, y);
    }
    above = runs;
  }
  return gather(pieces, rootOf);
}

function findRuns(marks: Uint8Array, base: number, width: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < width; x++) {
    if (marks[base + x] === 0) continue;
    const from = x;
    while (x < width && marks[base + x] === 1) x++;
    runs.push({ from, to: x - 1, label: -1 });
  }
  return runs;
}

function addRun(piece: Piece, run: Run, y: number): void {
  const [from, to] = [run.from * MARK_WIDTH, run.to * MARK_WIDTH + MARK_WIDTH - 1];
  const count = to - from + 1;
  const sumX = ((from + to) * count) / 2;
  piece.count += count;
  piece.sumX += sumX;
  piece.sumY += y * count;
  piece.sumXX += squaresTo(to) - squaresTo(from - 1);
  piece.sumXY += sumX * y;
  piece.left = Math.min(piece.left, from);
  piece.right = Math.max(piece.right, to);
}

/** 1 + 4 + 9 + ... + n squared. */
function squaresTo(n: number): number {
  return (n * (n + 1) * (2 * n + 1)) / 6;
}

function gather(pieces: readonly Piece[], rootOf: (label: number) => number): Piece[] {
  const whole = new Map<number, Piece>();
  for (const [label, piece] of pieces.entries()) {
    const root = rootOf(label);
    const before = whole.get(root);
    whole.set(root, before === undefined ? piece : joinPieces(before, piece));
  }
  return [...whole.values()];
}
