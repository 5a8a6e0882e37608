import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readName } from '../../../server/names/prepare.ts';
import { scoreNames } from '../../../server/names/score.ts';
import type { NameSubject, PreparedName } from '../../../server/names/word.ts';

export type Row = Record<string, string>;

/** The one threshold for all counts: the shipped one, from which a hit is possible. */
export const THRESHOLD = 0.85;

/** The text of a file under `names/` of the corpus; null if there is none. */
export function readText(corpus: string, file: string): string | null {
  const path = join(corpus, 'names', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The rows of a CSV file under `names/` of the corpus; null if there is none. */
export function readRows(corpus: string, file: string): Row[] | null {
  const text = readText(corpus, file);
  return text === null ? null : (parse(text, { columns: true, bom: true, relax_column_count: true }) as Row[]);
}

/** The name scorer's term for a schema of FollowTheMoney. */
export function subjectOf(schema: string | undefined): NameSubject {
  if (schema === 'Person') return 'person';
  return schema === 'Company' || schema === 'Organization' ? 'organisation' : 'unknown';
}

/** The best score of two names over all their readings, 0..1. */
export function bestScore(a: readonly PreparedName[], b: readonly PreparedName[]): number {
  let best = 0;
  for (const left of a) for (const right of b) best = Math.max(best, scoreNames(left, right).score);
  return best;
}

export function scoreOf(query: string, candidate: string, subject: NameSubject): number {
  return bestScore(readName(query, subject), readName(candidate, subject));
}

/** Rounded to `digits` decimals; null if `of` is 0. */
export function share(part: number, of: number, digits = 4): number | null {
  return of === 0 ? null : Number((part / of).toFixed(digits));
}

export function percent(value: number | null): string {
  return value === null ? '-' : `${(100 * value).toFixed(2)} %`;
}
