import { FINDINGS, type FindingCode } from '../checks/findings.ts';
import type { Severity } from '../checks/policy.ts';
import type { Setting } from './setting.ts';

const ALL: readonly Severity[] = ['fail', 'review', 'info'];

/** Findings that may not mean everything, and why. One option: it is fixed. */
const LIMITED: readonly { codes: readonly FindingCode[]; options: readonly Severity[]; why: string }[] = [
  {
    codes: ['check_not_run'],
    options: ['review'],
    why: 'A check that did not run never counts as passed, and speaks against nobody.',
  },
  {
    codes: [
      'name_missing',
      'name_not_searchable',
      'no_list_loaded',
      'list_stale',
      'list_topic_missing',
      'lists_not_ready',
    ],
    options: ['review'],
    why: 'Nobody passes who was not searched for in fresh lists, and nobody fails for it.',
  },
  {
    codes: ['value_corrected'],
    options: ['review'],
    why: 'What a person types in the place of what was read lets nobody pass by itself.',
  },
  {
    codes: ['face_chosen', 'face_chosen_lost', 'faces_chosen_differ'],
    options: ['review'],
    why: 'Where a person chose a face, the comparison alone neither clears nor fails anybody.',
  },
  {
    codes: ['appliance_fault', 'engine_unavailable'],
    options: ['review'],
    why: 'A fault of the appliance itself speaks against nobody.',
  },
  {
    codes: ['consent_refused'],
    options: ['review'],
    why: 'Without consent a person verifies the identity; nobody fails for refusing.',
  },
  {
    codes: ['hit_possible'],
    options: ['review'],
    why: 'Whether a likeness of names is more than that is for a person to judge.',
  },
  { codes: ['processing_failed'], options: ['fail'], why: 'There is nothing that a person could decide by.' },
  {
    codes: ['hit_dismissed'],
    options: ['info'],
    why: 'A person has judged it; a dismissal is taken back by confirming the hit.',
  },
  { codes: ['check_pending'], options: ['info'], why: 'It says that a check is still to come.' },
  { codes: ['simulated'], options: ['info'], why: 'It tells of test mode and decides nothing.' },
  { codes: ['simulated_failed'], options: ['fail'], why: 'Test mode gives the outcome that was asked for.' },
  { codes: ['simulated_review'], options: ['review'], why: 'Test mode gives the outcome that was asked for.' },
  {
    codes: ['liveness_advisory', 'liveness_not_measured'],
    options: ['info'],
    why: 'Liveness values are advisory: they detect no attacks and decide nothing.',
  },
  {
    codes: [
      'file_sent_twice',
      'duplicate_file',
      'duplicate_face',
      'duplicates_not_enabled',
      'duplicate_faces_consent_refused',
      'duplicate_faces_not_found',
    ],
    options: ['info'],
    why: 'Duplicates stand beside the decision and take no part in it.',
  },
  {
    codes: [
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
    options: ['fail', 'review'],
    why: 'It may not be overlooked, so it never is a mere information.',
  },
  {
    codes: [
      'document_expired_unsure',
      'expiry_date_unsure',
      'mrz_unsure',
      'name_unsure',
      'faces_grey_band',
      'faces_unsure',
      'faces_small_differ',
      'sanctioned_ownership_possible',
    ],
    options: ['review'],
    why: 'What was not read or compared surely fails nobody and clears nobody.',
  },
  {
    codes: ['print_name_misread', 'mrz_name_misread', 'mrz_repaired', 'person_verification_pending'],
    options: ['review', 'info'],
    why: 'Nobody fails for it.',
  },
];

/** The severity of every finding, as a setting. */
export const SEVERITY_SETTINGS: readonly Setting[] = (Object.keys(FINDINGS) as FindingCode[]).map((code) => {
  const limit = LIMITED.find(({ codes }) => codes.includes(code));
  const options = limit?.options ?? ALL;
  const about = { path: `severity.${code}`, group: 'findings', kind: 'enum', options } as const;
  if (!limit) return { ...about, means: FINDINGS[code], fixed: null };
  if (options.length === 1) return { ...about, means: FINDINGS[code], fixed: limit.why };
  return { ...about, means: `${FINDINGS[code]} (${limit.why})`, fixed: null };
});
