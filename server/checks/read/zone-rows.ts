import type { TextPage } from '../../../models/ports.ts';

/** The shortest line of a zone has 30 characters (ICAO Doc 9303 part 5); a blurred one may lose a third of them. */
const ROW_CHARACTERS_MIN = 20;
/** A name or a number seldom runs on for so long without a space; the rows of a zone do. */
const RUN_CHARACTERS_MIN = 16;
const FILLERS_MIN = 4;
/** Of the row's characters, how many are capitals, digits, fillers, or the letters that fillers are misread as. */
const ALPHABET_SHARE_MIN = 0.75;

/**
 * Whether a page shows rows that look like a machine-readable zone: one with several fillers, or two long unbroken ones
 * of capitals and digits. Print has neither.
 */
export function showsZone({ lines }: TextPage): boolean {
  const rows = lines.map(({ text }) => text.trim()).filter(isLongRow);
  return rows.some(hasFillers) || rows.filter(isUnbroken).length >= 2;
}

function isLongRow(text: string): boolean {
  const bare = text.replace(/\s/g, '');
  const fitting = bare.match(/[A-Z0-9<«‹ckls]/g)?.length ?? 0;
  return bare.length >= ROW_CHARACTERS_MIN && fitting / bare.length >= ALPHABET_SHARE_MIN;
}

function hasFillers(text: string): boolean {
  return (text.replaceAll('«', '<<').match(/[<‹]/g)?.length ?? 0) >= FILLERS_MIN;
}

/** Capitals and digits mixed in one run, or a run that ends in what a row of fillers is misread as. */
function isUnbroken(text: string): boolean {
  const runs = text.split(/\s+/).filter((run) => run.length >= RUN_CHARACTERS_MIN);
  return runs.some((run) => (/[A-Z]/.test(run) && /\d{2}/.test(run)) || /[cklsCKLS<]{5}/.test(run));
}
