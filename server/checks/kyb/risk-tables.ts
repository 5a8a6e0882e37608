import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { isCountry } from '../../lib/identifiers/countries.ts';
import type { Topic } from '../../screening/types.ts';
import { FINDINGS } from '../findings.ts';
import shipped from './risk-tables.json' with { type: 'json' };

/** The most faults of a file that are reported at once. */
const FAULTS_TOLD_MAX = 5;
const HASH_CHARS = 12;

const text = z.string().trim().min(1).max(2_000);
const points = z.number('must be a number from 0 to 100').min(0).max(100);
const countries = z
  .array(z.string().refine(isCountry, 'must be a two-letter ISO 3166-1 country code in capitals, such as IR'))
  .max(300);
const codes = (form: RegExp, such: string) =>
  z.array(z.string().regex(form, `must be a code such as ${such}`)).max(1_000);
const strengths = z.strictObject({ possible: points, confirmed: points });
const TOPICS = {
  sanction: strengths,
  crime: strengths,
  pep: strengths,
  relative_or_associate: strengths,
  adverse_media: strengths,
  export_control: strengths,
  debarment: strengths,
  other: strengths,
} satisfies Record<Topic, z.ZodType>;

/** The tables from which a company's risk is computed. */
const TABLES = z.strictObject({
  version: text.max(64).optional(),
  about: text.optional(),
  countries: z.array(
    z.strictObject({ name: text, source: text.optional(), dated: z.iso.date().optional(), points, countries }),
  ),
  /** By how much the points of a country count, by the party whose country it is. */
  country_weights: z.strictObject({
    registration: z.number().min(0).max(1),
    address: z.number().min(0).max(1),
    owner: z.number().min(0).max(1),
    representative: z.number().min(0).max(1),
  }),
  /** Countries whose registers use NACE codes, or codes that begin with them. */
  nace_countries: countries,
  sectors: z.array(
    z.strictObject({
      name: text,
      points,
      /** Words in sequence. `*` at an end matches any letters. */
      words: z.array(text).max(1_000),
      nace: codes(/^\d{2}(\.\d{1,2})?$/, '92 or 66.19'),
      us_sic: codes(/^\d{2,4}$/, '7993'),
    }),
  ),
  ownership: z.strictObject({
    /** How many layers of shares, from the company up to an owner, add no points. */
    layers_free: z.int().min(0).max(100),
    points_per_layer: points,
    layers_points_max: points,
    /** By reason code of the ownership check. */
    findings: z.record(
      z.string().refine((code) => Object.hasOwn(FINDINGS, code), 'must be a reason code, such as owner_missing'),
      points,
    ),
  }),
  hits: z.strictObject(TOPICS),
  /** The lowest age that a company is under counts. */
  age: z.array(z.strictObject({ under_days: z.int().min(1), points })),
  registry: z.strictObject({ not_found: points, not_looked_up: points }),
});

export type RiskTables = Omit<z.output<typeof TABLES>, 'version' | 'about'> & { version: string };

/** The shipped tables. Their country lists have a date, and the operator must keep them current. */
export const SHIPPED_RISK_TABLES: RiskTables = { ...TABLES.parse(shipped), version: shipped.version };

/**
 * Reads an operator's own tables from JSON. A part that is left out is the shipped one. A part that is given replaces it as a whole. Without a
 * `version`, the first digits of the content's SHA-256 are the version. Throws `invalid_configuration` with the path of each fault.
 */
export function readRiskTables(content: string): RiskTables {
  const parsed = TABLES.partial().safeParse(parseJson(content));
  if (!parsed.success) throw invalid(describeFaults(parsed.error));
  const given = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
  const version = parsed.data.version ?? createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARS);
  return { ...SHIPPED_RISK_TABLES, ...given, version };
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw invalid('It is not valid JSON');
  }
}

function describeFaults({ issues }: z.ZodError): string {
  const faults = issues.slice(0, FAULTS_TOLD_MAX).map(({ path, message }) => `${writePath(path)}: ${message}`);
  const more = issues.length > FAULTS_TOLD_MAX ? [`and ${issues.length - FAULTS_TOLD_MAX} more`] : [];
  return [...faults, ...more].join('; ');
}

/** `sectors[2].points` */
function writePath(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return written.replace(/^\./, '') || 'the file';
}

function invalid(fault: string): AppError {
  return new AppError(
    'invalid_configuration',
    `The file in CUSTOS_RISK_TABLES cannot be used. ${fault}. Correct it, or unset CUSTOS_RISK_TABLES.`,
  );
}
