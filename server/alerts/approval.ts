import { identityReadings } from '../checks/documents.ts';
import { COMPANY_PARTY, type KybScreeningResult } from '../checks/kyb/types.ts';
import type { Policy } from '../checks/policy.ts';
import type { CheckResult, Hit, ScreeningResult } from '../checks/types.ts';
import { type ApprovalFacts, type ApprovedParty, findApprovalFaults, type HitStanding } from '../decision/approval.ts';
import { AppError, type ErrorItem } from '../lib/errors.ts';
import { documentsInForce } from '../verifications/documents.ts';
import type { Which } from '../verifications/record-action.ts';
import { simulatedOutcome } from '../verifications/simulated.ts';
import { getKybVerification, getVerification } from '../verifications/store.ts';
import type { KybVerification, Verification } from '../verifications/types.ts';
import { type DecisionDeps, findStandings, type RevisionOf } from './decisions.ts';
import { alertsOf } from './store.ts';
import { type Screening, subjectsOf } from './subject.ts';

export interface ApprovalDeps extends DecisionDeps {
  revisionOf: RevisionOf;
  policies: { current(): Policy };
}

/** Throws `approval_blocked` with everything that blocks an approval for this reason. Also throws `not_found`, `erased`. */
export function requireApprovable(deps: ApprovalDeps, which: Which, reason: string): void {
  const items = approvalFaults(deps, which, reason);
  if (items.length === 0) return;
  throw new AppError('approval_blocked', {
    detail: 'The record cannot be approved yet. See errors for what is missing. You can still reject it.',
    items,
  });
}

/**
 * Returns what blocks an approval for this reason (null: any reason). Empty if nothing does, and for simulated records. Throws `not_found`, `erased`.
 */
export function approvalFaults(deps: ApprovalDeps, which: Which, reason: string | null): ErrorItem[] {
  const { kind, id, livemode } = which;
  const record = kind === 'kyc' ? getVerification(deps, id, livemode) : getKybVerification(deps, id, livemode);
  if (!record)
    throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
  if (simulatedOutcome(record) !== null) return [];
  const facts =
    'applicant' in record.submission ? personFacts(record as Verification) : companyFacts(record as KybVerification);
  const hits = hitsOf(deps, which, record.results.screening);
  return findApprovalFaults({ ...facts, hits }, reason, deps.policies.current());
}

type OwnFacts = Omit<ApprovalFacts, 'hits'>;

function personFacts({ submission, results, documents }: Verification): OwnFacts {
  const { first_name, last_name, dob } = submission.applicant;
  const readings = identityReadings(results.read?.documents ?? []);
  const has = (...names: (keyof (typeof readings)[number]['fields'])[]): boolean =>
    readings.some(({ fields }) => names.some((name) => fields[name] !== undefined));
  const { screening } = results;
  const decoded = new Set(results.intake?.documents.filter((each) => each.decoded).map((each) => each.document_id));
  const selfies = new Set([
    ...documents.filter(({ type }) => type === 'selfie').map(({ id }) => id),
    ...(results.face?.faces ?? []).filter((face) => face.of === 'selfie').map((face) => face.document_id),
  ]);
  const shown = documentsInForce(documents).filter(({ id }) => decoded.has(id));
  return {
    parties: [
      {
        field: 'applicant',
        named: Boolean(first_name || last_name) || has('first_name', 'last_name'),
        searched: screening !== undefined && screening.searched.length > 0,
        identified: dob !== undefined || has('date_of_birth', 'document_number', 'id_number'),
      },
    ],
    screening: screening === undefined ? null : { lists: screening.lists, checks: [screening] },
    shown: {
      documents: shown.filter(({ id }) => !selfies.has(id)).length,
      selfies: shown.filter(({ id }) => selfies.has(id)).length,
    },
  };
}

function companyFacts({ submission, results, documents }: KybVerification): OwnFacts {
  const { company, representatives, ubos } = submission;
  const { screening } = results;
  const unsearched = new Set(screening && checksOf(screening).flatMap(unsearchedParties));
  const party = (id: string, field: string, named: boolean, ...facts: (string | undefined)[]): ApprovedParty => ({
    field,
    named,
    searched: !unsearched.has(id),
    identified: facts.some((fact) => fact !== undefined),
  });
  const decoded = new Set(results.read?.documents.filter((each) => each.decoded).map((each) => each.document_id));
  return {
    parties: [
      party(
        COMPANY_PARTY,
        'company',
        true,
        company.registration_number,
        company.lei,
        company.tax_id,
        company.vat_number,
      ),
      ...representatives.map(({ id, first_name, last_name, dob }, at) =>
        party(id, `representatives[${at}]`, Boolean(first_name || last_name), dob),
      ),
      ...ubos.map(({ id, first_name, last_name, legal_name, ...facts }, at) =>
        party(
          id,
          `ubos[${at}]`,
          Boolean(first_name || last_name || legal_name),
          facts.dob,
          facts.registration_number,
          facts.lei,
        ),
      ),
    ],
    screening: screening === undefined ? null : { lists: screening.lists, checks: checksOf(screening) },
    shown: { documents: documents.filter(({ id }) => decoded.has(id)).length, selfies: 0 },
  };
}

const checksOf = ({ sanctions, watchlists, pep, adverse_media }: KybScreeningResult): CheckResult[] => [
  sanctions,
  watchlists,
  pep,
  adverse_media,
];

function unsearchedParties({ findings }: CheckResult): string[] {
  return findings
    .filter(({ code }) => code === 'name_not_searchable')
    .map(({ evidence }) => String(evidence?.['party']));
}

/** Returns the hits of the record in their current state, and those of its alerts. */
function hitsOf(
  deps: ApprovalDeps,
  { kind, id, livemode }: Which,
  screening: ScreeningResult | KybScreeningResult | undefined,
): ApprovalFacts['hits'] {
  if (!screening) return [];
  const place = kind === 'kyc' ? 'checks.watchlists.hits' : 'hits';
  const standings = new Map(
    subjectsOf(id, livemode, screening).map((subject) => [subject.party, findStandings(deps, subject)]),
  );
  const standingOf = (hit: Screening['hits'][number], party = hit.party ?? null): HitStanding => {
    const standing = standings.get(party)?.(hit).standing ?? 'undecided';
    return standing === 'undecided' && isDismissedStill(deps, hit) ? 'dismissed' : standing;
  };
  return [
    ...screening.hits.map((hit, at) => ({ hit, standing: standingOf(hit), field: `${place}[${at}]` })),
    ...alertsOf(deps, id).map(({ hit, party, id: alert }) => ({ hit, standing: standingOf(hit, party), field: alert })),
  ];
}

/** The list's record that was dismissed before the search may no longer be kept. */
function isDismissedStill({ clock }: ApprovalDeps, { dismissed }: Hit): boolean {
  return dismissed !== undefined && (dismissed.expires_at === null || Date.parse(dismissed.expires_at) > clock.now());
}
