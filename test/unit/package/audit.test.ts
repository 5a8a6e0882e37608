import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  ADVISORY_AGE_DAYS_MAX,
  type Advisory,
  ageWarning,
  knownWeaknesses,
  readAdvisories,
} from '../../../main/package/audit/advisories.ts';
import { type AuditedEntry, auditLock, IDLE_SCRIPTS } from '../../../main/package/audit/lock.ts';
import { isRange, isWithin } from '../../../main/package/audit/ranges.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const GOOD: AuditedEntry = { version: '1.5.0', license: 'MIT', integrity: INTEGRITY };
const ADVISORY: Advisory = { id: 'CVE-2026-12345', package: 'a', range: '<1.5.1', fixed: '1.5.1', why: null };

function problemsOf(
  change: AuditedEntry,
  advisories: readonly Advisory[] = [],
  installed: string | null = null,
): string[] {
  const packages = { '': {}, 'node_modules/a': { ...GOOD, ...change }, 'node_modules/b': GOOD };
  return auditLock(JSON.stringify({ packages }), advisories, () => installed).problems;
}

describe('the audit of packages', () => {
  test('finds nothing wrong with good entries, and counts them', () => {
    expect(problemsOf({})).toEqual([]);
    const packages = {
      '': {},
      'node_modules/a': GOOD,
      'node_modules/b/node_modules/@s/c': GOOD,
      linked: { link: true },
    };
    expect(auditLock(JSON.stringify({ packages }), [], () => null).packages).toBe(2);
  });

  test.each<[string, AuditedEntry, RegExp]>([
    ['a licence that may not be passed on', { license: 'GPL-3.0-only' }, /^a 1\.5\.0 has the licence "GPL-3\.0-only"/],
    ['a licence that nobody names', { license: '' }, /"none named"/],
    ['a licence of tools in what is passed on', { license: 'MPL-2.0' }, /MPL-2\.0/],
    ['a licence that even a tool may not have', { license: 'SSPL-1.0', dev: true }, /SSPL-1\.0/],
    ['a script at installation', { hasInstallScript: true }, /^a 1\.5\.0 runs a script/],
    ['no hash', { integrity: '' }, /^a 1\.5\.0 has no SHA-512/],
    ['a hash of a broken kind', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /no SHA-512/],
    ['a cut hash', { integrity: INTEGRITY.slice(0, -3) }, /no SHA-512/],
  ])('finds %s', (_what, change, said) => {
    expect(problemsOf(change)).toEqual([expect.stringMatching(said)]);
  });

  test('lets tools have licences of their own, and looks into the package where the lock names none', () => {
    for (const license of ['MPL-2.0', 'Python-2.0', '(WTFPL OR GPL-3.0-only)']) {
      expect([license, problemsOf({ license, dev: true })]).toEqual([license, []]);
    }
    const { license: _, ...unnamed } = GOOD;
    const packages = { 'node_modules/a': unnamed };
    const audit = (installed: string | null) => auditLock(JSON.stringify({ packages }), [], () => installed).problems;
    expect([audit('MIT'), audit('GPL-2.0').length, audit(null).length]).toEqual([[], 1, 1]);
  });

  test('finds a locked version with a known weakness, unless it is said why that is left', () => {
    expect(problemsOf({}, [ADVISORY])).toEqual([
      'a 1.5.0 has CVE-2026-12345, which is fixed in 1.5.1. Lock that version, or say in advisories.json why it does not affect Custos.',
    ]);
    expect(problemsOf({}, [{ ...ADVISORY, why: 'The part that has it is never called here.' }])).toEqual([]);
    expect(problemsOf({ version: '1.5.1' }, [ADVISORY])).toEqual([]);
    expect(problemsOf({}, [{ ...ADVISORY, package: 'c' }])).toEqual([]);
    // A package that is installed under another name.
    expect(problemsOf({ name: 'c' }, [{ ...ADVISORY, package: 'c' }])).toHaveLength(1);
  });

  test('of this project finds nothing, and knows no script that is no longer there', () => {
    const { advisories } = readAdvisories(read('main/package/advisories.json'));
    const lock = read('package-lock.json');
    const { packages, problems } = auditLock(lock, advisories, () => 'MIT');
    expect([packages > 300, problems]).toEqual([true, []]);
    for (const name of Object.keys(IDLE_SCRIPTS))
      expect(lock).toContain(`node_modules/${name.endsWith('/*') ? name.slice(0, -1) : `${name}"`}`);
    expect(advisories.filter(({ package: name }) => !lock.includes(`node_modules/${name}"`))).toEqual([]);
    for (const { package: name, fixed, range } of advisories)
      expect([name, isWithin(fixed, range)]).toEqual([name, false]);
  });

  test('as a command says how much it looked at, and ends well', () => {
    const said = execFileSync(process.execPath, ['main/package/audit-packages.ts'], { cwd: ROOT, encoding: 'utf8' });
    expect(said).toMatch(/^\d{3,} packages, \d{2,} known vulnerabilities, 0 problems\.$/m);
  });
});

describe('a range', () => {
  test.each([
    ['1.2.3', '<1.2.4', true],
    ['1.2.4', '<1.2.4', false],
    ['1.10.0', '<1.9.0', false],
    ['2.0.0', '>=2.0.0 <2.1.0', true],
    ['2.1.0', '>=2.0.0 <2.1.0', false],
    ['0.9.0', '<0.1.0 || >=0.9.0', true],
    ['1.0.0', '=1.0.0', true],
    ['1.0.0', '>1.0.0', false],
    ['1.0.0', '<=1.0.0', true],
    ['2.0.0-beta.1', '<2.0.0', false],
    ['2.0.0-beta.1+build', '>=2.0.0', true],
  ])('%s lies in %s: %s', (version, range, expected) => expect(isWithin(version, range)).toBe(expected));

  test('that is written otherwise is refused, and so is what is no version', () => {
    for (const range of ['', '*', '^1.0.0', '<1.2', '1.x', '<1.0.0 ||', '>= 1.0.0'])
      expect([range, isRange(range)]).toEqual([range, false]);
    expect(() => isWithin('1.0.0', '^1.0.0')).toThrow('not a range');
    expect(() => isWithin('latest', '<1.0.0')).toThrow('not a version');
  });
});

describe('the list of known weaknesses', () => {
  const list = (change: object, checked = '2026-06-30'): string =>
    JSON.stringify({ checked, advisories: [{ ...ADVISORY, ...change }] });

  test.each([
    [{ id: 'CVE-1' }, 'needs an id'],
    [{ range: 'all' }, 'needs an id'],
    [{ fixed: 'soon' }, 'needs an id'],
    [{ package: '' }, 'needs an id'],
    [{ why: 'no' }, 'a reason in words'],
  ])('names an entry that is none: %j', (change, said) => expect(() => readAdvisories(list(change))).toThrow(said));

  test('has a day, of which a warning tells when it is long ago', () => {
    expect(() => readAdvisories(list({}, 'lately'))).toThrow('must be a date');
    const dayMs = 24 * 3600 * 1000;
    const at = (days: number) => ageWarning('2026-06-30', Date.parse('2026-06-30') + days * dayMs);
    expect([at(0), at(ADVISORY_AGE_DAYS_MAX)]).toEqual([null, null]);
    expect(at(ADVISORY_AGE_DAYS_MAX + 1)).toContain('91 days old (2026-06-30)');
  });

  test('is asked by package and version', () => {
    expect(knownWeaknesses('a', '1.0.0', [ADVISORY, { ...ADVISORY, id: 'GHSA-xf7r-hgr6-v32p' }])).toHaveLength(2);
  });
});
