import type { Policy } from '../checks/policy.ts';
import { thresholdRules } from '../checks/thresholds.ts';
import { AppError, type ErrorItem } from '../lib/errors.ts';
import { isCountry } from '../lib/identifiers/countries.ts';
import { LIMITS } from '../lib/limits.ts';
import { TOPICS } from '../screening/types.ts';
import type { Setting, SettingValue } from './setting.ts';
import { settingAt } from './settings.ts';
import { valueAt, withValues } from './values.ts';

/** Pairs of settings whose first may not be above the second. */
const IN_ORDER: readonly (readonly [string, string])[] = [
  ['face.review_from', 'face.match_from'],
  ['face.side_pixels_min', 'face.differ_side_pixels_min'],
  ['kyb.risk.medium_from', 'kyb.risk.high_from'],
];

/**
 * Returns the policy with these values. Throws `invalid_request` with an item for each path that is not a setting, is fixed, or
 * has an invalid value, and for settings that contradict each other.
 */
export function applyChanges(
  policy: Policy,
  changes: Readonly<Record<string, unknown>>,
  isList: (code: string) => boolean,
): Policy {
  refuseFaults(changes, isList);
  const next = withValues(policy, Object.entries(changes) as [string, SettingValue][]);
  refuse(findContradictions(policy, next, Object.keys(changes)));
  return next;
}

/**
 * Throws `invalid_request` with an item for each path that is not a setting, is fixed, or has an invalid value.
 * @param isList whether a watchlist has this code; by default each may exist
 */
export function refuseFaults(changes: Readonly<Record<string, unknown>>, isList?: (code: string) => boolean): void {
  const faults = Object.entries(changes).map(([path, value]) =>
    itemOf(path, findFault(settingAt(path, isList), value)),
  );
  refuse(faults.flat());
}

/** Returns what is wrong with a value, as the end of "... must be", or null if nothing is. */
export function findFault(setting: Setting | null, value: unknown): string | null {
  if (!setting)
    return 'is not a setting of the policy, or its list does not exist. GET /v1/policies/settings returns all settings';
  if (setting.fixed !== null) return `cannot be changed. ${setting.fixed.replace(/\.$/, '')}`;
  switch (setting.kind) {
    case 'number': {
      if (value === null && setting.nullable) return null;
      const { min, max, step } = setting;
      const isOne =
        typeof value === 'number' && value >= min && value <= max && (step !== 1 || Number.isInteger(value));
      const orNull = setting.nullable ? ', or null' : '';
      return isOne ? null : `must be a ${step === 1 ? 'whole ' : ''}number from ${min} to ${max}${orNull}`;
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'enum':
      return setting.options.some((option) => option === value)
        ? null
        : `must be one of: ${setting.options.join(', ')}`;
    case 'list':
      return findListFault(setting, value);
  }
}

function findListFault({ options, always }: Extract<Setting, { kind: 'list' }>, value: unknown): string | null {
  const what = options ? `of: ${options.join(', ')}` : 'of two-letter country codes (ISO 3166-1), such as FR';
  const isItem = (item: unknown): boolean =>
    typeof item === 'string' && (options ? options.includes(item) : isCountry(item));
  if (!Array.isArray(value) || !value.every(isItem)) return `must be a list ${what}`;
  if (new Set(value).size < value.length) return 'must not contain a value twice';
  const missing = always.find((item) => !value.includes(item));
  return missing === undefined ? null : `must contain ${missing}`;
}

/** Finds only contradictions that these changes introduce. */
function findContradictions(before: Policy, after: Policy, paths: readonly string[]): ErrorItem[] {
  const isAbove = (policy: Policy, [low, high]: readonly [string, string]): boolean =>
    Number(valueAt(policy, low)) > Number(valueAt(policy, high));
  const pairs = IN_ORDER.filter((pair) => !isAbove(before, pair) && isAbove(after, pair)).flatMap((pair) =>
    pair
      .filter((path) => paths.includes(path))
      .flatMap((path) =>
        itemOf(path, `would make ${pair[0]} larger than ${pair[1]}. Change both values, or choose another value`),
      ),
  );
  const former = new Set(crossedScores(before));
  const crossed = crossedScores(after).filter((where) => !former.has(where));
  const scores = paths.filter((path) => path.startsWith('screening.') && path.endsWith('_from'));
  const fault = `would set the score of confirmed hits below the score of possible hits (${crossed[0]}). Change possible_from or confirmed_from`;
  return [...pairs, ...(crossed.length > 0 ? scores.flatMap((path) => itemOf(path, fault)) : [])];
}

/** Returns the topics, and topics on lists, for which a confirmed hit would need a lower score than a possible one. */
function crossedScores(policy: Policy): string[] {
  const rules = thresholdRules(policy);
  // With a code that no list has, as for a topic on any list without thresholds of its own.
  return ['', ...Object.keys(policy.screening.lists)].flatMap((code) =>
    TOPICS.filter((topic) => {
      const { possible_from, confirmed_from } = rules.thresholdsFor(code, [topic]);
      return possible_from > confirmed_from;
    }).map((topic) => (code === '' ? topic : `${topic} on ${code}`)),
  );
}

function itemOf(path: string, fault: string | null): ErrorItem[] {
  if (fault === null) return [];
  // The caller chose it, so it is cut to a limit.
  const field = `changes.${path.slice(0, LIMITS.fieldNameCharsMax)}`;
  return [{ code: 'invalid_value', message: `${field} ${fault}.`, field }];
}

function refuse(items: readonly ErrorItem[]): void {
  const [first] = items;
  if (!first) return;
  throw new AppError('invalid_request', { detail: first.message, items: items.slice(0, LIMITS.errorItemsMax) });
}
