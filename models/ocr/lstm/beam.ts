import type { Alphabet } from './alphabet.ts';

/** What a net answers to one line: `codes` probabilities, 0..1, for each of `columns`; those of column 0 begin at `offset`. */
export interface Answer {
  values: Float32Array;
  offset: number;
  /** From one column to the next. */
  stride: number;
  columns: number;
  codes: number;
}

/** A step of a path: the code that stands in one column, after what stands in the columns before. */
export interface Step {
  code: number;
  /** The codes so far, repeated ones and null left out. */
  sequence: Sequence;
  /** The same sign goes on. */
  isSame: boolean;
  /** Natural logarithm of how likely it is here. */
  certainty: number;
  /** The sum of these so far. */
  score: number;
  next: Next;
  before: Step | null;
}

/** A sequence of codes; two that are the same are one object. */
export interface Sequence {
  before: Sequence | null;
  longer: Map<number, Sequence>;
  /** The codes of the last sign as far as it goes, joined with commas; empty where it is whole. */
  open: string;
  /** The sign that the last code made whole. */
  text: string | null;
}

/** What may stand in the column after. */
type Next = 'anything' | 'same' | 'other';

/** Paths that are followed from column to column, of each kind (`RecodeBeamSearch::kBeamWidths`). */
const PATHS_MAX = 5;
/** A path so much less likely than the best, as a natural logarithm, is not followed: it could not catch up. */
const BEHIND_MAX = 12;
/** `kMinCertainty` of tesseract's `networkio.cpp`. */
const CERTAINTY_MIN = -20;

/**
 * The likeliest path through the columns of a line, as tesseract's `recodebeam.cpp` finds it without word lists: in each column the
 * two likeliest codes and null are tried. Where a sign begins or ends, its own probability and that of null count together,
 * so that a sign on the border between two columns is not lost.
 *
 * @returns the steps from the first column to the last
 */
export function findBestPath(answer: Answer, alphabet: Alphabet, nullCode: number): Step[] {
  let paths: Step[] = [];
  const root: Sequence = { before: null, longer: new Map(), open: '', text: null };
  for (let column = 0; column < answer.columns; column++) {
    const here = lookAt(answer, column, nullCode);
    const beam = new Beam(here, alphabet, nullCode);
    if (column === 0) beam.begin(root);
    else for (const path of paths) beam.follow(path);
    paths = beam.survivors();
  }
  const whole = paths.filter(({ sequence, next }) => sequence.open === '' && next !== 'same');
  return unroll(
    whole.reduce<Step | null>((best, path) => (best === null || path.score > best.score ? path : best), null),
  );
}

function unroll(last: Step | null): Step[] {
  const steps: Step[] = [];
  for (let step = last; step !== null; step = step.before) steps.push(step);
  return steps.reverse();
}

/** One column: its two likeliest codes and null, and how likely each code is. */
interface Column {
  values: Float32Array;
  from: number;
  first: number;
  second: number;
  /** The codes to be tried, null the last of them. */
  tried: number[];
}

function lookAt({ values, offset, stride, codes }: Answer, column: number, nullCode: number): Column {
  const from = offset + column * stride;
  let [first, second] = [-1, -1];
  let [top, near] = [-1, -1];
  for (let code = 0; code < codes; code++) {
    const value = values[from + code] as number;
    if (value <= near) continue;
    if (value > top) [second, near, first, top] = [first, top, code, value];
    else [second, near] = [code, value];
  }
  const tried = [first, second].filter((code) => code >= 0 && code !== nullCode);
  return { values, from, first, second, tried: [...tried, nullCode] };
}

/** The paths to one column. */
class Beam {
  readonly #here: Column;
  readonly #alphabet: Alphabet;
  readonly #null: number;
  readonly #paths: Record<Next, Step[]> = { anything: [], same: [], other: [] };

  constructor(here: Column, alphabet: Alphabet, nullCode: number) {
    this.#here = here;
    this.#alphabet = alphabet;
    this.#null = nullCode;
  }

  begin(root: Sequence): void {
    for (const code of this.#here.tried) this.#add(code, root, null);
  }

  follow(path: Step): void {
    const { code, next } = path;
    if (this.#here.tried.includes(code)) this.#goOn(path);
    if (next === 'same') return;
    for (const other of this.#here.tried) if (other !== code) this.#add(other, path.sequence, path);
  }

  survivors(): Step[] {
    const all = [...this.#paths.anything, ...this.#paths.same, ...this.#paths.other];
    const best = all.reduce((max, { score }) => Math.max(max, score), -Infinity);
    return all.filter(({ score }) => score > best - BEHIND_MAX);
  }

  /** The same code once more. */
  #goOn(path: Step): void {
    const { code, sequence, next } = path;
    const step = { code, sequence, isSame: true, before: path };
    if (next !== 'other') this.#push({ ...step, next: 'anything' }, this.#probability(code));
    if (next === 'anything' && code !== this.#null) {
      this.#push({ ...step, next: 'other' }, this.#probability(code) + this.#probability(this.#null));
    }
  }

  #add(code: number, from: Sequence, before: Step | null): void {
    const sequence = code === this.#null ? from : this.#longer(from, code);
    if (sequence === null) return;
    const step = { code, sequence, isSame: false, before };
    this.#push({ ...step, next: 'anything' }, this.#probability(code));
    if (code === this.#null) return;
    const shared = before !== null && this.#isSharedWith(before, code) ? this.#probability(before.code) : 0;
    this.#push({ ...step, next: 'same' }, this.#probability(code) + this.#probability(this.#null) + shared);
  }

  /** Two signs that touch in this column, the likeliest two. */
  #isSharedWith(before: Step, code: number): boolean {
    const { first, second } = this.#here;
    const touches = (before.code === first && code === second) || (before.code === second && code === first);
    return touches && before.next === 'anything' && before.code !== this.#null;
  }

  /** Null where no sign has these codes. */
  #longer(from: Sequence, code: number): Sequence | null {
    const known = from.longer.get(code);
    if (known !== undefined) return known;
    const codes = from.open === '' ? String(code) : `${from.open},${code}`;
    const text = this.#alphabet.signs.get(codes) ?? null;
    const isOpen = text === null;
    if (isOpen && !this.#alphabet.prefixes.has(codes)) return null;
    const longer = { before: from, longer: new Map(), open: isOpen ? codes : '', text };
    from.longer.set(code, longer);
    return longer;
  }

  #probability(code: number): number {
    return this.#here.values[this.#here.from + code] ?? 0;
  }

  #push(step: Omit<Step, 'certainty' | 'score'>, probability: number): void {
    const certainty = Math.max(CERTAINTY_MIN, Math.log(probability));
    const score = certainty + (step.before?.score ?? 0);
    const paths = this.#paths[step.next];
    const same = paths.findIndex(({ code, sequence }) => code === step.code && sequence === step.sequence);
    const place = same >= 0 ? same : paths.length < PATHS_MAX ? paths.length : leastLikely(paths);
    const there = paths[place];
    if (there === undefined || score > there.score) paths[place] = { ...step, certainty, score };
  }
}

function leastLikely(paths: readonly Step[]): number {
  let least = 0;
  for (let i = 1; i < paths.length; i++) {
    if ((paths[i] as Step).score < (paths[least] as Step).score) least = i;
  }
  return least;
}
