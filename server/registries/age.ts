import { ageOfList, type DatedVersion, type ListAge } from '../datasets/age.ts';
import { LIMITS } from '../lib/limits.ts';

/** How old a register is at `nowMs`; stale from its own limit of age, else `LIMITS.registerAgeDaysMax`. */
export function ageOfRegister(version: DatedVersion, nowMs: number): ListAge {
  return ageOfList(version, nowMs, LIMITS.registerAgeDaysMax);
}
