import { type Finding, makeFinding } from './findings.ts';
import { fullName } from './names.ts';
import { fold } from './read/fold.ts';
import { isFillerMisread } from './read/spelling.ts';
import { submittedName } from './read-values.ts';
import type { Applicant, DocumentReading, ReadField } from './types.ts';

const NAME_FIELDS = ['last_name', 'first_name'] as const;
type NameFields = Partial<Record<(typeof NAME_FIELDS)[number], ReadField>>;

/**
 * Corrects names in the MRZ that differ from the printed name by a misread filler. Names have no check digit, and a filler next
 * to one is easily read as a letter. It applies if the printed name of the same document is exactly the submitted one, and its
 * MRZ differs from that by one such letter. The readings are then returned with the printed name in place of the MRZ's, and with
 * a finding that says so. In every other case they are returned unchanged.
 */
export function correctMisreadNames(
  applicant: Applicant,
  readings: readonly DocumentReading[],
): { readings: DocumentReading[]; findings: Finding[] } {
  const submitted = fold(fullName(submittedName(applicant)));
  const findings: Finding[] = [];
  const corrected = readings.map((reading) => {
    const zone = namesFrom(reading, 'mrz');
    const prints = readings.filter(({ type }) => type === reading.type).map((other) => namesFrom(other, 'print'));
    const print = prints.find((names) => submitted !== '' && fold(nameIn(names)) === submitted);
    if (!print || !isFillerMisread(print, zone)) return reading;
    const values = [nameIn(print), nameIn(zone)];
    findings.push(makeFinding('mrz_name_misread', { document_id: reading.document_id, evidence: { values } }));
    return withNames(reading, print);
  });
  return { readings: corrected, findings };
}

/** Returns the names from one source of a document: the chosen value, or one read next to it. */
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
