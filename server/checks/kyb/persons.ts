import { type Identity, identitiesDiffer } from '../duplicates.ts';
import { type Finding, makeFinding } from '../findings.ts';
import { concludeCheck, type Policy } from '../policy.ts';
import { submittedBirth } from '../read-values.ts';
import type { PersonsResult, PersonVerificationStatus, Representative, Ubo } from './types.ts';

/** The KYC verification that a person is linked to. */
export interface PersonVerification {
  id: string;
  status: PersonVerificationStatus;
  /** The person it is about, as far as that is known. */
  identity: Identity;
}

export interface PersonsInput {
  representatives: readonly Representative[];
  ubos: readonly Ubo[];
  /** By the person's id. */
  verifications: ReadonlyMap<string, PersonVerification>;
  policy: Policy;
}

/**
 * Checks how far the natural persons who act for a company or own it are verified. `passed` is null while a person's verification
 * is missing or unfinished, unless another person's verification already fails the company.
 */
export function checkPersons({ representatives, ubos, verifications, policy }: PersonsInput): PersonsResult {
  const acting = representatives.map((person, index) => toPerson(person, `representatives[${index}]`));
  const owners = ubos.flatMap((owner, index) =>
    owner.legal_name === undefined ? [toPerson(owner, `ubos[${index}]`)] : [],
  );
  // A person who both acts for the company and owns it counts once.
  const people = [...acting, ...owners.filter(({ id }) => !acting.some((person) => person.id === id))];
  const findings = people.flatMap((person) => lookAt(person, verifications.get(person.id)));
  const { passed } = concludeCheck(findings, policy);
  const isOpen = people.some(({ id }) => verifications.get(id)?.status !== 'completed');
  return {
    passed: passed && (isOpen || people.length === 0) ? null : passed,
    findings: people.length === 0 ? [makeFinding('persons_none')] : findings,
    persons: people.map(({ id }) => {
      const verification = verifications.get(id);
      return { person_id: id, verification_id: verification?.id ?? null, status: verification?.status ?? null };
    }),
  };
}

/** `field`: JSON path in the submission. */
function toPerson(person: Representative | Ubo, field: string) {
  const { id, first_name, last_name } = person;
  const name = { ...(first_name ? { first: first_name } : {}), ...(last_name ? { last: last_name } : {}) };
  return { id, field, identity: { name, dob: submittedBirth(person) } };
}

function lookAt({ id, field, identity }: ReturnType<typeof toPerson>, verification?: PersonVerification): Finding[] {
  if (!verification) return [makeFinding('person_not_verified', { field, evidence: { person: id } })];
  const details = { field, evidence: { person: id, verification: verification.id } };
  const differs = identitiesDiffer(identity, verification.identity) === true;
  const state = STATE_FINDINGS[verification.status];
  return [
    ...(differs ? [makeFinding('person_verification_mismatch', details)] : []),
    ...(state === null ? [] : [makeFinding(state, details)]),
  ];
}

const STATE_FINDINGS = {
  pending: 'person_verification_pending',
  processing: 'person_verification_pending',
  needs_review: 'person_verification_pending',
  failed: 'person_verification_failed',
  completed: null,
} as const;
