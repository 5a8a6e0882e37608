import type { VerificationAnswer } from '../../../contract/verification.ts';
import { LIMITS } from '../../../lib/limits.ts';
import type { Block, Cell, Column, Row, Tone } from '../layout/blocks.ts';

/** As in an answer. */
type Finding = VerificationAnswer['documents'][number]['findings'][number];

/** The labels of fields; other fields are labelled by their key. */
const NAMES: Readonly<Record<string, string>> = {
  dob: 'Date of birth',
  id_number: 'ID number',
  lei: 'LEI',
  vat_number: 'VAT number',
  tax_id: 'Tax number',
  mrz: 'MRZ',
  line1: 'Address',
  national_id: 'National identity card',
  driving_license: 'Driving licence',
  ubo_declaration: 'Declaration of beneficial owners',
  pep: 'Politically exposed persons',
  country_list: 'Country lists',
};

/** Labels `date_of_birth` as `Date of birth`, and `ubos[0].dob` as `Owner 1, date of birth`. */
export function nameOf(key: string): string {
  if (Object.hasOwn(NAMES, key)) return NAMES[key] as string;
  const party = /^(ubos|representatives)\[(\d+)\](?:\.(.+))?$/.exec(key);
  if (party) {
    const who = `${party[1] === 'ubos' ? 'Owner' : 'Representative'} ${Number(party[2]) + 1}`;
    return party[3] === undefined ? who : `${who}, ${nameOf(party[3]).toLowerCase()}`;
  }
  const words = key.replace(/^(company|applicant)\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats an ISO 8601 time as `2026-01-31 12:00:00 UTC`. */
export const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** Formats a number with at most three decimals. */
export const numberText = (value: number): string => String(Math.round(value * 1000) / 1000);

export const scoreText = (value: number | null): string => (value === null ? 'not measured' : value.toFixed(3));

export const percentText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `${numberText(min)} %` : `${numberText(min)} to ${numberText(max)} %`;

/** Returns the result of a check: never `passed` if the check did not run. */
export function resultCell(passed: boolean | null): Cell {
  if (passed === null) return { text: 'not run', tone: 'muted', bold: true };
  return passed ? { text: 'passed', tone: 'good', bold: true } : { text: 'not passed', tone: 'bad', bold: true };
}

export const yesNo = (value: boolean | null): Cell =>
  value === null
    ? { text: 'not compared', tone: 'muted' }
    : value
      ? { text: 'yes', tone: 'good' }
      : { text: 'no', tone: 'bad' };

/** Formats a JSON value in one line: lists separated by commas, fields with their names. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${nameOf(key)}: ${valueText(part)}`)
    .join('; ');
}

export const heading = (level: 1 | 2, text: string, result?: Cell): Block => ({
  kind: 'heading',
  level,
  text,
  ...(result && { result }),
});

/** Returns a paragraph that explains the rest. */
export const muted = (text: string): Block => ({ kind: 'paragraph', text, tone: 'muted' });

/** The columns of a table: the title of each, and its share of the width. */
export const columns = (shares: Readonly<Record<string, number>>): Column[] =>
  Object.entries(shares).map(([title, share]) => ({ title, share }));

/** Returns a table of at most `LIMITS.reportRowsMax` rows, which says how many more there are. */
export function table(heads: readonly Column[], rows: readonly Row[]): Block {
  const more = rows.length - LIMITS.reportRowsMax;
  const left = `${more} more rows are not shown here. The record contains all ${rows.length}.`;
  return { kind: 'table', columns: heads, rows: rows.slice(0, LIMITS.reportRowsMax), ...(more > 0 && { left }) };
}

const FINDING_COLUMNS = columns({ Finding: 5, Findings: 9, Evidence: 9 });

/** Lists each code once, with its count if it occurs more than once. */
export function codesText(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const codes = [...counts].map(([code, count]) => (count === 1 ? code : `${code} (${count})`));
  return codes.length === 0 ? 'none' : codes.join(', ');
}

const OVERVIEW_COLUMNS = columns({ Check: 6, Result: 3, Findings: 12 });

/** Returns every check with its result, as an overview. */
export function overview(
  checks: Readonly<Record<string, { passed: boolean | null; findings: readonly Finding[] }>>,
  resultOf: (name: string, passed: boolean | null) => Cell = (_, passed) => resultCell(passed),
): Block[] {
  const rows = Object.entries(checks).map(([name, { passed, findings }]) => [
    nameOf(name),
    resultOf(name, passed),
    codesText(findings),
  ]);
  return [heading(2, 'Checks at a glance'), table(OVERVIEW_COLUMNS, rows)];
}

/** Returns a table of findings, or nothing if there are none. */
export function findingsTable(findings: readonly Finding[]): Block[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ code, message, field, evidence }) => [
    code,
    field === undefined ? message : `${message} (${nameOf(field)})`,
    evidence === undefined ? '' : valueText(evidence),
  ]);
  return [table(FINDING_COLUMNS, rows)];
}

/** Returns a check: its name and result, what it checks, its numbers and its findings. */
export function checkBlocks(
  name: string,
  about: string,
  check: { passed: boolean | null; findings: readonly Finding[] },
  facts: readonly (readonly [string, string | Cell])[] = [],
): Block[] {
  return [
    heading(2, name, resultCell(check.passed)),
    muted(about),
    ...(facts.length > 0 ? [factList(facts)] : []),
    ...findingsTable(check.findings),
  ];
}

/** Returns a list of labels and values. */
export const factList = (items: Extract<Block, { kind: 'facts' }>['items']): Block => ({ kind: 'facts', items });

/** Returns the label and value of each field that is present. */
export function factsOf(values: object): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null || value === '') return [];
    return [[nameOf(key), valueText(value)]];
  });
}

/** Formats `address` in one line. */
export function addressText(address: object | undefined): string | undefined {
  return address === undefined ? undefined : Object.values(address).filter(Boolean).join(', ');
}

const OUTCOMES: Readonly<Record<string, { text: string; tone: Tone }>> = {
  completed: { text: 'Completed', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  needs_review: { text: 'Needs review', tone: 'doubt' },
};

export const outcomeOf = (status: string): { text: string; tone: Tone } =>
  OUTCOMES[status] ?? { text: nameOf(status), tone: 'plain' };
