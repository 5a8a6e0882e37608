import type { MrzRead } from '../../../models/mrz/types.ts';
import type { DocumentReading, FieldName, ReadField } from '../types.ts';
import { spellingOf } from './spelling.ts';

type Fields = DocumentReading['fields'];
type AlsoRead = NonNullable<DocumentReading['also_read']>;

/** What each source of one picture gave. */
export interface Sources {
  printed: Fields;
  barcode: Fields;
  zone: Fields;
  mrz: MrzRead | null;
}

/**
 * Returns one value for each field, and the values of the other sources. The MRZ goes first if the field's own check digit is correct, or if it has
 * none and the whole MRZ is valid. Then comes the barcode, whose error correction proves that it was read correctly, then printed text. An MRZ that
 * nothing proves is last. A printed name that agrees with the first of them keeps its accents.
 */
export function mergeSources(sources: Sources): { fields: Fields; also_read: AlsoRead } {
  const { printed, barcode, zone, mrz } = sources;
  const fields: Fields = {};
  const also_read: AlsoRead = {};
  const names = new Set([printed, barcode, zone].flatMap((source) => Object.keys(source) as FieldName[]));
  for (const name of names) {
    const order = isProven(name, mrz) ? [zone, barcode, printed] : [barcode, printed, zone];
    const [first, ...others] = order.flatMap((source) => source[name] ?? []);
    if (!first) continue;
    const print = others.find((other) => other.source === 'print' && spellsTheSame(name, other, first));
    fields[name] = print ?? first;
    const beside = print ? [first, ...others.filter((other) => other !== print)] : others;
    if (beside.length > 0) also_read[name] = beside;
  }
  return { fields, also_read };
}

/** A filler is misread as a letter only in an MRZ. */
export function spellsTheSame(name: FieldName, print: ReadField, other: ReadField): boolean {
  const similarity = spellingOf(name, print, other);
  return similarity === 'same' || (similarity === 'noisy' && other.source === 'mrz');
}

function isProven(field: FieldName, mrz: MrzRead | null): boolean {
  const name = field === 'id_number' ? 'document_number' : field;
  const digit = (mrz?.check_digits as Record<string, boolean | null> | undefined)?.[name];
  return digit ?? mrz?.valid ?? false;
}
