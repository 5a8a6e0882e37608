/** The plan of a run. Days count from 1. */
export interface Plan {
  days: number;
  /** The server is stopped and started again after this many days; 0: never. */
  restartEvery: number;
  /** It is killed instead after this many days; 0: never. */
  killEvery: number;
}

/** Records are purged after a month; until some ten days later their number grows every day. */
const STEADY_AFTER_DAYS = 40;

/** The end of a day. */
export interface DayPlan {
  /** Whether the figures are taken: after the first tenth, on the last day, and, to print them, before each end of a process. */
  measure: 'first' | 'last' | 'passing' | null;
  /** How the server ends afterwards. */
  end: 'stop' | 'kill' | null;
}

export function planDay({ days, restartEvery, killEvery }: Plan, day: number): DayPlan {
  const isDue = (every: number): boolean => every > 0 && day % every === 0;
  const end = isDue(killEvery) ? 'kill' : isDue(restartEvery) ? 'stop' : null;
  const passing = end === null ? null : 'passing';
  return { measure: day === days ? 'last' : day === Math.ceil(days / 10) ? 'first' : passing, end };
}

/**
 * Whether the two moments are comparable: at the first one records already leave as fast as they arrive, and the
 * server's process is equally old at both.
 */
export function isComparable({ days, restartEvery }: Plan): boolean {
  const first = Math.ceil(days / 10);
  if (first < STEADY_AFTER_DAYS) return false;
  return restartEvery === 0 || first % restartEvery === days % restartEvery;
}
