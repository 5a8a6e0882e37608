import { ageOfList, type ListAge } from '../datasets/age.ts';
import { TRUST_KINDS } from '../vocabulary/trust-kinds.ts';
import type { TrustVersion } from './types.ts';

/** Returns the age of a trust list at `nowMs`, and its limit in days: its own, or else its kind's. null: certificates alone do not age. */
export function ageOfTrustList(version: TrustVersion, nowMs: number): ListAge & { limitDays: number | null } {
  const limitDays = version.ageDaysMax ?? TRUST_KINDS[version.format].ageDaysMax;
  return { ...ageOfList(version, nowMs, limitDays ?? Number.POSITIVE_INFINITY), limitDays };
}
