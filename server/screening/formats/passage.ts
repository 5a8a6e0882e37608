import { LIMITS } from '../../lib/limits.ts';

/** The share of the kept text before the name, so that a reader sees its context. */
const SHARE_BEFORE = 1 / 3;
/** Marks where text was cut off. */
const CUT = '…';
/** A cut moves to the next space if that is this near, so that no word is broken. */
const WORD_CHARS_MAX = 40;
/** Shorter parts of a name occur in any text. */
const NAME_PART_CHARS_MIN = 3;

/**
 * Returns the kept part of a report about an entry with these names: the whole text if it has at most
 * `LIMITS.mediaPassageCharsMax` characters. Otherwise it is the part around the first mention: a whole name, or else the longest
 * part of one that occurs. Without a mention it is the start. Runs of white space become one space.
 */
export function passageOf(text: string, names: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= LIMITS.mediaPassageCharsMax) return plain;
  const room = LIMITS.mediaPassageCharsMax - 2 * CUT.length;
  const at = findName(plain, names);
  const earliest = Math.max(0, Math.min(Math.round(at - room * SHARE_BEFORE), plain.length - room));
  const from = earliest === 0 ? 0 : afterSpace(plain, earliest);
  const latest = Math.min(plain.length, from + room);
  const until = latest === plain.length ? latest : beforeSpace(plain, latest);
  return `${from === 0 ? '' : CUT}${plain.slice(from, until).trim()}${until === plain.length ? '' : CUT}`;
}

/** Returns the position of the first mention, or 0 if there is none. */
function findName(text: string, names: readonly string[]): number {
  const { folded, places } = foldText(text);
  const whole = names.map((name) => foldText(name.replace(/\s+/g, ' ').trim()).folded).filter(Boolean);
  const parts = whole
    .flatMap((name) => name.split(/[\s,]+/))
    .filter((part) => part.length >= NAME_PART_CHARS_MIN)
    .sort((a, b) => b.length - a.length);
  const [first] = whole
    .map((name) => folded.indexOf(name))
    .filter((at) => at !== -1)
    .sort((a, b) => a - b);
  const at = first ?? parts.map((part) => folded.indexOf(part)).find((place) => place !== -1) ?? 0;
  return places[at] ?? at;
}

/** Returns the text in small letters without accents, and the original position of each character. No positions: they are the same. */
function foldText(text: string): { folded: string; places: number[] } {
  const places: number[] = [];
  if (!/[^\0-\x7F]/.test(text)) return { folded: text.toLowerCase(), places };
  let folded = '';
  let at = 0;
  for (const char of text) {
    const small = char
      .normalize('NFD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase();
    for (let unit = 0; unit < small.length; unit += 1) places.push(at);
    folded += small;
    at += char.length;
  }
  return { folded, places };
}

function afterSpace(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space !== -1 && space - at <= WORD_CHARS_MAX ? space + 1 : wholeCharacter(text, at);
}

function beforeSpace(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return at - space <= WORD_CHARS_MAX ? space : wholeCharacter(text, at);
}

/** Returns the position itself, or the one before if it lies within a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
