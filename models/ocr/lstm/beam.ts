import { type Alphabet, SPACE_CODE } from './alphabet.ts';
import { CERTAINTY_OFFSET, isFigure, isSeparator, WORD_RATIO } from './numerals.ts';

/** A net's answer for one line: `codes` probabilities, 0..1, for each of `columns`; those of column 0 begin at `offset`. */
export interface Answer {
  values: Float32Array;
  offset: number;
  /** From one column to the next. */
  stride: number;
  columns: number;
  codes: number;
}

/** A step of a path: the code in one column, after those in the columns before. */
export interface Step {
  code: number;
  /** The codes so far, without repeats and null. */
  sequence: Sequence;
  /** The same character continues. */
  isSame: boolean;
  /** Natural logarithm of its probability here. */
  certainty: number;
  /** The weighted sum of these so far. */
  score: number;
  next: Next;
  numeral: Numeral;
  before: Step | null;
}

/** A sequence of codes; equal sequences are the same object. */
export interface Sequence {
  longer: Map<number, Sequence[]>;
  /** The codes of the last character, if it is incomplete, joined with commas; empty if it is complete. */
  open: string;
  /** The character that the last code completed. */
  text: string | null;
}

/** What the next column may hold. */
type Next = 'anything' | 'same' | 'other';

/** The progress of a number, which costs less than other words; `none`: the text here has the cost of all words. */
type Numeral = 'none' | 'start' | 'figure' | 'separator';

/** Paths of each kind that are followed from column to column (`RecodeBeamSearch::kBeamWidths`). */
const PATHS_MAX = 5;
/** A path that is this much less likely than the best, as a natural logarithm, is dropped: it could not catch up. */
const BEHIND_MAX = 15;
/** `kMinCertainty` of tesseract's `networkio.cpp`. */
const CERTAINTY_MIN = -20;
/** In a number, each step must be more certain than this (`kWorstDictCertainty` of `linerec.cpp`, by its scale). */
const NUMERAL_CERTAINTY_MIN = -25 / 7;
const SPACE = ' ';
/**
 * A space counts as this many times as likely, and is tried if that makes it this likely: the padding of the line (`line-model.ts`) makes nets less
 * certain of spaces. Of 826 drawn lines, 6 more were read correctly than without, above all dates.
 */
const SPACE_FAVOUR = 8;
const SPACE_TRIED_MIN = 0.1;
/** Anything less likely is not tried: its path would fall behind by more than `BEHIND_MAX` at once, as a word's certainties count. */
const TRIED_MIN = Math.exp(-BEHIND_MAX / WORD_RATIO);

/**
 * Returns the likeliest path through the columns of a line, as Tesseract's `recodebeam.cpp` finds it without word lists: in each column it tries the
 * two likeliest codes and null. Where a character begins or ends, its own probability and that of null count together, so that a character on the
 * border between two columns is not lost. Numbers cost less than words, as in Tesseract's list of numbers: otherwise dates lose their spaces.
 *
 * @returns the steps from the first column to the last
 */
export function findBestPath(answer: Answer, alphabet: Alphabet, nullCode: number): Step[] {
  let paths: Step[] = [];
  const root: Sequence = { longer: new Map(), open: '', text: null };
  for (let column = 0; column < answer.columns; column++) {
    const here = lookAt(answer, column, nullCode);
    const beam = new Beam(here, alphabet, nullCode);
    if (column === 0) beam.begin(root);
    else for (const path of paths) beam.follow(path);
    paths = beam.survivors();
  }
  const whole = paths.filter(isWhole);
  return unroll(
    whole.reduce<Step | null>((best, path) => (best === null || path.score > best.score ? path : best), null),
  );
}

/** Returns whether a line may end here: after a complete character, and as a number only if there is one. */
function isWhole({ sequence, next, numeral }: Step): boolean {
  const isEmpty = sequence.text === null;
  return sequence.open === '' && next !== 'same' && numeral !== 'separator' && !(numeral === 'start' && isEmpty);
}

function unroll(last: Step | null): Step[] {
  const steps: Step[] = [];
  for (let step = last; step !== null; step = step.before) steps.push(step);
  return steps.reverse();
}

/** One column: its two likeliest codes and null, and the probability of each code. */
interface Column {
  values: Float32Array;
  from: number;
  first: number;
  second: number;
  /** The codes to try, with null last if present. */
  tried: number[];
}

function lookAt({ values, offset, stride, codes }: Answer, column: number, nullCode: number): Column {
  const from = offset + column * stride;
  let first = -1;
  let second = -1;
  let top = -1;
  let near = -1;
  for (let code = 0; code < codes; code++) {
    const value = values[from + code] as number;
    if (value <= near) continue;
    if (value > top) {
      second = first;
      near = top;
      first = code;
      top = value;
    } else {
      second = code;
      near = value;
    }
  }
  const tried: number[] = [];
  if (first !== nullCode) tried.push(first);
  if (second !== nullCode && near > TRIED_MIN) tried.push(second);
  const isSpace = (values[from + SPACE_CODE] as number) * SPACE_FAVOUR > SPACE_TRIED_MIN;
  if (isSpace && first !== SPACE_CODE && second !== SPACE_CODE) tried.push(SPACE_CODE);
  if ((values[from + nullCode] as number) > TRIED_MIN) tried.push(nullCode);
  return { values, from, first, second, tried };
}

/** The paths to one column. */
class Beam {
  readonly #here: Column;
  readonly #alphabet: Alphabet;
  readonly #null: number;
  readonly #words: Record<Next, Step[]> = { anything: [], same: [], other: [] };
  readonly #numbers: Record<Next, Step[]> = { anything: [], same: [], other: [] };

  constructor(here: Column, alphabet: Alphabet, nullCode: number) {
    this.#here = here;
    this.#alphabet = alphabet;
    this.#null = nullCode;
  }

  begin(root: Sequence): void {
    for (const code of this.#here.tried) {
      this.#add(code, root, null, 'none');
      this.#add(code, root, null, 'start');
    }
  }

  follow(path: Step): void {
    const { code, next } = path;
    if (this.#here.tried.includes(code)) this.#goOn(path);
    if (next === 'same') return;
    for (const other of this.#here.tried) if (other !== code) this.#add(other, path.sequence, path, path.numeral);
  }

  survivors(): Step[] {
    const all: Step[] = [];
    for (const { anything, same, other } of [this.#words, this.#numbers]) all.push(...anything, ...same, ...other);
    let best = -Infinity;
    for (const { score } of all) best = Math.max(best, score);
    return all.filter(({ score }) => score > best - BEHIND_MAX);
  }

  /** The same code again. */
  #goOn(path: Step): void {
    const { code, sequence, next, numeral } = path;
    if (next !== 'other') this.#push(stepTo(code, sequence, path, numeral, 'anything', true), this.#probability(code));
    if (next === 'anything' && code !== this.#null) {
      const touching = this.#probability(code) + this.#probability(this.#null);
      this.#push(stepTo(code, sequence, path, numeral, 'other', true), touching);
    }
  }

  #add(code: number, from: Sequence, before: Step | null, numeral: Numeral): void {
    if (code === this.#null) {
      this.#push(stepTo(code, from, before, numeral, 'anything'), this.#probability(code));
      return;
    }
    const shared = before !== null && this.#isSharedWith(before, code) ? this.#probability(before.code) : 0;
    for (const sequence of this.#longer(from, code)) {
      for (const after of continueNumeral(numeral, sequence.text)) {
        this.#push(stepTo(code, sequence, before, after, 'anything'), this.#probability(code));
        const touching = this.#probability(code) + this.#probability(this.#null) + shared;
        this.#push(stepTo(code, sequence, before, after, 'same'), touching);
      }
    }
  }

  /** Two characters that touch in this column, the likeliest two. */
  #isSharedWith(before: Step, code: number): boolean {
    const { first, second } = this.#here;
    const touches = (before.code === first && code === second) || (before.code === second && code === first);
    return touches && before.next === 'anything' && before.code !== this.#null;
  }

  /** Returns what the codes may be with one more: a complete character, a part of one, both, or neither. */
  #longer(from: Sequence, code: number): Sequence[] {
    const known = from.longer.get(code);
    if (known !== undefined) return known;
    const codes = from.open === '' ? String(code) : `${from.open},${code}`;
    const text = this.#alphabet.signs.get(codes);
    const longer: Sequence[] = [];
    if (text !== undefined) longer.push({ longer: new Map(), open: '', text });
    if (this.#alphabet.prefixes.has(codes)) longer.push({ longer: new Map(), open: codes, text: null });
    from.longer.set(code, longer);
    return longer;
  }

  #probability(code: number): number {
    const value = this.#here.values[this.#here.from + code] ?? 0;
    return code === SPACE_CODE ? Math.min(1, value * SPACE_FAVOUR) : value;
  }

  /** Adds a step to the paths, unless there are better ones. */
  #push(step: Step, probability: number): void {
    const certainty = Math.max(CERTAINTY_MIN, Math.log(probability));
    const isWord = step.numeral === 'none';
    if (!isWord && certainty < NUMERAL_CERTAINTY_MIN) return;
    step.certainty = certainty;
    step.score = (certainty + CERTAINTY_OFFSET) * (isWord ? WORD_RATIO : 1) + (step.before?.score ?? 0);
    const paths = (isWord ? this.#words : this.#numbers)[step.next];
    const same = indexOfSame(paths, step);
    const place = same >= 0 ? same : paths.length < PATHS_MAX ? paths.length : leastLikely(paths);
    const there = paths[place];
    if (there === undefined || step.score > there.score) paths[place] = step;
  }
}

function stepTo(
  code: number,
  sequence: Sequence,
  before: Step | null,
  numeral: Numeral,
  next: Next,
  isSame = false,
): Step {
  return { code, sequence, isSame, certainty: 0, score: 0, next, numeral, before };
}

function indexOfSame(paths: readonly Step[], { code, sequence }: Step): number {
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] as Step;
    if (path.code === code && path.sequence === sequence) return i;
  }
  return -1;
}

function leastLikely(paths: readonly Step[]): number {
  let least = 0;
  for (let i = 1; i < paths.length; i++) {
    if ((paths[i] as Step).score < (paths[least] as Step).score) least = i;
  }
  return least;
}

/**
 * Returns what a word or number may be once `text` follows it; a character that no number has ends the number. A space
 * has the cost of the word before it.
 */
function continueNumeral(before: Numeral, text: string | null): Numeral[] {
  if (before === 'none') return text === SPACE ? ['none', 'start'] : ['none'];
  if (text === null) return [];
  if (isFigure(text)) return ['figure'];
  if (before !== 'figure') return [];
  if (text === SPACE) return ['start', 'none'];
  return isSeparator(text) ? ['separator'] : [];
}
