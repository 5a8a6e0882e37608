import { validateIdentifier } from '../../../server/lib/identifiers/validate.ts';
import { compareLegalForm, removeLegalForms } from '../../../server/names/legal-forms.ts';
import { toLatin } from '../../../server/names/scripts/to-latin.ts';
import { jaroWinkler } from '../../../server/names/word-similarity.ts';
import { baseName, displayLegalForm, genericLegalForm } from './legal-forms.ts';
import { type Row, readRows, share } from './rows.ts';
import { WRONG_IDENTIFIERS } from './wrong-labels.ts';

export interface CasesReport {
  cases: number;
  right: number;
  share_right: number | null;
  wrong: string[];
  /** Cases without a rule of ours; they do not count as right. */
  unknown: string[];
}

export interface IdentifiersReport extends CasesReport {
  /** Without the rows that we judge wrong. */
  judged: CasesReport;
}

/** The result of one case: null if there is no rule for it. */
type Verdict = { right: boolean | null; what: string };

const LEGAL_FORM_OPERATIONS: Readonly<Record<string, (name: string) => string>> = {
  display: displayLegalForm,
  compare: compareLegalForm,
  generic: genericLegalForm,
  remove: removeLegalForms,
  cleanco_basename: baseName,
};
const METRIC_TOLERANCE = 0.001;

/** The check digits of `identifier_validation.csv`. */
export function measureIdentifiers(corpus: string): IdentifiersReport | null {
  const rows = readRows(corpus, 'identifier_validation.csv');
  const all = measure(rows, judgeIdentifier);
  const judged = measure(rows?.filter((row) => !isWrongIdentifier(row)) ?? null, judgeIdentifier);
  return all && judged && { ...all, judged };
}

function judgeIdentifier({ type = '', value = '', valid }: Row): Verdict {
  const found = validateIdentifier(type, value);
  return { right: found === null ? null : found === (valid === '1'), what: `${type} ${value} is ${valid}` };
}

function isWrongIdentifier({ type, value }: Row): boolean {
  return WRONG_IDENTIFIERS.some((wrong) => wrong.type === type && wrong.value === value);
}

/** The legal forms of `legal_form_cases.csv`. */
export function measureLegalForms(corpus: string): CasesReport | null {
  return measure(readRows(corpus, 'legal_form_cases.csv'), ({ op = '', input = '', expected = '' }) => {
    const found = LEGAL_FORM_OPERATIONS[op]?.(input);
    const right = found === undefined ? null : found === expected;
    return { right, what: `${op} ${JSON.stringify(input)}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}` };
  });
}

/** The names in Latin letters of `translit_cases.csv`, by kind: right if one reading is expected or accepted. */
export function measureTransliteration(corpus: string): Record<string, CasesReport> | null {
  const rows = readRows(corpus, 'translit_cases.csv');
  if (!rows) return null;
  const accepted = new Map<string, Set<string>>();
  for (const row of rows) {
    const known = accepted.get(keyOf(row)) ?? new Set();
    accepted.set(keyOf(row), known.add(fold(row['expected'] ?? '')));
  }
  const kinds = [...new Set(rows.map((row) => row['kind'] ?? ''))].sort();
  const reports = kinds.map((kind) => {
    const inputs = [...new Map(rows.filter((row) => row['kind'] === kind).map((row) => [keyOf(row), row])).values()];
    return [kind, measure(inputs, (row) => transliterate(row, accepted.get(keyOf(row)) ?? new Set()))] as const;
  });
  return Object.fromEntries(reports.filter((entry): entry is [string, CasesReport] => entry[1] !== null));
}

function keyOf({ kind, input }: Row): string {
  return `${kind}\n${input}`;
}

function fold(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
}

function transliterate({ input = '' }: Row, accepted: ReadonlySet<string>): Verdict {
  const readings = toLatin(input).map(({ words }) => words.map(({ text }) => text).join(' '));
  const right = readings.some((reading) => accepted.has(reading)) || (readings.length === 0 && accepted.has(''));
  return { right, what: `${input}: ${readings.join(' / ')}, not ${[...accepted].join(' / ')}` };
}

/** Jaro-Winkler on the rows of `string_metric_vectors.csv` with words of ASCII letters, the only ones that we compare. */
export function measureJaroWinkler(corpus: string): CasesReport | null {
  const rows = readRows(corpus, 'string_metric_vectors.csv')?.filter(({ metric }) => metric === 'jaro_winkler');
  return measure(rows ?? null, ({ a = '', b = '', expected = '' }) => {
    if (a === '' || b === '') return { right: Number(expected) === 0, what: `${a} ${b}` };
    const found = jaroWinkler(a, b);
    return {
      right: Math.abs(found - Number(expected)) <= METRIC_TOLERANCE,
      what: `${a} ${b}: ${found.toFixed(3)}, not ${expected}`,
    };
  });
}

function measure(rows: readonly Row[] | null, judge: (row: Row) => Verdict): CasesReport | null {
  if (!rows) return null;
  const verdicts = rows.map(judge);
  const right = verdicts.filter((verdict) => verdict.right === true).length;
  return {
    cases: verdicts.length,
    right,
    share_right: share(right, verdicts.length),
    wrong: verdicts.filter((verdict) => verdict.right === false).map(({ what }) => what),
    unknown: verdicts.filter((verdict) => verdict.right === null).map(({ what }) => what),
  };
}
