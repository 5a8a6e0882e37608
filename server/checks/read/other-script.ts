import { isInLatin, isInOwnScript, NAME_FIELDS } from '../name-forms.ts';
import { compareNames, type NameRule } from '../names.ts';
import type { DocumentReading } from '../types.ts';
import { type PrintedFields, recognitionOf } from './candidates.ts';
import { boxAround, type PlacedWord, runsOf, type Segment, textOf } from './segments.ts';

/** A reading with less confidence is not a second form of a name. */
const CONFIDENCE_MIN = 0.6;
/** Under these rules a name in another script is the same, word for word. */
const SAME_RULES: readonly NameRule[] = ['accents', 'icao_transliteration', 'romanisation'];

/**
 * Finds where a page prints names that were read in one script in another one too: Latin with Cyrillic or Greek, or the reverse.
 * A document may have fewer given names in Latin letters: the first is enough.
 *
 * @param segments of the page, in reading order
 */
export function inOtherScript(
  { fields, also_read }: Pick<DocumentReading, 'fields' | 'also_read'>,
  segments: readonly Segment[],
): Pick<PrintedFields, (typeof NAME_FIELDS)[number]> {
  const runs = segments.flatMap(({ words }) => runsOf(words));
  const found = NAME_FIELDS.flatMap((name) => {
    const read = [fields[name] ?? [], also_read?.[name] ?? []].flat().map(({ value }) => value);
    const [value] = read;
    if (value === undefined || (read.some(isInLatin) && read.some(isInOwnScript))) return [];
    const isOther = isInLatin(value) ? isInOwnScript : isInLatin;
    const words =
      runs.find((run) => isSameName(run, value, isOther)) ??
      (name === 'first_name' ? runs.find((run) => isSameName(run, value.split(' ')[0] ?? '', isOther)) : undefined);
    if (!words) return [];
    const box = boxAround(words.map(({ shown }) => shown));
    return [[name, { value: bare(words), confidence: recognitionOf({ words }), source: 'print', box }] as const];
  });
  return Object.fromEntries(found);
}

function isSameName(run: readonly PlacedWord[], name: string, isOther: (text: string) => boolean): boolean {
  const text = bare(run);
  if (!isOther(text) || !/^\p{L}[\p{L}\p{M}\s'’-]+$/u.test(text)) return false;
  const { verdict, rules } = compareNames({ last: text }, { last: name });
  return (
    verdict === 'same' &&
    rules.every((rule) => SAME_RULES.includes(rule)) &&
    recognitionOf({ words: run }) >= CONFIDENCE_MIN
  );
}

/** Removes what surrounds the letters, such as the number of a field. */
function bare(words: readonly PlacedWord[]): string {
  return textOf(words).replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
}
