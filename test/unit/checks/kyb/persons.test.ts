import { describe, expect, it } from 'vitest';
import { checkPersons, type PersonVerification } from '../../../../server/checks/kyb/persons.ts';
import type { PersonVerificationStatus, Representative, Ubo } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../../server/checks/policy.ts';

const ANNA: Representative = {
  id: 'per_anna',
  first_name: 'Anna Lucia',
  last_name: 'Martello',
  dob: '1986-08-12',
  role: 'director',
};
const BEN: Ubo = { id: 'per_ben', first_name: 'Ben', last_name: 'Okafor', ownership_percent: 60 };
const HOLDING: Ubo = { id: 'per_holding', legal_name: 'Holding AG', ownership_percent: 40 };

type Links = Record<string, { status: PersonVerificationStatus; identity?: PersonVerification['identity'] }>;

function check(links: Links, people: { representatives?: Representative[]; ubos?: Ubo[] } = {}) {
  const verifications = new Map(
    Object.entries(links).map(([person, { status, identity = { name: null, dob: null } }]) => [
      person,
      { id: `ver_${person}`, status, identity },
    ]),
  );
  const { representatives = [ANNA], ubos = [BEN, HOLDING] } = people;
  return checkPersons({ representatives, ubos, verifications, policy: POLICY_V1 });
}

const told = ({ findings }: ReturnType<typeof check>) => findings.map(({ code, field }) => [field, code]);

describe('the people of a company', () => {
  it('are verified where the verification of each is completed; a company among the owners is no person', () => {
    const result = check({ per_anna: { status: 'completed' }, per_ben: { status: 'completed' } });
    expect(result).toMatchObject({ passed: true, findings: [] });
    expect(result.persons).toEqual([
      { person_id: 'per_anna', verification_id: 'ver_per_anna', status: 'completed' },
      { person_id: 'per_ben', verification_id: 'ver_per_ben', status: 'completed' },
    ]);
  });

  it('are not verified while one of them has no verification', () => {
    const result = check({ per_anna: { status: 'completed' } });
    expect(result.passed).toBeNull();
    expect(told(result)).toEqual([['ubos[0]', 'person_not_verified']]);
    expect(result.persons[1]).toEqual({ person_id: 'per_ben', verification_id: null, status: null });
  });

  it.each(['pending', 'processing', 'needs_review'] as const)('are awaited where a verification is %s', (status) => {
    const result = check({ per_anna: { status: 'completed' }, per_ben: { status } });
    expect(result.passed).toBeNull();
    expect(told(result)).toEqual([['ubos[0]', 'person_verification_pending']]);
    expect(result.findings[0]?.evidence).toEqual({ person: 'per_ben', verification: 'ver_per_ben' });
  });

  it('do not pass where one of them failed, whatever the others are waiting for', () => {
    const result = check({ per_anna: { status: 'failed' } });
    expect(result.passed).toBe(false);
    expect(told(result)).toEqual([
      ['representatives[0]', 'person_verification_failed'],
      ['ubos[0]', 'person_not_verified'],
    ]);
  });

  it.each([
    ['another name', { name: { first: 'Eva', last: 'Lindgren' }, dob: '1986-08-12' }],
    ['another birth date', { name: { first: 'Anna', last: 'Martello' }, dob: '1991-01-01' }],
  ])('do not pass where a verification is about %s', (_what, identity) => {
    const result = check({ per_anna: { status: 'completed', identity } }, { ubos: [] });
    expect(result.passed).toBe(false);
    expect(told(result)).toEqual([['representatives[0]', 'person_verification_mismatch']]);
  });

  it.each([
    [{ from: '1985', to: '1986' }, true],
    [{ from: '1985', to: '1986-07' }, false],
  ])('are held against a birth date that is known in part: %o', (birth_date, passed) => {
    const [{ dob: _, ...anna }] = [ANNA];
    const identity = { name: { first: 'Anna', last: 'Martello' }, dob: '1986-08-12' };
    const people = { representatives: [{ ...anna, birth_date }], ubos: [] };
    expect(check({ per_anna: { status: 'completed', identity } }, people)).toMatchObject({ passed });
  });

  it('are one person where the names agree by a rule and no birth date was given', () => {
    const identity = { name: { first: 'Anna', last: 'Martello' }, dob: null };
    expect(check({ per_anna: { status: 'completed', identity } }, { ubos: [] })).toMatchObject({ passed: true });
  });

  it('are told to be missing where nobody is named', () => {
    const result = check({}, { representatives: [], ubos: [HOLDING] });
    expect(result).toMatchObject({ passed: null, persons: [] });
    expect(result.findings.map(({ code }) => code)).toEqual(['persons_none']);
  });
});
