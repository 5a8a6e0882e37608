import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { en as hubEn } from '../../../renderer/hub/text/en.ts';
import { fr as hubFr } from '../../../renderer/hub/text/fr.ts';
import { en } from '../../../renderer/text/en.ts';
import { fr } from '../../../renderer/text/fr.ts';
import { SYSTEM_WARNINGS } from '../../../server/contract/system-state.ts';
import { ERROR_KINDS } from '../../../server/lib/errors.ts';
import { CONTACT_ERRORS } from '../../../server/uplink/failure.ts';
import { HUB_AUDIT_ACTIONS } from '../../../server/vocabulary/hub-audit-actions.ts';

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url));
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, fr };
const HUB_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = { en: hubEn, fr: hubFr };

/** The text of the files in a folder, and of what they use of the appliance's API. */
function sourcesOf(pattern: string): string[] {
  const own = globSync(pattern, { cwd: SERVER }).map((path) => readFileSync(`${SERVER}${path}`, 'utf8'));
  const used = own.flatMap((text) =>
    [...text.matchAll(/from '(?:\.\.\/)+api\/([\w-]+\.ts)'/g)].map(([, name]) => name),
  );
  return [...own, ...[...new Set(used)].map((name) => readFileSync(`${SERVER}api/${name}`, 'utf8'))];
}

/** The codes of the errors that these sources throw. */
function codesIn(sources: readonly string[]): string[] {
  const thrown = sources.flatMap((text) =>
    [...text.matchAll(/new AppError\(\s*'(\w+)'/g)].map(([, code = '']) => code),
  );
  // Helpers of `server/lib/errors.ts`, and what the parsing of a body and Express answer themselves.
  const always = [
    'invalid_request',
    'state_conflict',
    'malformed_json',
    'body_too_large',
    'internal',
    'not_acceptable',
  ];
  return [...new Set([...thrown, ...always])].toSorted();
}

describe.each(['en', 'fr'])('what a person reads of an error of the hub: %s', (language) => {
  const table = TABLES[language] ?? {};
  const hubTable = HUB_TABLES[language] ?? {};

  test('a branch says of each failed contact what happened, and what to do', () => {
    const texts = CONTACT_ERRORS.map((code) => table[`hub_error.${code}`] ?? '');
    // What happened is one part, what to do another.
    for (const [at, text] of texts.entries()) expect(text, CONTACT_ERRORS[at]).toMatch(/[.;] .+\.$/);
    expect(new Set(texts).size).toBe(CONTACT_ERRORS.length);
  });

  test("the hub's console says what each code means that its routes answer", () => {
    const codes = codesIn(sourcesOf('hub/{api,access}/*.ts'));
    expect(codes.length).toBeGreaterThan(15);
    const kinds: Readonly<Record<string, { status: number; local?: true; hub?: true }>> = ERROR_KINDS;
    const answered = codes.filter((code) => !kinds[code]?.local && !kinds[code]?.hub);
    expect(answered.filter((code) => table[`refused.${code}`] === undefined)).toEqual([]);
  });

  test("the hub's console has words for what a carried file is refused for, for each warning of a branch, and for each act of the audit log", () => {
    const codes = codesIn(sourcesOf('hub/*.ts'));
    const ofBranches = Object.entries(ERROR_KINDS).filter(([, kind]) => 'hub' in kind);
    const ofNoParcel = ['certificate_expired', 'database_unavailable'];
    for (const [code] of ofBranches) {
      if (!ofNoParcel.includes(code)) expect(hubTable, code).toHaveProperty([`taken.${code}`]);
    }
    expect(codes).toEqual(expect.arrayContaining(['unknown_branch', 'revoked']));
    for (const warning of SYSTEM_WARNINGS) expect(hubTable).toHaveProperty([`warning.${warning}`]);
    for (const action of HUB_AUDIT_ACTIONS) expect(hubTable).toHaveProperty([`action.${action}`]);
  });
});

test('a branch knows each code that the hub makes for branches', () => {
  const sources = [...sourcesOf('hub/*.ts'), ...sourcesOf('parcel/*.ts')];
  const faults = sources.flatMap((text) => [...text.matchAll(/'(parcel_\w+)'/g)].map(([, code]) => code));
  const ofBranches = Object.entries(ERROR_KINDS).flatMap(([code, kind]) => ('hub' in kind ? [code] : []));
  expect(new Set(faults).size).toBeGreaterThan(3);
  for (const code of [...faults, ...ofBranches]) expect(CONTACT_ERRORS).toContain(code);
});
