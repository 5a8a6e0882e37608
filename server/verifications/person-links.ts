import { identitiesDiffer } from '../checks/duplicates.ts';
import { submittedBirth, submittedName } from '../checks/read-values.ts';
import { assert, must } from '../lib/assert.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { genuine } from '../rows/guard.ts';
import type { VerificationDeps } from './deps.ts';
import { type Erasure, refuseErased } from './erased.ts';
import { openIdentity } from './identity.ts';
import { putLink } from './links.ts';
import { reopen } from './reopen.ts';
import { isFinal } from './state.ts';
import { getKybVerification } from './store.ts';
import type { KybVerification, VerificationStatus } from './types.ts';

/** A person of a company, by the ids of the company's verification and of the person. */
export interface PersonOfCompany {
  kybId: string;
  personId: string;
}

export interface NewLink extends PersonOfCompany {
  verificationId: string;
  livemode: boolean;
  /** The key of the request. */
  actor: string;
}

/**
 * Links a person of a company with a KYC verification of the same mode, in the caller's transaction, and returns the updated verification of the
 * company. The same link again changes nothing. Throws `not_found`. Throws `state_conflict` if the person has another link that has not failed. Also
 * throws it if the company's verification has ended and the KYC verification is of another person, does not say of whom, or has failed.
 */
export function linkPerson(deps: VerificationDeps, link: NewLink): KybVerification {
  attachPerson(deps, link);
  return must(getKybVerification(deps, link.kybId, link.livemode), 'a record that is linked is there');
}

/** Does the same without returning the record. */
export function attachPerson(deps: VerificationDeps, link: NewLink): void {
  assert(deps.db.inTransaction, 'a link commits together with its audit row');
  const { kybId, personId, verificationId, livemode, actor } = link;
  const kyb = findPersonsCompany(deps, link, livemode);
  const status = kycStatus(deps, verificationId, livemode);
  const current = kyb.links.find((known) => known.personId === personId);
  if (current?.verificationId === verificationId) return;
  if (current && current.status !== 'failed' && current.status !== 'erased') {
    throw conflict(
      'This person is already linked to another verification. You can replace the link only if that verification failed or was erased.',
    );
  }
  refuseStranger(deps, kyb, link, status);
  // The decision waits for this link: once the linked verification has ended, the decision is made again.
  const answers = kyb.status === 'needs_review' && isReason(kyb, personId);
  putLink(deps, { kybId, personId, verificationId, actor, holds: answers });
  deps.audit.append({
    actor,
    action: 'kyb.person.linked',
    subjectId: kybId,
    details: { person: personId, verification: verificationId },
  });
  if (answers && isFinal(status)) reopen(deps, kybId, { actor, by: 'person' });
}

/** A company's ended verification is not reviewed again, so what is linked to it must be correct. Throws `state_conflict`. */
function refuseStranger(deps: VerificationDeps, kyb: KybVerification, link: NewLink, status: VerificationStatus): void {
  if (!isFinal(kyb.status)) return;
  const { representatives, ubos } = kyb.submission;
  const person = must(
    [...representatives, ...ubos].find(({ id }) => id === link.personId),
    'a link is of somebody whom the company names',
  );
  const identity = openIdentity(deps, link.verificationId, link.livemode);
  const said = { name: submittedName(person), dob: submittedBirth(person) };
  // An owner without a name and birth date cannot differ.
  const differs = said.name || said.dob ? identitiesDiffer(said, identity) : false;
  if (differs === false && status !== 'failed') return;
  const why =
    differs === null
      ? 'does not contain the name of its applicant'
      : differs
        ? 'has a different name or birth date'
        : 'failed';
  throw conflict(
    `This verification ${why}, and the company's verification has ended, so nobody would review it. Link another verification, or create a new verification of the company.`,
  );
}

/** Returns the verification of a company that names this natural person. Throws `not_found`. */
export function findPersonsCompany(
  deps: VerificationDeps,
  { kybId, personId }: PersonOfCompany,
  livemode: boolean,
): KybVerification {
  const kyb = getKybVerification(deps, kybId, livemode);
  if (!kyb) throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
  const { representatives, ubos } = kyb.submission;
  const people = [...representatives, ...ubos.filter(({ legal_name }) => legal_name === undefined)];
  if (people.some(({ id }) => id === personId)) return kyb;
  throw new AppError(
    'not_found',
    'This verification has no person with this id. Use the id of a representative or owner.',
  );
}

function kycStatus({ db }: VerificationDeps, id: string, livemode: boolean): VerificationStatus {
  const row = db
    .prepare("SELECT * FROM verifications WHERE id = ? AND livemode = ? AND kind = 'kyc'")
    .get(id, Number(livemode)) as { status: VerificationStatus; erasure: Erasure } | undefined;
  if (row) refuseErased(row);
  if (row) return genuine(db, 'verifications', row).status;
  throw new AppError(
    'not_found',
    'There is no verification of a person with this verification_id that you can read. Check the id.',
  );
}

function isReason({ decision }: KybVerification, personId: string): boolean {
  return (decision?.reasons ?? []).some(
    ({ check, evidence }) => check === 'persons' && evidence?.['person'] === personId,
  );
}
