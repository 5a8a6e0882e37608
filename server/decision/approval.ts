import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';
import { countingTopics } from '../checks/ruled-out.ts';
import { findListFaults } from '../checks/screening.ts';
import type { CheckResult, Hit, SearchedList } from '../checks/types.ts';
import type { ErrorItem } from '../lib/errors.ts';

/** What blocks an approval besides the findings of checks, each with its sentence. The codes are part of the API and never change. */
export const APPROVAL_FAULTS = {
  birth_date_or_number_missing:
    'The policy requires a birth date or a number, and neither is known. Correct what was read, or request a document.',
  hit_undecided: 'This hit is not decided yet. Confirm or dismiss it.',
  hit_second_person_missing:
    'One reviewer dismissed this hit, and the policy requires two. Ask a second reviewer to dismiss it too.',
  hit_prohibits:
    'This hit is confirmed, and anyone listed for this reason must not be served. Reject the record, or dismiss the hit.',
  reason_unfounded: 'The reason does not match what this record shows. Choose another reason.',
} as const;
export type ApprovalFault = keyof typeof APPROVAL_FAULTS;

/** What reviewers decided about a hit. */
export type HitStanding = 'undecided' | 'dismissed by one' | 'dismissed' | 'confirmed';

/** A party that an approval covers: a person, a company, or a person of a company. */
export interface ApprovedParty {
  /** Their path in the record, such as `representatives[0]`. */
  field: string;
  named: boolean;
  /** Whether each of their names was searched. */
  searched: boolean;
  /** Whether a birth date or a number of theirs is known. */
  identified: boolean;
}

export interface ApprovalFacts {
  parties: readonly ApprovedParty[];
  /** null: nothing was searched. */
  screening: { lists: readonly SearchedList[]; checks: readonly CheckResult[] } | null;
  /** Of the record and of its alerts. `field`: the path of each. */
  hits: readonly { hit: Hit; standing: HitStanding; field: string }[];
  /** Counts of files that show something, by what they may show. */
  shown: { documents: number; selfies: number };
}

/**
 * Returns what blocks an approval, empty if nothing does. Every party must have a name, and a birth date or number if the policy asks for it. It must
 * have been searched for in lists of the topics that the policy requires, however old these are. Each hit that was not ruled out must be decided, and
 * none may be confirmed for a topic that forbids service. A reason may claim only what the record shows.
 */
export function findApprovalFaults(facts: ApprovalFacts, reason: string | null, policy: Policy): ErrorItem[] {
  return [
    ...facts.parties.flatMap(({ field, named, identified }) => [
      ...(named ? [] : [{ code: 'name_missing', message: makeFinding('name_missing').message, field }]),
      ...(identified || !policy.review.birth_date_or_number ? [] : [fault('birth_date_or_number_missing', field)]),
    ]),
    ...findSearchFaults(facts, policy),
    ...facts.hits.flatMap((each) => findHitFault(each, policy)),
    ...(isFounded(facts, reason) ? [] : [fault('reason_unfounded', 'reason')]),
  ];
}

function findSearchFaults({ screening, parties }: ApprovalFacts, policy: Policy): ErrorItem[] {
  const field = 'checks.watchlists';
  if (screening === null) return [{ code: 'check_not_run', message: makeFinding('check_not_run').message, field }];
  const notReady = screening.checks.flatMap(({ findings }) => findings).find(({ code }) => code === 'lists_not_ready');
  if (notReady) return [{ code: notReady.code, message: notReady.message, field }];
  // An old list was searched all the same. Its age is part of the review.
  const lists = findListFaults(screening.lists, policy).filter(({ code }) => code !== 'list_stale');
  const unsearched = parties.filter(({ named, searched }) => named && !searched);
  return [
    ...lists.map(({ code, message }) => ({ code, message, field })),
    ...unsearched.map((party) => ({
      code: 'name_not_searchable',
      message: makeFinding('name_not_searchable').message,
      field: party.field,
    })),
  ];
}

function findHitFault({ hit, standing, field }: ApprovalFacts['hits'][number], policy: Policy): ErrorItem[] {
  if (standing === 'undecided') return hit.ruled_out?.whole === true ? [] : [fault('hit_undecided', field)];
  if (standing === 'dismissed by one')
    return policy.review.four_eyes ? [fault('hit_second_person_missing', field)] : [];
  if (standing === 'dismissed') return [];
  return countingTopics(hit, policy).some((topic) => policy.screening.topics[topic].fails)
    ? [fault('hit_prohibits', field)]
    : [];
}

/** Whether the record shows what the reason claims. A reason that claims nothing about the record is always founded. */
function isFounded({ hits, shown }: ApprovalFacts, reason: string | null): boolean {
  if (reason === 'documents_examined' || reason === 'quality_sufficient') return shown.documents > 0;
  if (reason === 'same_person') return shown.documents > 0 && shown.selfies > 0;
  if (reason === 'hits_dismissed') {
    const asked = hits.filter(({ hit, standing }) => standing !== 'undecided' || hit.ruled_out?.whole !== true);
    return asked.length > 0 && asked.every(({ standing }) => standing !== 'confirmed');
  }
  return true;
}

function fault(code: ApprovalFault, field: string): ErrorItem {
  return { code, message: APPROVAL_FAULTS[code], field };
}
