import { checkPersons, type PersonVerification } from '../../checks/kyb/persons.ts';
import type { PersonsResult } from '../../checks/kyb/types.ts';
import type { Policy } from '../../decision/policy.ts';
import { linksOf } from '../../verifications/links.ts';
import type { KybVerification } from '../../verifications/types.ts';
import { type IdentityDeps, identityOfRecord } from '../duplicate-search.ts';

/** How far the company's people are verified now: their links are read at this moment, and nothing is awaited. */
export function verifiedPersons(deps: IdentityDeps, verification: KybVerification, policy: Policy): PersonsResult {
  const { id, livemode, submission } = verification;
  // Of whom the verification was erased is as good as not verified.
  const links = linksOf(deps, id).flatMap(({ personId, verificationId, status }): [string, PersonVerification][] =>
    status === 'erased'
      ? []
      : [[personId, { id: verificationId, status, identity: identityOfRecord(deps, verificationId, livemode) }]],
  );
  const { representatives, ubos } = submission;
  return checkPersons({ representatives, ubos, verifications: new Map(links), policy });
}
