import { hitDecisions } from '../alerts/decisions.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { KybVerificationAnswer } from '../contract/kyb-verification.ts';
import type { Kind } from '../contract/route.ts';
import type { VerificationAnswer } from '../contract/verification.ts';
import { AppError } from '../lib/errors.ts';
import { assignmentOf } from '../verifications/assignment.ts';
import { reviewOf } from '../verifications/review-store.ts';
import { getKybVerification, getVerification, type ListQuery } from '../verifications/store.ts';
import type { KybVerification, Verification } from '../verifications/types.ts';
import type { Call } from './call.ts';
import { presentKyb } from './kyb/present.ts';
import { presentVerification } from './present.ts';

export type RecordDeps = Pick<Appliance, 'db' | 'vault' | 'clock' | 'keys'>;

/** Returns the record that a path names, in the caller's mode. */
export const whichOf = (kind: Kind, { id, livemode }: Call) => ({ kind, id, livemode });

type Which = ReturnType<typeof whichOf>;

/** Returns the person's verification that a path names. Throws `not_found`, `erased`. */
export const personOf = (deps: RecordDeps, { id, livemode }: Omit<Which, 'kind'>): Verification =>
  getVerification(deps, id, livemode) ?? refuseUnknown();

/** Returns the company's verification that a path names. Throws `not_found`, `erased`. */
export const companyOf = (deps: RecordDeps, { id, livemode }: Omit<Which, 'kind'>): KybVerification =>
  getKybVerification(deps, id, livemode) ?? refuseUnknown();

/** Returns the query of a list of verifications for the store. */
export function listQueryOf(
  { clock }: Pick<RecordDeps, 'clock'>,
  { livemode }: Pick<Call, 'livemode'>,
  { overdue, ...page }: Omit<ListQuery, 'livemode' | 'dueByMs'> & { overdue?: boolean },
): ListQuery {
  return { livemode, ...page, ...(overdue === true && { order: 'due', dueByMs: clock.now() }) };
}

export function refuseUnknown(): never {
  throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
}

/** Returns a record with what people did with it, as its own route answers. */
export const presentPerson = (deps: RecordDeps, record: Verification): VerificationAnswer =>
  presentVerification(record, annotationsOf(deps, record.id));

export const presentCompany = (deps: RecordDeps, record: KybVerification): KybVerificationAnswer =>
  presentKyb(record, annotationsOf(deps, record.id));

/** Returns the record as its own route answers. Throws `not_found`, `erased`. */
export const presentWhich = (deps: RecordDeps, which: Which): VerificationAnswer | KybVerificationAnswer =>
  which.kind === 'kyc' ? presentPerson(deps, personOf(deps, which)) : presentCompany(deps, companyOf(deps, which));

const annotationsOf = (deps: RecordDeps, id: string) => ({
  hits: hitDecisions(deps, id),
  review: reviewOf(deps, id),
  assignment: assignmentOf(deps, id),
});
