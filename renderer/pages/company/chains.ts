import type { Party } from './parties.ts';

/** Less than is shown. */
const LEFT_OUT_PERCENT = 0.005;

/** Whether the chains that are told do not make up the whole: circles and weak chains add to it. */
export function hasMore({ percent, paths }: Pick<NonNullable<Party['owner']>, 'percent' | 'paths'>): boolean {
  return paths.reduce((sum, path) => sum + path.percent, 0) < percent.max - LEFT_OUT_PERCENT;
}
