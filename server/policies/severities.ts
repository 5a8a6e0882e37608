import { FINDINGS, type FindingCode } from '../checks/findings.ts';
import type { Severity } from '../checks/policy.ts';
import type { Setting } from './setting.ts';

const ALL: readonly Severity[] = ['fail', 'review', 'info'];

/** Findings that may not mean everything, what they may mean, and why. One option: it is fixed. */
const LIMITED: readonly [codes: readonly FindingCode[], options: readonly Severity[], why: string][] = [
  [['check_not_run'], ['review'], 'A check that did not run never counts as passed, and speaks against nobody.'],
  [
    ['name_missing', 'name_not_searchable', 'no_list_loaded', 'list_stale', 'list_topic_missing', 'lists_not_ready'],
    ['review'],
    'Nobody passes who was not searched for in fresh lists, and nobody fails for it.',
  ],
  [['value_corrected'], ['review'], 'What a person types in the place of what was read lets nobody pass by itself.'],
  [
    ['face_chosen', 'face_chosen_lost', 'faces_chosen_differ'],
    ['review'],
    'Where a person chose a face, the comparison alone neither clears nor fails anybody.',
  ],
  [['appliance_fault', 'engine_unavailable'], ['review'], 'A fault of the appliance itself speaks against nobody.'],
  [['consent_refused'], ['review'], 'Without consent a person verifies the identity; nobody fails for refusing.'],
  [['hit_possible'], ['review'], 'Whether a similarity of names is more than that is for a person to judge.'],
  [['processing_failed'], ['fail'], 'There is nothing that a person could decide by.'],
  [['hit_dismissed'], ['info'], 'A person has judged it; a dismissal is taken back by confirming the hit.'],
  [['check_pending'], ['info'], 'It says that a check is still to come.'],
  [['simulated'], ['info'], 'It tells of test mode and decides nothing.'],
  [['simulated_failed'], ['fail'], 'Test mode gives the outcome that was asked for.'],
  [['simulated_review'], ['review'], 'Test mode gives the outcome that was asked for.'],
  [
    ['liveness_advisory', 'liveness_not_measured'],
    ['info'],
    'Liveness values are advisory: they detect no attacks and decide nothing.',
  ],
  [
    [
      'file_sent_twice',
      'duplicate_file',
      'duplicate_face',
      'duplicates_not_enabled',
      'duplicate_faces_consent_refused',
      'duplicate_faces_not_found',
    ],
    ['info'],
    'Duplicates stand beside the decision and take no part in it.',
  ],
  [
    [
      'file_unreadable',
      'identity_document_missing',
      'identity_not_read',
      'document_expired',
      'mrz_forged',
      'faces_differ',
      'face_other_matches',
      'hit_confirmed',
      'hit_confirmed_for_review',
      'ownership_over_100',
      'sanctioned_ownership',
      'owner_unnamed',
      'person_verification_failed',
      'company_not_found',
      'company_dissolved',
      'company_struck_off',
    ],
    ['fail', 'review'],
    'It may not be overlooked, so it never is a mere information.',
  ],
  [
    [
      'document_expired_unsure',
      'expiry_date_unsure',
      'mrz_unsure',
      'name_unsure',
      'faces_grey_band',
      'faces_unsure',
      'faces_small_differ',
      'sanctioned_ownership_possible',
    ],
    ['review'],
    'What was not read or compared surely fails nobody and clears nobody.',
  ],
  [
    ['print_name_misread', 'mrz_name_misread', 'mrz_repaired', 'person_verification_pending'],
    ['review', 'info'],
    'Nobody fails for it.',
  ],
];

/** The severity of every finding, as a setting. */
export const SEVERITY_SETTINGS: readonly Setting[] = (Object.keys(FINDINGS) as FindingCode[]).map((code) => {
  const [, options = ALL, why] = LIMITED.find(([codes]) => codes.includes(code)) ?? [];
  const about = { path: `severity.${code}`, group: 'findings', kind: 'enum', options } as const;
  if (why === undefined) return { ...about, means: FINDINGS[code], fixed: null };
  if (options.length === 1) return { ...about, means: FINDINGS[code], fixed: why };
  return { ...about, means: `${FINDINGS[code]} (${why})`, fixed: null };
});
