import { type Identity, identityOf } from '../checks/duplicates.ts';
import type { ReadDeps } from './deps.ts';
import { getStepResult, getSubmission } from './store.ts';

/** Returns the person a KYC record is about. The readings, the largest part of a record, are opened only if they say more than the submission. */
export function openIdentity(deps: ReadDeps, id: string, livemode: boolean): Identity {
  const applicant = getSubmission(deps, id, livemode)?.applicant ?? {};
  const submitted = identityOf(applicant, []);
  if (submitted.name && applicant.dob) return submitted;
  return identityOf(applicant, getStepResult(deps, id, 'read')?.documents ?? []);
}
