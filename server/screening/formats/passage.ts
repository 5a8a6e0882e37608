import { LIMITS } from '../../lib/limits.ts';

/** Before the name stands a third of what is kept, so that a reader sees how it comes up. */
const SHARE_BEFORE = 1 / 3;
/** Stands where something was cut off. */
const CUT = '…';
/** A cut is moved to the next space if it is as near as this, so that no word is broken. */
const WORD_CHARS_MAX = 40;
/** Parts of a name that are shorter stand in any text. */
const NAME_PART_CHARS_MIN = 3;

/**
 * What is kept of a report on somebody with these names: the whole text where it has no more than `LIMITS.mediaPassageCharsMax` characters,
 * else so much of it around the first place that names them: by a whole name, else by the longest part of one that stands there. The start
 * where none does. White space is made one space each.
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

/** Where the text names them first; 0 where it does not. */
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

/** The text in small letters without accents, and where each of its characters stands in the text; no places: where it stands itself. */
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

/** The place itself, or the one before where it lies within a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
