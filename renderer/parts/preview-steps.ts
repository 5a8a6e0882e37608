interface Step {
  from: number;
  subjects: number;
}

/** Scores are hundredths; as numbers they are a little off. */
const hundredths = (score: number): number => Math.round(score * 100);

/** The place of a score among the steps; one that is lower than all is at 0, one that is higher behind the last. */
export function stepIndex(steps: readonly Step[], score: number): number {
  const found = steps.findIndex(({ from }) => hundredths(from) >= hundredths(score));
  return found < 0 ? steps.length : found;
}

/** How many have a hit from this score on; above the last step nobody is known to. */
export const hitsAt = (steps: readonly Step[], score: number): number => steps[stepIndex(steps, score)]?.subjects ?? 0;
