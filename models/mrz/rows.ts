import type { ReadLine } from './types.ts';

/** A row of the picture that may be a line of the zone: only A-Z, 0-9 and `<`. */
export interface Row {
  text: string;
  confidence: number;
}

/** What the recogniser makes of a filler, and of the characters of OCR-B that it confuses with punctuation. */
const GLYPHS: Record<string, string> = { '‹': '<', '>': '<', '(': '<', '{': '<', '[': '<', '|': 'I', $: 'S' };
/** Shorter rows cannot be stretched to any format with certainty; longer ones are text. */
const LENGTH_MIN = 22;
const LENGTH_MAX = 52;

/**
 * The rows of a page that may be lines of the zone, in order; each in every way it can be taken: `«` is one filler or
 * two, and pieces side by side (where the lines carry boxes) are one row that the recogniser split, or strangers.
 */
export function candidateRows(lines: readonly ReadLine[]): Row[][] {
  return piecesByRow(lines)
    .map((pieces) => (pieces.length === 1 ? pieces : [joinRow(pieces), ...pieces]))
    .map((takes) => takes.flatMap(({ text, confidence }) => waysToTake(text).map((way) => ({ text: way, confidence }))))
    .filter((ways) => ways.length > 0);
}

/** Also without a first or last word of one or two characters: the picture's edge or a printed rule beside the row. */
function waysToTake(text: string): string[] {
  const trimmed = [text, text.replace(/^\s*\S{1,2}\s+/, ''), text.replace(/\s+\S{1,2}\s*$/, '')];
  const ways = trimmed.flatMap((way) => [way.replaceAll('«', '<<'), way.replaceAll('«', '<')]);
  return [...new Set(ways.map(normalise))].filter((way): way is string => way !== null);
}

/** Upper case without accents, spaces and edge noise; null where what is left is no line of a zone. */
function normalise(text: string): string | null {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, '');
  const mapped = [...folded].map((character) => GLYPHS[character] ?? character).join('');
  const bare = mapped.replace(/^[^A-Z0-9<]+|[^A-Z0-9<]+$/g, '').replace(/(?<=<)[^A-Z0-9<]+(?=<)/g, '');
  const fits =
    bare.length >= LENGTH_MIN && bare.length <= LENGTH_MAX && bare.includes('<') && /^[A-Z0-9<]+$/.test(bare);
  return fits ? bare : null;
}

function piecesByRow(lines: readonly ReadLine[]): ReadLine[][] {
  const rows: ReadLine[][] = [];
  for (const line of lines) {
    const row = rows.find(([first]) => first !== undefined && isBeside(first, line));
    if (row) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Their middles are closer than half of the lower one's height, and they do not stand above each other. */
function isBeside({ box: a }: ReadLine, { box: b }: ReadLine): boolean {
  if (!a || !b) return false;
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return apart && Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < Math.min(a.height, b.height) / 2;
}

function joinRow(pieces: ReadLine[]): ReadLine {
  const sorted = pieces.toSorted((a, b) => (a.box?.x ?? 0) - (b.box?.x ?? 0));
  const letters = sorted.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = sorted.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return { text: sorted.map(({ text }) => text).join(' '), confidence: letters === 0 ? 0 : weighted / letters };
}
