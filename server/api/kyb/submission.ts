import type { Representative, Ubo } from '../../checks/kyb/types.ts';
import { fullName } from '../../checks/names.ts';
import { fold } from '../../checks/read/fold.ts';
import { submittedName } from '../../checks/read-values.ts';
import type { Applicant } from '../../checks/types.ts';
import { saysName } from '../../contract/fields.ts';
import { kybCreateSchema } from '../../contract/kyb-create.ts';
import type { Warning } from '../../contract/problem.ts';
import type { NewId } from '../../lib/ids.ts';
import type { KybSubmission } from '../../verifications/types.ts';
import { checkMetadata, dropBlank, nestAddress } from '../raw-fields.ts';
import { parseOrThrow, unknownFields } from '../validate.ts';

/** Reads a submission from the body of a create and gives every party an id. Throws `invalid_request`. */
export function readCompany(
  raw: object,
  livemode: boolean,
  newId: NewId,
): { submission: KybSubmission; warnings: Warning[] } {
  const { company, metadata } = raw as { company?: unknown; metadata?: unknown };
  const nested = company === undefined ? raw : { ...raw, company: withAddress(nestAddress(company)) };
  const body = parseOrThrow(kybCreateSchema, nested, 'The company description is not valid. See errors.');
  checkMetadata(metadata, livemode);
  const representatives = (body.representatives ?? []).map((person) => ({ id: newId('per'), ...dropBlank(person) }));
  const owners = (body.ubos ?? []).map((owner) => ({ id: newId('per'), ...dropNoName(dropBlank(owner)) }));
  return {
    submission: {
      company: dropBlank(body.company),
      representatives,
      ubos: joinPeople(representatives, owners),
      documents: (body.documents ?? []).map(dropBlank),
      // The parsed object, not a copy: a copy could lose a member named like a member of `Object`.
      metadata: (metadata as Record<string, unknown> | undefined) ?? null,
    },
    warnings: unknownFields(kybCreateSchema, nested),
  };
}

/**
 * Gives an owner who also represents the company the representative's id, so that person is screened and verified once. Two entries are the same
 * person if name and birth date match and the nationalities do not differ; a name alone is not enough. If several owners match, only one is joined,
 * because shares are counted by id.
 */
function joinPeople(representatives: readonly Representative[], owners: readonly Ubo[]): Ubo[] {
  const left = [...representatives];
  return owners.map((owner) => {
    const at = left.findIndex((person) => isSamePerson(person, owner));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...owner, id: same.id } : owner;
  });
}

function isSamePerson(person: Representative, owner: Ubo): boolean {
  const names = [person, owner].map((one) => fold(fullName(submittedName(one))));
  const nations = new Set([person.nationality, owner.nationality].filter((nation) => nation !== undefined));
  const isPerson = owner.legal_name === undefined && names[0] !== '';
  return isPerson && names[0] === names[1] && person.dob !== undefined && person.dob === owner.dob && nations.size < 2;
}

/** Removes a name that contains only punctuation: nobody could be found by it. */
function dropNoName(owner: Omit<Ubo, 'id'>): Omit<Ubo, 'id'> {
  const named = { ...owner };
  if (!saysName(named.legal_name)) delete named.legal_name;
  if (!saysName(named.first_name) && !saysName(named.last_name)) {
    delete named.first_name;
    delete named.last_name;
  }
  return named;
}

/** Adds an empty address, so the error names the one required field of a missing address. */
function withAddress(company: unknown): unknown {
  if (typeof company !== 'object' || company === null || Array.isArray(company)) return company;
  return 'address' in company ? company : { ...company, address: {} };
}

/** Returns the company's person with this `per_` id. */
export function findPerson(
  { representatives, ubos }: Pick<KybSubmission, 'representatives' | 'ubos'>,
  personId: string,
): Representative | Ubo | null {
  return [...representatives, ...ubos].find(({ id }) => id === personId) ?? null;
}

/** Fills the applicant with the person's known data. The name and the birth date are each taken whole from one source. */
export function fillApplicant(applicant: Applicant, person: Representative | Ubo): Applicant {
  const { first_name, last_name, dob, birth_date, nationality } = person;
  const born = applicant.dob !== undefined || applicant.birth_date !== undefined;
  const named = applicant.first_name !== undefined || applicant.last_name !== undefined;
  return {
    ...(named || first_name === undefined ? {} : { first_name }),
    ...(named || last_name === undefined ? {} : { last_name }),
    ...(born || dob === undefined ? {} : { dob }),
    ...(born || birth_date === undefined ? {} : { birth_date }),
    ...(nationality === undefined ? {} : { nationality }),
    ...applicant,
  };
}
