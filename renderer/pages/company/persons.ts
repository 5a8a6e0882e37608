import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { birthText } from '../../parts/birth.ts';
import { isOpen, nameOf, type ShareRange } from './parties.ts';

type Representative = KybVerificationAnswer['representatives'][number];
type Finding = KybVerificationAnswer['checks']['persons']['findings'][number];

/** A natural person who acts for the company or owns it. */
export interface Person {
  id: string;
  name: string;
  /** As much of the birth date as is known. */
  dob: string | null;
  nationality: string | null;
  /** null: an owner alone. */
  role: Representative['role'] | null;
  /** What an owner holds of the company: effectively, else as submitted; null: not known. */
  percent: ShareRange | null;
  /** null: the lists were not searched. */
  screened: boolean | null;
  /** Hits that nobody dismissed. */
  hits: number;
  verification: { id: string; status: NonNullable<Representative['verification_status']> } | null;
  /** What is wrong with the verification beyond its state. */
  remarks: Finding[];
}

/** Everybody who can be verified as a person: who acts for the company first. */
export function peopleOf(record: KybVerificationAnswer): Person[] {
  const { representatives, ubos, ownership, checks } = record;
  const common = (one: Representative | KybVerificationAnswer['ubos'][number]) => ({
    id: one.id,
    name: nameOf(one),
    dob: birthText(one),
    nationality: one.nationality ?? null,
    screened: one.screening.passed,
    hits: record.hits.filter((hit) => hit.party === one.id && isOpen(hit)).length,
    verification:
      one.verification_id !== null && one.verification_status !== null
        ? { id: one.verification_id, status: one.verification_status }
        : null,
    remarks: checks.persons.findings.filter(
      ({ code, evidence }) => code === 'person_verification_mismatch' && evidence?.['person'] === one.id,
    ),
  });
  const owners = ubos
    .filter(({ legal_name: legal }) => legal === undefined)
    .map((one): Person => {
      const effective = ownership.owners.find(({ party }) => party === one.id)?.percent;
      // A share in another owner is none of the company.
      const said = one.parent === undefined ? { min: one.ownership_percent, max: one.ownership_percent } : null;
      return { ...common(one), role: null, percent: effective ?? said };
    });
  const acting = representatives.map((one): Person => {
    const owner = owners.find(({ id }) => id === one.id);
    return { ...common(one), role: one.role, percent: owner?.percent ?? null };
  });
  return [...acting, ...owners.filter(({ id }) => !acting.some((one) => one.id === id))];
}
