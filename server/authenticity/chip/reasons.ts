import type { SourceResult } from '../result.ts';

/** What a chip's check may say, with the result that each reason leads to; null: it changes no result. */
const RESULTS = {
  chip_unreadable: 'invalid',
  chip_signature_invalid: 'invalid',
  chip_data_altered: 'invalid',
  chip_data_not_covered: 'invalid',
  chip_signer_revoked: 'invalid',
  chip_country_mismatch: 'invalid',
  chip_clone_suspected: 'invalid',
  chip_algorithm_unsupported: 'unsupported',
  trust_list_missing: 'signer_unknown',
  chip_signer_unknown: 'signer_unknown',
  chip_incomplete: null,
  chip_signer_expired: null,
  chip_algorithm_weak: null,
  chip_deviation: null,
  chip_revocation_unknown: null,
  chip_copy_not_excluded: null,
  chip_clone_excluded: null,
  chip_authentic: null,
} as const satisfies Record<string, SourceResult | null>;

export type ChipReason = keyof typeof RESULTS;

const ORDER = Object.keys(RESULTS) as ChipReason[];

/** Returns the result that the worst of the reasons leads to. */
export function resultOf(reasons: ReadonlySet<ChipReason>): Exclude<SourceResult, 'parsed'> {
  for (const reason of ORDER) {
    const result = RESULTS[reason];
    if (result && reasons.has(reason)) return result;
  }
  return 'valid';
}

/** Returns the reasons in the order of the table, the worst first. */
export const inOrder = (reasons: ReadonlySet<ChipReason>): ChipReason[] => ORDER.filter((one) => reasons.has(one));
