import { type Identity, identityOf } from '../checks/duplicates.ts';
import type { ReadDeps } from './deps.ts';
import { getStepResult, getSubmission } from './store.ts';

/** Whom a KYC record is about. What was read is opened only where it tells more than what was submitted: it is the largest part of a record. */
export function openIdentity(deps: ReadDeps, id: string, livemode: boolean): Identity {
  const applicant = getSubmission(deps, id, livemode)?.applicant ?? {};
  const submitted = identityOf(applicant, []);
  if (submitted.name && applicant.dob) return submitted;
  return identityOf(applicant, getStepResult(deps, id, 'read')?.documents ?? []);
}
