import type { Candidate } from './candidates.ts';
import { fold } from './fold.ts';
import { type PlacedWord, type Segment, segmentOf } from './segments.ts';

/** Lines of an address or of names follow each other within this many heights, and start at the same edge within `EDGE_HEIGHTS`. */
const LINE_GAP_HEIGHTS = 1.9;
const NAME_GAP_HEIGHTS = 2.6;
const EDGE_HEIGHTS = 3;
const ADDRESS_LINES_MAX = 4;
const NAME_LINES_MAX = 3;
/** Below a label in words (0.97), above a bare number (0.9). */
const ADDRESS_FIT = 0.98;
const TOLD_FIT = 0.98;
const ABOVE_FIT = 0.93;
const ONE_LINE_FIT = 0.8;

/** A city, the state and its postal code. In Canada the code may be on a separate line. */
export const CITY_LINE =
  /^[A-Z]\d[A-Z] ?\d[A-Z]\d$|^(.*\p{L}{2}.*?)[\s,.]+([A-Z]{2})[\s,.]+(\d{5}(?:\s?-\s?\d{3,5})?)\b|^(.*\p{L}{2}.*?)[\s,.]+([A-Z]{2})[\s,.]+([A-Z]\d[A-Z] ?\d[A-Z]\d)\b/u;
const STREET_LINE = /^\d+\s?\S*\s+\p{L}{2}|^[8B]?\s?R\.?\s?R|\bbox\b/iu;

/** Words of a card that are not names, folded. */
const CARD_LABELS = new Set(
  (
    'driver drivers license licence identification card usa dl dln id class end endorsements rest restr restrictions none ' +
    'dob exp iss issued expires sex hgt wgt eyes hair donor veteran organ height weight dd rev customer identifier number no ' +
    'not for federal governor state commissioner address family name given names date of birth limits apply'
  ).split(' '),
);

/** Where the holder lives. */
export interface AddressBlock {
  /** Top first. Empty if no address is found. */
  lines: readonly Segment[];
  /** Without the city's line the block shows where the names end, but gives no address. */
  isWhole: boolean;
}

/** Returns the segment without the field number, and the marks it is misread as, before the first word. */
export function trimmed(segment: Segment): Segment {
  const from = segment.words.findIndex(({ text }) => /\p{L}{2}|\d{2}|^\p{L}$/u.test(text) && !/^[|\\/ıl]$/.test(text));
  return from <= 0 ? segment : segmentOf(segment.words.slice(from));
}

/** Returns the city's line and the lines right above it up to the street's. If the city's line is cut off, it returns the street's alone. */
export function addressBlock(city: Segment | null, lines: readonly Segment[]): AddressBlock {
  if (city) return { lines: linesAbove(city, lines), isWhole: true };
  const street = lines.find(({ text }) => /^\d{1,5}\s+\p{Lu}{2,}(?:\s+\p{Lu}{2,})+\.?$/u.test(text));
  return { lines: street ? [street] : [], isWhole: false };
}

function linesAbove(city: Segment, lines: readonly Segment[]): Segment[] {
  const block = [city];
  for (let above = lineAbove(city, lines); above && block.length < ADDRESS_LINES_MAX; above = lineAbove(above, lines)) {
    block.unshift(above);
    if (STREET_LINE.test(above.text)) return block;
    const isCity = block.length === 2 && /^[A-Z]\d[A-Z]/.test(city.text);
    if (!isCity && /^\p{Lu}\p{L}+$/u.test(above.text)) break;
  }
  return block.length > 1 ? block.slice(-2) : block;
}

/** Returns the nearest line above with the same edge. */
function lineAbove(of: Segment, lines: readonly Segment[], gapMax = LINE_GAP_HEIGHTS): Segment | null {
  const { box } = of;
  const near = lines.filter((line) => {
    if (!/\p{L}{2}|\d{2}/u.test(line.text)) return false;
    const gap = box.y - line.box.y;
    const height = Math.max(box.height, line.box.height);
    return gap > box.height / 2 && gap < gapMax * height && Math.abs(line.box.x - box.x) < EDGE_HEIGHTS * height;
  });
  return near.toSorted((a, b) => b.box.y - a.box.y)[0] ?? null;
}

/**
 * Returns the address and the names. The names have a label or a number, or else are above the address, the family name before the given names.
 *
 * @param lines the page's segments without their field numbers
 */
export function namesOf(block: AddressBlock, lines: readonly Segment[], segments: readonly Segment[]): Candidate[] {
  const address = block.isWhole && block.lines.length > 0 ? [addressOf(block.lines)] : [];
  return [...address, ...toldNames(segments), ...namesAbove(block, lines, segments)];
}

function addressOf(block: readonly Segment[]): Candidate {
  const [first, ...rest] = block.map(({ text }) => text);
  // The field number (AAMVA: 8) before the house number.
  const street = (first ?? '').replace(/^[8B&][.:]?\s+(?=\d|R)|^\d\.(?=\d)/, '').replace(/\s*[—|_-]+$/, '');
  const words = block.flatMap((line) => line.words);
  return { field: 'address', value: [street, ...rest].join(' '), reader: 'layout', fit: ADDRESS_FIT, words };
}

function namesAbove(
  { lines: [street] }: AddressBlock,
  lines: readonly Segment[],
  segments: readonly Segment[],
): Candidate[] {
  const names: Segment[] = [];
  let from = street;
  while (from && names.length < NAME_LINES_MAX) {
    from = lineAbove(from, lines, NAME_GAP_HEIGHTS) ?? undefined;
    if (!from || !isName(from.text)) break;
    names.unshift(from);
  }
  const [top, below] = names.slice(-2);
  if (top && below) {
    const isTurned = numberOfField(top, segments) === '2' || numberOfField(below, segments) === '1';
    const [last, first] = isTurned ? [below, top] : [top, below];
    return [...named('last_name', wordsOfName(last), ABOVE_FIT), ...named('first_name', wordsOfName(first), ABOVE_FIT)];
  }
  const words = top ? wordsOfName(top) : [];
  if (words.length < 2) return [];
  return [
    ...named('last_name', words.slice(-1), ONE_LINE_FIT),
    ...named('first_name', words.slice(0, -1), ONE_LINE_FIT),
  ];
}

/** Returns labelled names. California and others print LN and FN before them. The standard numbers them 1 and 2, which count if both are present. */
function toldNames(segments: readonly Segment[]): Candidate[] {
  const behind = (label: RegExp): PlacedWord[] => {
    for (const { words } of segments) {
      const [head, ...rest] = words;
      const text = head?.text.replace(label, '') ?? '';
      if (!head || text === head.text) continue;
      const found = wordsOfName({ words: [...(text === '' ? [] : [{ ...head, text }]), ...rest] });
      if (found.some((word) => word.text.length > 1)) return found;
    }
    return [];
  };
  const [ln, fn, one, two] = [behind(/^LN[.:]?/), behind(/^FN[.:]?/), behind(/^1[.:]?$/), behind(/^2[.:]?$/)];
  const areNumbered = one.length > 0 && two.length > 0;
  return [
    ...named('last_name', ln, TOLD_FIT),
    ...named('first_name', fn, TOLD_FIT),
    ...(areNumbered ? [...named('last_name', one, ABOVE_FIT), ...named('first_name', two, ABOVE_FIT)] : []),
  ];
}

/** Returns what `trimmed` has cut off before a line: `2`, `2.`, `F2.`. */
function numberOfField({ words: [first] }: Segment, segments: readonly Segment[]): string | null {
  const whole = segments.find(({ words }) => first !== undefined && words.includes(first));
  const before = whole?.words[0];
  return before === first ? null : (/^\D?(\d)\D?$/.exec(before?.text ?? '')?.[1] ?? null);
}

function isName(text: string): boolean {
  const words = fold(text)
    .split(' ')
    .filter((word) => /^\p{L}+$/u.test(word));
  return words.some((word) => word.length >= 2) && !words.some((word) => CARD_LABELS.has(word)) && !/\d{3}/.test(text);
}

/** Returns letters only: what a field number was misread as is dropped. */
function wordsOfName({ words }: Pick<Segment, 'words'>): PlacedWord[] {
  const letters = words.filter(({ text }) => !/\d/.test(text) && /\p{L}/u.test(text));
  return letters.map((word) => ({ ...word, text: word.text.replace(/^[^\p{L}]+|[^\p{L}.,]+$/gu, '') }));
}

function named(field: 'last_name' | 'first_name', words: readonly PlacedWord[], fit: number): Candidate[] {
  const value = words
    .map(({ text }) => text)
    .join(' ')
    .replace(/[.,]+$/, '');
  return value === '' ? [] : [{ field, value, reader: 'layout', fit, words }];
}
