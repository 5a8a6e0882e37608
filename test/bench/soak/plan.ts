/** What a run is to do. Days from 1. */
export interface Plan {
  days: number;
  /** After so many days the server is asked to end and started again; 0: never. */
  restartEvery: number;
  /** After so many days it is killed in its place; 0: never. */
  killEvery: number;
}

/** Records go after a month; until some ten days later there are more of them each day. */
const STEADY_AFTER_DAYS = 40;

/** What a day ends with. */
export interface DayPlan {
  /** Whether the figures are taken: once the first tenth is over, on the last day, and to be told before each end of a process. */
  measure: 'first' | 'last' | 'passing' | null;
  /** How the server ends after it. */
  end: 'stop' | 'kill' | null;
}

export function planDay({ days, restartEvery, killEvery }: Plan, day: number): DayPlan {
  const isDue = (every: number): boolean => every > 0 && day % every === 0;
  const end = isDue(killEvery) ? 'kill' : isDue(restartEvery) ? 'stop' : null;
  const passing = end === null ? null : 'passing';
  return { measure: day === days ? 'last' : day === Math.ceil(days / 10) ? 'first' : passing, end };
}

/** Whether the two moments can be compared: records already go as they come at the first one, and the server's process is as old at both. */
export function isComparable({ days, restartEvery }: Plan): boolean {
  const first = Math.ceil(days / 10);
  if (first < STEADY_AFTER_DAYS) return false;
  return restartEvery === 0 || first % restartEvery === days % restartEvery;
}
