import { countryOf, NAME_FIELDS, type NameForm, nameForm } from '../name-forms.ts';
import type { DocumentReading, FieldName, MrzReading, ReadField } from '../types.ts';
import { spellsTheSame } from './merge.ts';
import { mostConfident, roundedShare, SOURCE_OF, type SourcedField, sourced, sourcesOf } from './sources.ts';

const FIELDS: readonly FieldName[] = [
  ...(['first_name', 'last_name', 'id_number', 'document_number', 'date_of_birth', 'sex', 'nationality'] as const),
  ...(['expiry_date', 'issue_date', 'issuing_country', 'place_of_birth', 'address'] as const),
];

/**
 * Returns the record's `ocr` object: by type of document, each field as plain text, `mrz`, `barcodes`, and the `confidence`
 * (0..1) of each field. `name_forms` holds both forms of a name in a script other than Latin, `boxes` the position of each field,
 * and `sources` what printed text, MRZ and barcode each say. The sides of one document are merged: a reviewer's value goes before
 * the MRZ's, then the barcode's, then a printed one, then by confidence. A printed name that spells theirs replaces it, because
 * it has the accents. Absent fields are left out, and so are selfies and documents from which nothing was read.
 */
export function ocrFromReadings(readings: readonly DocumentReading[]): Record<string, object> {
  const ocr: Record<string, object> = {};
  for (const [type, sides] of Map.groupBy(readings, (reading) => reading.type)) {
    const fields = FIELDS.flatMap((name) => {
      const field = pick(name, sides);
      return field ? [[name, field] as const] : [];
    });
    const boxes = fields.flatMap(([name, { box, document_id, turn }]) =>
      box ? [[name, { document_id, ...box, ...(turn && { turn }) }]] : [],
    );
    const sources = FIELDS.flatMap((name) => {
      const values = sourcesOf(name, sides);
      return values ? [[name, values] as const] : [];
    });
    const forms = NAME_FIELDS.flatMap((name) => {
      const form = formOf(name, sides);
      return form ? [[name, form] as const] : [];
    });
    const mrz = sides.find((side) => side.mrz?.valid)?.mrz ?? sides.find((side) => side.mrz)?.mrz;
    const barcodes = sides.flatMap((side) => (side.barcodes ?? []).map(({ format, kind }) => ({ format, kind })));
    if (type === 'selfie' || (fields.length === 0 && !mrz)) continue;
    ocr[type] = {
      ...Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
      ...(mrz && { mrz: withoutBoxes(mrz) }),
      ...(barcodes.length > 0 && { barcodes }),
      confidence: Object.fromEntries(fields.map(([name, { confidence }]) => [name, roundedShare(confidence)])),
      ...(forms.length > 0 && { name_forms: Object.fromEntries(forms) }),
      ...(boxes.length > 0 && { boxes: Object.fromEntries(boxes) }),
      ...(sources.length > 0 && { sources: Object.fromEntries(sources) }),
    };
  }
  return ocr;
}

/** Boxes are reported by file, in `documents`. */
function withoutBoxes({ boxes: _, ...mrz }: MrzReading): Omit<MrzReading, 'boxes'> {
  return mrz;
}

/** Covers all sides. `sources` reports where the Latin form is. */
function formOf(name: (typeof NAME_FIELDS)[number], sides: readonly DocumentReading[]): object | undefined {
  const others = sides.flatMap(({ fields, also_read }) => [fields[name] ?? [], also_read?.[name] ?? []].flat());
  const form = nameForm(pick(name, sides), others, countryOf(sides));
  return form && { ...form, latin_from: toldSource(form.latin_from) };
}

const toldSource = (from: NameForm['latin_from']): string | null =>
  from === null || from === 'transliteration' ? from : SOURCE_OF[from];

function pick(name: FieldName, sides: readonly DocumentReading[]): SourcedField | undefined {
  const read = sides.flatMap((side) => {
    const field = side.fields[name];
    return field ? [sourced(field, side)] : [];
  });
  const from = (source: ReadField['source']) => read.filter((field) => field.source === source);
  const corrected = mostConfident(from('person'));
  if (corrected) return corrected;
  const printed = from('print');
  const machine = mostConfident(from('mrz')) ?? mostConfident(from('barcode'));
  return machine ? (printed.find((print) => spellsTheSame(name, print, machine)) ?? machine) : mostConfident(printed);
}
