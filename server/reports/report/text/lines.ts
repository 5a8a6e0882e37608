import type { Run, TextSetter, TextStyle, Word } from './glyph-runs.ts';

/** Words of one line, in reading order. */
export interface Line {
  words: Word[];
  /** Points, without the space at its end. */
  width: number;
}

/** A run with its position: `x` is its left edge in points from the left edge of the line. */
export interface PlacedRun extends Run {
  x: number;
  rtl: boolean;
}

/** Breaks words into lines of at most `width` points; also breaks a word that is longer than a line. */
export function wrapWords(words: readonly Word[], width: number, setter: TextSetter, style: TextStyle): Line[] {
  const lines: Line[] = [];
  let line: Word[] = [];
  let used = 0;
  const end = (): void => {
    if (line.length > 0) lines.push({ words: line, width: used - trailingSpace(line) });
    line = [];
    used = 0;
  };
  for (const word of words) {
    for (const part of word.inkWidth > width ? splitWord(word, width, setter, style) : [word]) {
      if (used + part.inkWidth > width) end();
      line.push(part);
      used += part.width;
    }
  }
  end();
  return lines;
}

function trailingSpace(words: readonly Word[]): number {
  const last = words.at(-1);
  return last ? last.width - last.inkWidth : 0;
}

/** Splits a word into pieces, each at most `width` wide. */
function splitWord(word: Word, width: number, setter: TextSetter, { size }: TextStyle): Word[] {
  const pieces: Word[] = [];
  let piece: Word = { runs: [], rtl: word.rtl, width: 0, inkWidth: 0 };
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { text, face } of word.runs) {
    for (const { segment } of graphemes.segment(text)) {
      const wide = setter.runWidth({ text: segment, face }, size);
      if (segment !== ' ' && piece.runs.length > 0 && piece.width + wide > width) {
        pieces.push(piece);
        piece = { runs: [], rtl: word.rtl, width: 0, inkWidth: 0 };
      }
      const last = piece.runs.at(-1);
      if (last && last.face === face) last.text += segment;
      else piece.runs.push({ text: segment, face });
      piece.width += wide;
      if (segment !== ' ') piece.inkWidth = piece.width;
    }
  }
  pieces.push(piece);
  return pieces;
}

/**
 * Returns the position of each run of a line. The order is that of the Unicode bidirectional algorithm for the words of
 * one line. The base direction is left to right, as in a report, unless all letters run right to left. Within a run,
 * the shaping library orders the characters. Spaces become gaps.
 */
export function placeLine({ words }: Pick<Line, 'words'>, setter: TextSetter, size: number): PlacedRun[] {
  const { base, spans } = directionSpans(words);
  const placed: PlacedRun[] = [];
  let x = 0;
  for (const { runs, rtl } of base ? spans.toReversed() : spans) {
    // The space after a span belongs to the line: on the right if the line runs to the right.
    const space = spaceAfter(runs, setter, size);
    const bare = runs.map((run, index) => (index === runs.length - 1 ? { ...run, text: run.text.trimEnd() } : run));
    if (base && space > 0 && placed.length > 0) x += space;
    for (const run of rtl ? bare.toReversed() : bare) {
      const width = setter.runWidth(run, size);
      const gap = spaceAfter([run], setter, size);
      const text = run.text.trimEnd();
      if (text !== '') placed.push({ text, face: run.face, x: rtl ? x + gap : x, rtl });
      x += width;
    }
    if (!base) x += space;
  }
  return placed;
}

function spaceAfter(runs: readonly Run[], setter: TextSetter, size: number): number {
  const last = runs.at(-1);
  return last?.text.endsWith(' ') ? setter.runWidth({ text: ' ', face: last.face }, size) : 0;
}

interface Span {
  /** In reading order; adjacent runs of one font are merged. */
  runs: Run[];
  rtl: boolean;
}

/** Returns adjacent words of one direction; words without letters join their neighbours if both agree, else they follow the line. */
function directionSpans(words: readonly Word[]): { base: boolean; spans: Span[] } {
  const strong = words.map((word) => (word.rtl ? true : hasLetters(word) ? false : null));
  const base = strong.includes(true) && !strong.includes(false);
  const spans: Span[] = [];
  for (const [index, word] of words.entries()) {
    const before = strong.slice(0, index).findLast((rtl) => rtl !== null);
    const after = strong.slice(index).find((rtl) => rtl !== null);
    const rtl = strong[index] ?? (before === after ? (before ?? base) : base);
    let span = spans.at(-1);
    if (span?.rtl !== rtl) {
      span = { runs: [], rtl };
      spans.push(span);
    }
    for (const { text, face } of word.runs) {
      const last = span.runs.at(-1);
      if (last?.face === face) last.text += text;
      else span.runs.push({ text, face });
    }
  }
  return { base, spans };
}

function hasLetters({ runs }: Word): boolean {
  return runs.some(({ text }) => /\p{L}/u.test(text));
}
