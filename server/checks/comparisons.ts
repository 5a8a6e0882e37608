import { type FindingCode, makeFinding } from './findings.ts';
import { areComparable, compareNames, fullName, type NameComparison, type NameRule, type PersonName } from './names.ts';
import { valuesAgree } from './read-values.ts';
import type { DocumentReading, FieldName, Finding, ReadField } from './types.ts';

/** One comparison that was made, with its findings. There are none if both sides agree letter for letter. */
export interface Comparison {
  findings: Finding[];
}

export const AGREES: Comparison = { findings: [] };

/** The one rule that is not worth reporting: an MRZ has neither accents nor small letters. */
const PLAIN_RULE: NameRule = 'accents';

/** What is compared: two values of one field, and where the second one is. */
export interface Compared {
  code: FindingCode;
  field: string;
  document_id: string;
  values: [string, string];
  /** What the two values were read from, such as `mrz` and `print`. */
  sources?: string[];
}

/** Returns no comparison if `agrees` is null: the two values cannot be compared. */
export function judge(agrees: boolean | null, compared: () => Compared): Comparison[] {
  if (agrees === null) return [];
  return [agrees ? AGREES : { findings: [differenceOf(compared())] }];
}

/**
 * Compares two names if both are present. A possible misreading is not reported as a difference. With `tellRules`, names that agree but not letter
 * for letter are reported with the rules by which they agree. Returns no comparison if a difference would mean nothing.
 */
export function judgeNames(
  a: PersonName | null,
  b: PersonName | null,
  compared: Omit<Compared, 'values'>,
  tellRules = false,
): Comparison[] {
  if (!a || !b) return [];
  const comparison = compareNames(a, b);
  if (comparison.verdict === 'different' && !areComparable(a, b)) return [];
  const values: [string, string] = [fullName(a), fullName(b)];
  if (comparison.verdict === 'different') return [{ findings: [differenceOf({ ...compared, values })] }];
  const worthTelling = tellRules && comparison.rules.some((rule) => rule !== PLAIN_RULE);
  if (comparison.verdict === 'same' && !worthTelling) return [AGREES];
  return [{ findings: [byRule(comparison, { ...compared, values })] }];
}

/** Compares one field of two readings, if both have it and it can be compared. */
export function judgeField(
  field: FieldName,
  a: ReadField | undefined,
  b: ReadField | undefined,
  compared: Omit<Compared, 'field' | 'values'>,
): Comparison[] {
  if (!a || !b) return [];
  return judge(valuesAgree(field, a, b), () => ({ ...compared, field, values: [a.value, b.value] }));
}

/** Returns the sources of a reading's name, for the evidence. */
export function nameSources({ fields }: Pick<DocumentReading, 'fields'>): string {
  const sources = [fields.first_name, fields.last_name].flatMap((field) => (field ? [field.source] : []));
  return [...new Set(sources)].join(' and ');
}

function differenceOf({ code, field, document_id, values, sources }: Compared): Finding {
  return makeFinding(code, { field, document_id, evidence: { values, ...(sources && { sources }) } });
}

function byRule({ verdict, rules }: NameComparison, compared: Compared): Finding {
  const { field, document_id, values, sources } = compared;
  const code = verdict === 'same' ? 'name_agrees_by_rule' : 'name_unsure';
  return makeFinding(code, { field, document_id, evidence: { values, rules, ...(sources && { sources }) } });
}
