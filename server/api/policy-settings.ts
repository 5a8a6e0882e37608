import { POLICY_V1, type Policy } from '../checks/policy.ts';
import type { PolicySettingAnswer, PolicySettingsAnswer } from '../contract/policies.ts';
import { refuseFaults } from '../policies/check-changes.ts';
import { SETTING_GROUPS, type Setting } from '../policies/setting.ts';
import { listSettings, SETTINGS } from '../policies/settings.ts';
import { valueAt } from '../policies/values.ts';

/** The groups of the policy's settings. */
export const presentGroups = (): PolicySettingsAnswer['groups'] =>
  Object.entries(SETTING_GROUPS).map(([name, title]) => ({ name, title }));

/** One setting with its bounds, its default and its value in force. */
export function presentSetting(setting: Setting, now: Policy, defaults: Policy): PolicySettingAnswer {
  const { path, group, kind, fixed, means } = setting;
  const number = kind === 'number' ? setting : null;
  return {
    path,
    group,
    kind,
    unit: number?.unit ?? null,
    min: number?.min ?? null,
    max: number?.max ?? null,
    step: number?.step ?? null,
    options: kind === 'enum' || kind === 'list' ? setting.options && [...setting.options] : null,
    always: kind === 'list' ? [...setting.always] : null,
    nullable: number?.nullable ?? false,
    default: presentValue(defaults, path),
    value: presentValue(now, path),
    fixed,
    means,
  };
}

export const presentValue = (policy: Policy, path: string): PolicySettingAnswer['value'] =>
  valueAt(policy, path) as PolicySettingAnswer['value'];

/**
 * The settings that any appliance of this version lets its administrators change, with the defaults of the program.
 * @param lists codes of the watchlists whose scores can be set
 */
export function presentOpenSettings(lists: readonly string[]): Pick<PolicySettingsAnswer, 'groups' | 'settings'> {
  const open = [...SETTINGS, ...lists.flatMap(listSettings)].filter(({ fixed }) => fixed === null);
  return { groups: presentGroups(), settings: open.map((setting) => presentSetting(setting, POLICY_V1, POLICY_V1)) };
}

/** Throws `invalid_request` with an item for each path that is no setting of any appliance of this version, is fixed, or has an invalid value. */
export const refuseFaultySettings = (changes: Readonly<Record<string, unknown>>): void => refuseFaults(changes);
