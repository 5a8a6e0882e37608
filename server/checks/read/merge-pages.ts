import type { Box, TextLine, TextPage, TextWord } from '../../../models/ports.ts';

/** Words of two readings are in one place if they overlap by this share of the smaller one. */
const SHARED_MIN = 0.5;
/** The second engine is overconfident in its errors: its confidence is reduced by this much if both disagree. */
const SECOND_PENALTY = 0.1;
/** What only the second engine saw, with less confidence than this, is noise. */
const ALONE_CONFIDENCE_MIN = 0.6;

/**
 * Merges one page from what two engines read in one picture, turned the same way. If both read the same in one place, the first one's words stay,
 * with a higher confidence than either. If they differ, the more confident words stay. What only one of them read is kept.
 */
export function mergePages(first: TextPage, second: TextPage): TextPage {
  const seconds = placeFlat(first, second).lines;
  const places = commonPlaces(wordsOf(first.lines), wordsOf(seconds));
  const instead = new Map<TextWord, TextWord[]>();
  const taken = new Set<TextWord>();
  for (const { ours, others } of places) {
    for (const word of others) taken.add(word);
    const [place, ...rest] = ours;
    if (place === undefined) continue;
    if (lettersOf(ours) === lettersOf(others)) {
      for (const word of ours)
        instead.set(word, [{ ...word, confidence: joined(word.confidence, confidenceOf(others)) }]);
    } else if (confidenceOf(others) - SECOND_PENALTY > confidenceOf(ours) && !ours.some(isOtherScript)) {
      instead.set(place, others);
      for (const word of rest) instead.set(word, []);
    }
  }
  const kept = first.lines.map(({ words }) => words.flatMap((word) => instead.get(word) ?? [word]));
  const alone = seconds.map(({ words }) =>
    words.filter((word) => !taken.has(word) && word.confidence >= ALONE_CONFIDENCE_MIN),
  );
  const lines = [...kept, ...alone].filter((words) => words.length > 0).map(lineOfWords);
  const { name, version } = second.engine;
  const engine = {
    name: `${first.engine.name}; ${name}`,
    version: `${first.engine.version}; ${version}`,
    languages: first.engine.languages,
  };
  return { ...first, lines, confidence: meanOf(wordsOf(lines)), engine };
}

/** The second engine takes text in a script that it does not know for Latin letters that look alike. */
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;
const isOtherScript = ({ text }: TextWord): boolean => OTHER_LETTER.test(text);
/** This many words in another script are not a misreading. */
const OTHER_WORDS_MIN = 3;

/** Whether a page holds a script other than Latin, so that the second engine's reading of it alone cannot be trusted. */
export function showsOtherScript({ lines }: TextPage): boolean {
  return wordsOf(lines).filter(isOtherScript).length >= OTHER_WORDS_MIN;
}

/** The joint confidence of two engines that independently read the same. */
const joined = (a: number, b: number): number => 1 - (1 - a) * (1 - b);

const wordsOf = (lines: readonly TextLine[]): TextWord[] => lines.flatMap(({ words }) => words);

/** Returns the letters without accents, marks, spaces and case. */
function lettersOf(words: readonly TextWord[]): string {
  const text = words.map(({ text: own }) => own).join('');
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the mean over the letters of words, 0..1. */
function confidenceOf(words: readonly TextWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}

function meanOf(words: readonly TextWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/** Words of both that are in one place, from left to right. */
interface Place {
  ours: TextWord[];
  others: TextWord[];
}

/** Returns the places where both read something: words that overlap, those that overlap with these, and so on. */
function commonPlaces(ours: readonly TextWord[], others: readonly TextWord[]): Place[] {
  const left = new Set(ours);
  const places: Place[] = [];
  const seen = new Set<TextWord>();
  for (const start of others) {
    if (seen.has(start)) continue;
    seen.add(start);
    const place: Place = { ours: [], others: [start] };
    const waiting = [start];
    for (let other = waiting.pop(); other !== undefined; other = waiting.pop()) {
      for (const word of left) {
        if (!overlap(word.box, other.box)) continue;
        left.delete(word);
        place.ours.push(word);
        for (const next of others) {
          if (seen.has(next) || !overlap(word.box, next.box)) continue;
          seen.add(next);
          place.others.push(next);
          waiting.push(next);
        }
      }
    }
    if (place.ours.length > 0) places.push({ ours: inOrder(place.ours), others: inOrder(place.others) });
  }
  return places;
}

const inOrder = (words: readonly TextWord[]): TextWord[] => words.toSorted((a, b) => a.box.x - b.box.x);

function overlap(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return width > 0 && height > 0 && width * height >= SHARED_MIN * smaller;
}

function lineOfWords(words: readonly TextWord[]): TextLine {
  const [x, y] = [Math.min(...words.map(({ box }) => box.x)), Math.min(...words.map(({ box }) => box.y))];
  const right = Math.max(...words.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...words.map(({ box }) => box.y + box.height));
  const box = { x, y, width: right - x, height: bottom - y };
  return { text: words.map(({ text }) => text).join(' '), confidence: confidenceOf(words), box, words: [...words] };
}

/**
 * Returns the second page with its words at their positions on the page as the first engine flattened it. If the first page is
 * flat already, it returns the second page itself.
 */
function placeFlat(first: TextPage, second: TextPage): TextPage {
  const pairs = wordsOf(first.lines).flatMap(({ box, flat }) =>
    flat ? [{ from: middle(box), to: middle(flat) }] : [],
  );
  const map = affine(pairs);
  if (map === null) return second;
  const placed = (word: TextWord): TextWord => {
    const { x, y } = map(middle(word.box));
    const { width, height } = word.box;
    return { ...word, flat: { x: x - width / 2, y: y - height / 2, width, height } };
  };
  return { ...second, lines: second.lines.map((line) => ({ ...line, words: line.words.map(placed) })) };
}

interface Spot {
  x: number;
  y: number;
}

const middle = ({ x, y, width, height }: Box): Spot => ({ x: x + width / 2, y: y + height / 2 });

/** Returns the map x' = a x + b y + c, and the same for y', with the least squared error over pairs. Null if there are too few. */
function affine(pairs: readonly { from: Spot; to: Spot }[]): ((spot: Spot) => Spot) | null {
  const mean = (value: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const [mx, my] = [mean(({ from }) => from.x), mean(({ from }) => from.y)];
  const [xx, xy, yy] = [
    mean(({ from }) => (from.x - mx) ** 2),
    mean(({ from }) => (from.x - mx) * (from.y - my)),
    mean(({ from }) => (from.y - my) ** 2),
  ];
  const spread = xx * yy - xy * xy;
  if (!(spread > 1)) return null;
  const solveFor = (of: (spot: Spot) => number): ((spot: Spot) => number) => {
    const m = mean(({ to }) => of(to));
    const [ax, ay] = [
      mean(({ from, to }) => (from.x - mx) * (of(to) - m)),
      mean(({ from, to }) => (from.y - my) * (of(to) - m)),
    ];
    const [a, b] = [(ax * yy - ay * xy) / spread, (ay * xx - ax * xy) / spread];
    return ({ x, y }) => m + a * (x - mx) + b * (y - my);
  };
  const [fitX, fitY] = [solveFor(({ x }) => x), solveFor(({ y }) => y)];
  return (spot) => ({ x: fitX(spot), y: fitY(spot) });
}
