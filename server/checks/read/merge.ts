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
 * One value for each field, and those of the other sources beside it. The machine-readable zone outranks all where the
 * field's own check digit is right, or where it has none and the whole zone is valid; then comes the barcode, whose error
 * correction proves it read right; then print; a zone that nothing proves is last. A printed name that says the same as
 * the first of them keeps its accents.
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

/** A filler misread as a letter happens in a zone alone. */
export function spellsTheSame(name: FieldName, print: ReadField, other: ReadField): boolean {
  const similarity = spellingOf(name, print, other);
  return similarity === 'same' || (similarity === 'noisy' && other.source === 'mrz');
}

function isProven(field: FieldName, mrz: MrzRead | null): boolean {
  const name = field === 'id_number' ? 'document_number' : field;
  const digit = (mrz?.check_digits as Record<string, boolean | null> | undefined)?.[name];
  return digit ?? mrz?.valid ?? false;
}
