import type { PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import type { Dataset } from './dataset.ts';

export type Settings = PolicySettingsAnswer;

export const THRESHOLDS = ['possible_from', 'confirmed_from'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** A score of the policy: `own` is the list's; else what its topics and all lists have, which may differ from entry to entry. */
export interface ScoreRange {
  own: number | null;
  lowest: number;
  highest: number;
}

/** From which score on entries of a list are possible or confirmed hits. Null where the policy says nothing of it. */
export function thresholdOf(
  { settings }: Pick<Settings, 'settings'>,
  code: string,
  topics: readonly string[] | null,
  which: Threshold,
): ScoreRange | null {
  const at = (path: string): number | null => {
    const value = settings.find((setting) => setting.path === path)?.value;
    return typeof value === 'number' ? value : null;
  };
  const common = at(`screening.${which}`);
  if (common === null) return null;
  const own = at(pathOf(code, which));
  const byTopic = (topics ?? []).map((topic) => at(`screening.topics.${topic}.${which}`) ?? common);
  const all = own === null ? (byTopic.length > 0 ? byTopic : [common]) : [own];
  return { own, lowest: Math.min(...all), highest: Math.max(...all) };
}

export const pathOf = (code: string, which: Threshold): string => `screening.lists.${code}.${which}`;

export function topicsOf({ active }: Dataset): readonly string[] | null {
  return active && 'topics' in active ? active.topics : null;
}
