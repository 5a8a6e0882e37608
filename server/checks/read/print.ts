import type { MrzRead } from '../../../models/mrz/types.ts';
import type { TextPage } from '../../../models/ports.ts';
import { americanFields } from './american.ts';
import type { Candidate, PrintedFields } from './candidates.ts';
import { readDate } from './dates.ts';
import { issuerOf } from './issuer.ts';
import { knownFields } from './known.ts';
import { AMERICAN_NUMBERS, EUROPEAN_NUMBERS } from './label-table.ts';
import { labelledFields, type PrintConvention } from './labelled.ts';
import { placeWithoutLabel } from './place-without-label.ts';
import { russianFields } from './russian.ts';
import { type Segment, segmentPage } from './segments.ts';
import { solve } from './solve.ts';

const AMERICAN: PrintConvention = { dates: 'month-first', numbers: AMERICAN_NUMBERS };
const EUROPEAN: PrintConvention = { dates: 'day-first', numbers: EUROPEAN_NUMBERS };

/**
 * The printed fields of one picture, by each of the `pages` that engines made of it. Each reader tells what it finds and how surely; the best
 * of all is taken field by field (`solve`). `today` is YYYY-MM-DD.
 */
export function readPrinted(pages: readonly TextPage[], today: string, mrz: MrzRead | null = null): PrintedFields {
  const segmented = pages.map(segmentPage);
  const known = segmented.map((segments) => knownFields(segments, mrz, today));
  const found = segmented.flatMap((segments, i) => candidatesOf(segments, today, { mrz, known: known[i] ?? [] }));
  return solve([...found, ...placeWithoutLabel(segmented, mrz, known[1] ?? known[0] ?? [], today)]);
}

function candidatesOf(
  segments: readonly Segment[],
  today: string,
  { mrz, known }: { mrz: MrzRead | null; known: readonly Candidate[] },
): Candidate[] {
  const american = americanFields(segments);
  if (american) return [...labelledFields(segments, today, AMERICAN).map(doubted), ...american];
  const fields = [...known, ...labelledFields(segments, today, EUROPEAN), ...validityOf(segments, today)];
  if (mrz) return fields;
  const labelled = new Set(fields.map(({ field }) => field));
  const byLines = russianFields(segments, today).filter(({ field }) => !labelled.has(field));
  return [...fields, ...byLines, ...issuerOf(segments, fields)];
}

/** A labelled number in none of the issuer's forms was misread, or the table of forms lacks one. */
const FORMLESS_FIT = 0.8;

const doubted = (candidate: Candidate): Candidate =>
  candidate.field === 'document_number' ? { ...candidate, fit: FORMLESS_FIT * candidate.fit } : candidate;

/** How surely a line is the time that a document is valid, whatever its label. */
const VALIDITY_FIT = 0.9;

/** `11.05.09-13.09.2069`, in China `2023.09.15-2033.09.14`: from when and until when. */
const VALIDITY = /(\d{2}\.\d{2}\.\d{2,4}|\d{4}\.\d{2}\.\d{2})\s?[-–]\s?(\d{2}\.\d{2}\.\d{4}|\d{4}\.\d{2}\.\d{2})/;

function validityOf(segments: readonly Segment[], today: string): Candidate[] {
  return segments.flatMap(({ text, words }): Candidate[] => {
    const [, from = '', until = ''] = VALIDITY.exec(text) ?? [];
    const [issued, expires] = [readDate(from, 'past', today), readDate(until, 'expiry', today)];
    if (!issued || !expires || issued >= expires) return [];
    const of = { reader: 'line', fit: VALIDITY_FIT, words } as const;
    return [
      { field: 'issue_date', value: issued, ...of },
      { field: 'expiry_date', value: expires, ...of },
    ];
  });
}
