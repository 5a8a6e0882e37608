import { LIMITS } from '../../server/lib/limits.ts';

/** Two embeddings of one man score above `SAME_MIN`; those of two people score below `OTHER_MAX`. The policy's own bounds are in between. */
export const SAME_MIN = 0.7;
export const OTHER_MAX = 0.5;

/**
 * The appliance's limits with ten times its timeouts: these tests look for hangs and wrong answers on a machine of any load; the bench measures time.
 */
export const PATIENT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, limit]) => [name, name.endsWith('TimeoutMs') ? Number(limit) * 10 : limit]),
) as unknown as typeof LIMITS;
