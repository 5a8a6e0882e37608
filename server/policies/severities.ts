import { FINDINGS, type FindingCode } from '../checks/findings.ts';
import type { Severity } from '../checks/policy.ts';
import { numberSetting, type Setting } from './setting.ts';

const ALL: readonly Severity[] = ['fail', 'review', 'info'];

/** Findings with restricted severities: the allowed options and the reason. One option means that it is fixed. */
const LIMITED: readonly [codes: readonly FindingCode[], options: readonly Severity[], why: string][] = [
  [['check_not_run'], ['review'], 'A check that did not run never counts as passed. It does not count against anyone.'],
  [
    ['name_missing', 'name_not_searchable', 'no_list_loaded', 'list_stale', 'list_topic_missing', 'lists_not_ready'],
    ['review'],
    'Nobody passes without a search on current watchlists. Nobody fails because of a missing or outdated watchlist.',
  ],
  [['value_corrected'], ['review'], 'A value that a person corrected never passes a record automatically.'],
  [
    ['face_chosen', 'face_chosen_lost', 'faces_chosen_differ'],
    ['review'],
    'If a person chose a face, the comparison alone neither passes nor fails the record.',
  ],
  [['appliance_fault', 'engine_unavailable'], ['review'], 'A fault of the appliance does not count against anyone.'],
  [
    ['consent_refused'],
    ['review'],
    'Without consent a reviewer verifies the identity. Nobody fails for refusing consent.',
  ],
  [['hit_possible'], ['review'], 'A person must judge whether similar names mean the same person.'],
  [['processing_failed'], ['fail'], 'There is nothing that a person could base a decision on.'],
  [['hit_dismissed'], ['info'], 'A person has decided it. To undo a dismissal, confirm the hit.'],
  [['check_pending'], ['info'], 'It only means that a check has not run yet.'],
  [['simulated'], ['info'], 'It marks test mode and has no effect.'],
  [['simulated_failed'], ['fail'], 'Test mode returns the requested outcome.'],
  [['simulated_review'], ['review'], 'Test mode returns the requested outcome.'],
  [
    ['authenticity_not_checked', 'chip_authentic', 'chip_clone_excluded', 'seal_authentic', 'mdoc_authentic'],
    ['info'],
    'It is a proof, or there was none to check. It is no reason against anyone.',
  ],
  [
    [
      'chip_missing',
      'chip_incomplete',
      'chip_unreadable',
      'chip_signer_unknown',
      'chip_signer_expired',
      'chip_algorithm_unsupported',
      'trust_list_missing',
      'trust_list_stale',
      'seal_signer_unknown',
      'seal_unreadable',
      'seal_signer_expired',
      'mdoc_unreadable',
      'mdoc_issuer_unknown',
      'mdoc_holder_unproven',
      'chip_print_mismatch',
      'seal_print_mismatch',
      'chip_copy_not_excluded',
      'chip_deviation',
      'chip_algorithm_weak',
      'chip_revocation_unknown',
    ],
    ['review', 'info'],
    'What is unknown or not supported, or may be misread, fails nobody.',
  ],
  [
    ['liveness_proven'],
    ['info'],
    'It resists flat photographs and still screens in our published test. It alone passes nobody.',
  ],
  [['liveness_not_proven', 'liveness_attended', 'liveness_missing'], ['review', 'info'], 'Nobody fails because of it.'],
  [
    ['liveness_advisory', 'liveness_not_measured'],
    ['info'],
    'Liveness values are advisory: they do not detect attacks and have no effect.',
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
    'Duplicates are shown next to the decision and do not affect it.',
  ],
  [
    [
      'file_unreadable',
      'identity_document_missing',
      'identity_not_read',
      'document_expired',
      'mrz_forged',
      'chip_signature_invalid',
      'chip_data_altered',
      'chip_data_not_covered',
      'chip_signer_revoked',
      'chip_country_mismatch',
      'chip_zone_mismatch',
      'chip_clone_suspected',
      'seal_signature_invalid',
      'mdoc_signature_invalid',
      'mdoc_data_altered',
      'mdoc_expired',
      'mdoc_device_signature_invalid',
      'faces_differ',
      'face_other_matches',
      'liveness_suspected',
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
    'It must not be overlooked, so it cannot be set to info.',
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
    'Data that was not read or compared with certainty neither passes nor fails a record.',
  ],
  [
    ['print_name_misread', 'mrz_name_misread', 'mrz_repaired', 'person_verification_pending'],
    ['review', 'info'],
    'Nobody fails because of it.',
  ],
];

const CODES = Object.keys(FINDINGS) as FindingCode[];

const limitOf = (code: FindingCode) => LIMITED.find(([codes]) => codes.includes(code)) ?? [];

/** The severity of every finding, as a setting. */
export const SEVERITY_SETTINGS: readonly Setting[] = CODES.map((code) => {
  const [, options = ALL, why] = limitOf(code);
  const about = { path: `severity.${code}`, group: 'findings', kind: 'enum', options } as const;
  if (why === undefined) return { ...about, means: FINDINGS[code], fixed: null };
  if (options.length === 1) return { ...about, means: FINDINGS[code], fixed: why };
  return { ...about, means: `${FINDINGS[code]} (${why})`, fixed: null };
});

/** A year. */
const HOURS_MAX = 8_760;
const hours = { unit: 'hours', min: 1, max: HOURS_MAX, step: 1, nullable: true } as const;

/** How long a record may wait for a review: by default, and for each finding that can ask for one. */
export const DEADLINE_SETTINGS: readonly Setting[] = [
  numberSetting(
    'deadlines',
    'deadlines.default_hours',
    'How long a record may wait for a review. null means no deadline. If a record has several reasons, the shortest deadline applies.',
    hours,
  ),
  ...CODES.filter((code) => limitOf(code)[1]?.includes('review') ?? true).map((code) =>
    numberSetting(
      'deadlines',
      `deadlines.reason_hours.${code}`,
      `${FINDINGS[code]} null means the default deadline.`,
      hours,
    ),
  ),
];
