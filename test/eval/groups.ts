import { type Errors, errorsOf, type ScoredPairs } from './all-pairs.ts';
import type { People } from './people.ts';
import type { PairScores } from './rates.ts';

/** Errors over all pairs within one group. */
export interface GroupErrors extends Errors {
  group: string;
  /** Pictures with a detected face. */
  pictures: number;
  people: number;
}

export interface Fairness {
  groups: GroupErrors[];
  /** Errors over all pairs from two groups. Some of these show one person, if pictures of that person are in two groups. */
  across_groups: Errors;
  /** The group with the highest share, among the groups with such pairs; null if no group has any. */
  worst_group: { false_matches: string | null; refusals: string | null };
}

/** Errors at the thresholds of `face` by group. `groupOf` maps each file to its group; pictures without one are left out. */
export function judgeGroups(
  pairs: ScoredPairs,
  { person }: People,
  groupOf: ReadonlyMap<string, string>,
  face: Parameters<typeof errorsOf>[1],
): Fairness {
  const groups = pairs.files.map((file) => groupOf.get(file) ?? null);
  const names = [...new Set(groups)].filter((group) => group !== null).sort();
  const within = new Map(names.map((name) => [name, { same: [] as number[], different: [] as number[] }]));
  const across: { same: number[]; different: number[] } = { same: [], different: [] };
  for (const [i, score] of pairs.score.entries()) {
    const [one, other] = [groups[pairs.a[i] as number], groups[pairs.b[i] as number]];
    if (!one || !other) continue;
    const place = one === other ? within.get(one) : across;
    (pairs.same[i] === 1 ? place?.same : place?.different)?.push(score);
  }
  const judged = names.map((group) => {
    const files = pairs.files.filter((file) => groupOf.get(file) === group);
    const people = new Set(files.map((file) => person.get(file))).size;
    return { group, pictures: files.length, people, ...errorsOf(within.get(group) as PairScores, face) };
  });
  return {
    groups: judged,
    across_groups: errorsOf(across, face),
    worst_group: { false_matches: worstOf(judged, 'false_matches'), refusals: worstOf(judged, 'refusals') },
  };
}

/** If two groups have the same share, the one with the higher upper bound. */
function worstOf(groups: readonly GroupErrors[], what: keyof Errors): string | null {
  const height = ({ [what]: share }: GroupErrors): [number, number] => [
    share.percent ?? 0,
    share.interval_percent?.[1] ?? 0,
  ];
  const [worst] = groups
    .filter(({ [what]: share }) => share.of > 0)
    .toSorted((x, y) => height(y)[0] - height(x)[0] || height(y)[1] - height(x)[1]);
  return worst?.group ?? null;
}
