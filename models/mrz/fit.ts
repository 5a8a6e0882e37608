/** A row brought to a line's width and alphabet. */
export interface Fitted {
  text: string;
  repaired: { column: number; read: string; used: string }[];
  /** Fillers that were added or taken away to reach the width. */
  stretched: number;
  /** Positions that hold what the mask rules out and no look-alike mends. */
  misfits: number;
}

/** Look-alikes of OCR-B, used only where a position's alphabet rules the read one out. */
const AS_DIGIT: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' };
const AS_LETTER: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };
/** What a filler is often misread as within a long run of them, and how much other noise such a run may hold. */
const AS_FILLER = /[CEKLSX]/g;
const NOISE_MAX = 2;
/** Fillers that the recogniser may have missed or doubled: at the end of a line, and inside one. */
const TAIL_TOLERANCE = 14;
const INNER_TOLERANCE = 6;

/** `row` fitted to `mask` (see `Layout`), or null where its length cannot be mended in one place alone. */
export function fitRow(row: string, mask: string): Fitted | null {
  const kinds = [...mask];
  const namesFrom = kinds.at(-1) === 'a' ? kinds.findLastIndex((kind) => kind !== 'a') + 1 : row.length;
  const fillersFrom = row.indexOf('<<<', Math.max(namesFrom, 0));
  const bare = fillersFrom < 0 ? row : row.slice(0, fillersFrom) + fillersOnly(row.slice(fillersFrom));
  const text = stretch(bare, mask);
  if (text === null) return null;
  const fitted: Fitted = { text: '', repaired: [], stretched: Math.abs(mask.length - row.length), misfits: 0 };
  for (let column = 0; column < text.length; column++) {
    const read = text.charAt(column);
    const inFillers = fillersFrom >= 0 && column >= fillersFrom;
    const used = inFillers && read !== '<' ? null : mend(read, mask.charAt(column));
    if (used === null) fitted.misfits += 1;
    else if (used !== read) fitted.repaired.push({ column, read, used });
    fitted.text += used ?? read;
  }
  for (let column = Math.max(fillersFrom, 0); column < Math.min(row.length, mask.length); column++) {
    const read = row.charAt(column);
    if (read !== bare.charAt(column)) fitted.repaired.push({ column, read, used: '<' });
  }
  return fitted;
}

/** Three fillers end the names (part 3, 4.6): what stands behind them was fillers, unless there is too much of it. */
function fillersOnly(tail: string): string {
  const noise = tail.replace(AS_FILLER, '').replaceAll('<', '').length;
  return noise <= NOISE_MAX ? '<'.repeat(tail.length) : tail;
}

/**
 * `row` at the mask's width. Only a run of fillers is stretched or shortened, and only where it is certain which: the
 * one at the end of a line that ends in an open field, or the last one before the check digits that end the line.
 */
function stretch(row: string, mask: string): string | null {
  const missing = mask.length - row.length;
  if (missing === 0) return row;
  const openEnd = /[af]$/.test(mask);
  const run = openEnd ? row.match(/<+$/) : row.match(/<{2,}(?=[A-Z0-9<]{1,2}$)/);
  const tolerance = openEnd ? TAIL_TOLERANCE : INNER_TOLERANCE;
  if (!run || run.index === undefined || Math.abs(missing) > tolerance) return null;
  const length = run[0].length + missing;
  if (length < 1) return null;
  return row.slice(0, run.index) + '<'.repeat(length) + row.slice(run.index + run[0].length);
}

/** What stands for `read` under this letter of the mask, or null where nothing does. */
function mend(read: string, kind: string): string | null {
  const isDigit = read >= '0' && read <= '9';
  const isFiller = read === '<';
  if (kind === 'a') return isDigit ? (AS_LETTER[read] ?? null) : read;
  if (kind === 'n') return isDigit || isFiller ? read : (AS_DIGIT[read] ?? null);
  if (kind === 'c') return isDigit ? read : (AS_DIGIT[read] ?? null);
  if (kind === 's') return isFiller || read === 'M' || read === 'F' ? read : null;
  return read;
}
