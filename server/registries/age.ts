import { ageOfList, type DatedVersion, type ListAge } from '../datasets/age.ts';
import { LIMITS } from '../lib/limits.ts';

/** Returns the age of a register at `nowMs`. It is stale from its own age limit, or else from `LIMITS.registerAgeDaysMax`. */
export function ageOfRegister(version: DatedVersion, nowMs: number): ListAge {
  return ageOfList(version, nowMs, LIMITS.registerAgeDaysMax);
}
