import { LIMITS } from '../../server/lib/limits.ts';

/** Embeddings of one man lie above, of two people below; the policy's own bounds lie between. */
export const SAME_MIN = 0.7;
export const OTHER_MAX = 0.5;

/** The appliance's limits with ten times its patience: these tests look for hangs and wrong answers on however busy a machine, the bench for time. */
export const PATIENT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, limit]) => [name, name.endsWith('TimeoutMs') ? Number(limit) * 10 : limit]),
) as unknown as typeof LIMITS;
