import { submittedBirth } from '../../../checks/read-values.ts';
import type { KybVerificationAnswer } from '../../../contract/kyb-verification.ts';
import type { KybVerification } from '../../../verifications/types.ts';
import type { Block, Cell, Report } from '../layout/blocks.ts';
import { type Circumstances, closing, headOf, opening } from './frame.ts';
import { ownershipBlocks } from './ownership.ts';
import { hitBlocks, listsTable } from './screening.ts';
import {
  addressText,
  checkBlocks,
  columns,
  factList,
  factsOf,
  heading,
  muted,
  nameOf,
  numberText,
  overview,
  resultCell,
  table,
  valueText,
  yesNo,
} from './words.ts';

const TITLE = 'Business verification report';

/** Returns a company's verification as a report. */
export function kybReport(
  answer: KybVerificationAnswer,
  record: KybVerification,
  circumstances: Circumstances,
): Report {
  const { company, checks } = answer;
  const opened = { title: TITLE, whom: `${company.legal_name} (${company.country})`, decision: record.decision };
  const { address, ...plain } = company;
  const nameParty = partyNames(answer);
  return {
    head: headOf(answer, TITLE, `Business verification ${answer.id}: ${answer.status}`, circumstances),
    blocks: [
      ...opening(answer, opened),
      ...overview(checks),
      heading(1, 'Verified company'),
      factList(factsOf({ ...plain, address: addressText(address) })),
      ...registry(checks.registry),
      heading(1, 'Ownership', resultCell(checks.ownership.passed)),
      ...ownershipBlocks(answer, nameParty),
      heading(1, 'People'),
      ...persons(answer),
      ...checkBlocks(
        'Verifications of the people',
        'Whether the people who require their own verification are verified.',
        checks.persons,
      ),
      heading(1, 'Documents', resultCell(checks.documents.passed)),
      ...documents(answer, record),
      ...checkBlocks('Document checks', 'Name, number, address and date on the documents.', checks.documents),
      ...risk(answer),
      heading(1, 'Screening'),
      ...screening(answer),
      ...(answer.hits.length === 0 ? [] : [heading(1, 'Watchlist hits'), ...hitBlocks(answer.hits, nameParty)]),
      ...closing(answer, versionsOf(answer, record), circumstances),
    ],
  };
}

/** Returns the names of parties: of the company, of the submitted people, and of those that only a register names. */
function partyNames({ company, representatives, ubos, ownership }: KybVerificationAnswer): (party: string) => string {
  const names = new Map(ownership.nodes.map(({ party, name }) => [party, name]));
  names.set('company', company.legal_name);
  for (const person of [...representatives, ...ubos]) names.set(person.id, nameOfPerson(person));
  return (party) => names.get(party) ?? party;
}

function nameOfPerson(person: { legal_name?: string; first_name?: string; last_name?: string }): string {
  return person.legal_name ?? [person.first_name, person.last_name].filter(Boolean).join(' ');
}

const COMPARISON_COLUMNS = columns({ Field: 4, Submitted: 7, 'In the register': 7, Agrees: 3, Similarity: 2.4 });

const REGISTER_COLUMNS = columns({ Register: 8, Version: 5, Dated: 3, Age: 3, Companies: 3 });

function registry(check: KybVerificationAnswer['checks']['registry']): Block[] {
  const { record, comparisons, datasets } = check;
  const found: Block[] =
    record === null
      ? [muted('The company was not found in any register.')]
      : [
          factList(
            factsOf({
              register: `${record.register.name} (${record.register.code}), version ${record.register.version}`,
              found_by: nameOf(record.found_by),
              name: record.name,
              number: record.number,
              other_numbers: record.identifiers.map(({ kind, value }) => `${nameOf(kind)} ${value}`).join(', '),
              other_names: record.other_names.map(({ name, kind }) => `${name} (${kind})`).join('; '),
              status:
                record.status_text === null
                  ? nameOf(record.status)
                  : `${nameOf(record.status)} (${record.status_text})`,
              legal_form: record.legal_form,
              incorporated_on: record.incorporated_on,
              dissolved_on: record.dissolved_on,
              address: record.address?.text,
              activities: record.activities.join('; '),
            }),
          ),
        ];
  const rows = comparisons.map(({ field, submitted, registered, agrees, score }) => [
    nameOf(field),
    submitted ?? '',
    registered ?? '',
    yesNo(agrees),
    score === undefined ? '' : numberText(score),
  ]);
  const registers = datasets.map(({ name, code, version, dated, age_days, stale, companies }) => [
    `${name} (${code})`,
    version,
    dated,
    {
      text: `${Math.floor(age_days)} days${stale ? ', stale' : ''}`,
      tone: stale ? ('doubt' as const) : ('plain' as const),
    },
    String(companies),
  ]);
  return [
    heading(1, 'The register', resultCell(check.passed)),
    ...found,
    ...(rows.length === 0 ? [] : [table(COMPARISON_COLUMNS, rows)]),
    ...checkBlocks('Register check', 'The company is searched by its numbers, then by its name.', check),
    ...(registers.length === 0 ? [] : [table(REGISTER_COLUMNS, registers)]),
  ];
}

const PERSON_COLUMNS = columns({
  Name: 6,
  'Role or share': 5,
  Born: 3,
  Country: 2.6,
  Screening: 4,
  'Own verification': 7,
});

function persons({ representatives, ubos }: KybVerificationAnswer): Block[] {
  const cellsOf = (person: (typeof representatives | typeof ubos)[number]): (string | Cell)[] => {
    const { screening, verification_id, verification_status } = person;
    const hits = screening.hits.length;
    const cell = resultCell(screening.passed);
    return [
      submittedBirth(person) ?? '',
      person.nationality ?? ('country' in person ? (person.country ?? '') : ''),
      hits === 0 ? cell : { ...cell, text: `${cell.text}, ${hits} ${hits === 1 ? 'hit' : 'hits'}` },
      verification_id === null
        ? { text: 'none', tone: 'muted' }
        : `${nameOf(verification_status ?? '')} (${verification_id})`,
    ];
  };
  const rows = [
    ...representatives.map((person) => [nameOfPerson(person), nameOf(person.role), ...cellsOf(person)]),
    ...ubos.map((ubo) => [
      nameOfPerson(ubo),
      `Owner, ${numberText(ubo.ownership_percent)} %${ubo.parent === undefined ? '' : ` of ${parentName(ubos, ubo.parent)}`}`,
      ...cellsOf(ubo),
    ]),
  ];
  if (rows.length === 0) return [muted('No person was submitted.')];
  return [table(PERSON_COLUMNS, rows)];
}

function parentName(ubos: KybVerificationAnswer['ubos'], index: number): string {
  const parent = ubos[index];
  return parent ? nameOfPerson(parent) : 'another owner';
}

const DOCUMENT_COLUMNS = columns({
  Document: 5,
  File: 5,
  Status: 3,
  Dated: 3,
  'Found on the document': 5,
  'SHA-256 of the file': 9,
});

function documents({ documents: answered }: KybVerificationAnswer, record: KybVerification): Block[] {
  if (answered.length === 0) return [muted('No document was announced or sent.')];
  const rows = answered.map(({ id, type, name, status, dated, matches, size_bytes, announced }) => [
    announced ? nameOf(type) : `${nameOf(type)} (not announced)`,
    [name ?? '', size_bytes === null ? '' : `${size_bytes} bytes`].filter(Boolean).join(', '),
    { text: nameOf(status), tone: status === 'processed' ? ('good' as const) : ('doubt' as const) },
    dated ?? '',
    Object.entries(matches)
      .filter(([, found]) => found !== null)
      .map(([field, found]) => `${nameOf(field)}: ${valueText(found)}`)
      .join('; '),
    record.documents.find((document) => document.id === id)?.sha256 ?? '',
  ]);
  return [table(DOCUMENT_COLUMNS, rows)];
}

const RISK_COLUMNS = columns({ Factor: 5, Value: 4, Points: 2, Why: 11 });

function risk({ risk: found }: KybVerificationAnswer): Block[] {
  if (found === null) {
    const result: Cell = { text: 'not run', tone: 'muted', bold: true };
    return [heading(1, 'Risk', result)];
  }
  const tone = found.level === 'high' ? 'bad' : found.level === 'medium' ? 'doubt' : 'good';
  const rows = found.factors.map(({ factor, value, points, message }) => [
    nameOf(factor),
    value,
    numberText(points),
    message,
  ]);
  return [
    {
      kind: 'heading',
      level: 1,
      text: 'Risk',
      result: { text: `${found.level}, ${numberText(found.score)} of 100 points`, tone, bold: true },
    },
    ...(rows.length === 0 ? [muted('No factor adds points.')] : [table(RISK_COLUMNS, rows)]),
  ];
}

const LIST_CHECKS = {
  sanctions: 'Everyone submitted is searched on the sanctions lists.',
  watchlists: 'Everyone submitted is searched on other watchlists.',
  pep: 'Everyone submitted is searched on lists of politically exposed persons.',
  adverse_media: 'Everyone submitted is searched on lists of adverse media.',
} as const;

function screening({ checks }: KybVerificationAnswer): Block[] {
  return Object.entries(LIST_CHECKS).flatMap(([name, about]): Block[] => {
    const check = checks[name as keyof typeof LIST_CHECKS];
    return [...checkBlocks(nameOf(name), about, check), listsTable(check.datasets)];
  });
}

function versionsOf({ risk: found }: KybVerificationAnswer, { results }: KybVerification): [string, string][] {
  const engines = (results.read?.documents ?? []).flatMap(({ engine }) =>
    engine ? [`${engine.name} ${engine.version}`] : [],
  );
  return [
    ['Reading engine', engines.length === 0 ? 'none used' : [...new Set(engines)].join(', ')],
    ...(found === null ? [] : [['Risk table', found.version] as [string, string]]),
  ];
}
