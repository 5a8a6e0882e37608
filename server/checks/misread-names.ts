import { type Finding, makeFinding } from './findings.ts';
import { fullName } from './names.ts';
import { fold } from './read/fold.ts';
import { isFillerMisread } from './read/spelling.ts';
import { submittedName } from './read-values.ts';
import type { Applicant, DocumentReading, ReadField } from './types.ts';

const NAME_FIELDS = ['last_name', 'first_name'] as const;
type NameFields = Partial<Record<(typeof NAME_FIELDS)[number], ReadField>>;

/**
 * Names have no check digit, and a filler beside one is easily read as a letter. Where the print of the same document
 * says exactly the submitted name, and its zone differs from that by one such letter, the readings come back with the
 * printed name in the zone's place, and a finding that says so. In every other case they come back as they are.
 */
export function mendMisreadNames(
  applicant: Applicant,
  readings: readonly DocumentReading[],
): { readings: DocumentReading[]; findings: Finding[] } {
  const submitted = fold(fullName(submittedName(applicant)));
  const findings: Finding[] = [];
  const mended = readings.map((reading) => {
    const zone = namesFrom(reading, 'mrz');
    const prints = readings.filter(({ type }) => type === reading.type).map((other) => namesFrom(other, 'print'));
    const print = prints.find((names) => submitted !== '' && fold(nameIn(names)) === submitted);
    if (!print || !isFillerMisread(print, zone)) return reading;
    const values = [nameIn(print), nameIn(zone)];
    findings.push(makeFinding('mrz_name_misread', { document_id: reading.document_id, evidence: { values } }));
    return withNames(reading, print);
  });
  return { readings: mended, findings };
}

/** The names of one zone of a document: what it was chosen for, or what stands beside it. */
function namesFrom({ fields, also_read }: DocumentReading, source: ReadField['source']): NameFields {
  const found = NAME_FIELDS.flatMap((name) => {
    const field = [fields[name], ...(also_read?.[name] ?? [])].find((read) => read?.source === source);
    return field ? [[name, field] as const] : [];
  });
  return Object.fromEntries(found);
}

function withNames(reading: DocumentReading, names: NameFields): DocumentReading {
  const { last_name: _last, first_name: _first, ...also_read } = reading.also_read ?? {};
  return { ...reading, fields: { ...reading.fields, ...names }, also_read };
}

function nameIn({ first_name, last_name }: NameFields): string {
  return [first_name?.value, last_name?.value].filter(Boolean).join(' ');
}
