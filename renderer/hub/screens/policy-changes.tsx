import { useId, useMemo, useState } from 'preact/hooks';
import type { HubPolicySettings } from '../../../server/contract/hub-console.ts';
import { IconButton } from '../../parts/button.tsx';
import { Field, Options, typed, typing } from '../../parts/form.tsx';
import { Control } from '../../parts/policy/control.tsx';
import { type Draft, FormContext, faultOf, type Setting, useSetting, type Value } from '../../parts/policy/draft.ts';
import {
  faultText,
  groupTitle,
  isMeant,
  settingLabel,
  settingMeans,
  valueText,
} from '../../parts/policy/setting-text.ts';
import { formatNumber, plural, t } from '../../text/text.ts';
import { h } from '../text/text.ts';

/** Whether there is a change, and each has a value that a branch can take. */
export const isWhole = (changes: Draft, { settings }: HubPolicySettings): boolean =>
  Object.keys(changes).length > 0 &&
  settings.every(
    (setting) => !Object.hasOwn(changes, setting.path) || !faultOf(setting, changes[setting.path] ?? null),
  );

interface PolicyChangesProps {
  known: HubPolicySettings;
  /** The new values, by path. */
  changes: Draft;
  onChange: (changes: Draft) => void;
}

/** The changes of a policy, each of a setting that is picked from all that exist. */
export function PolicyChanges({ known, changes, onChange }: PolicyChangesProps) {
  const chosen = known.settings.filter(({ path }) => Object.hasOwn(changes, path));
  const form = useMemo(
    () => ({
      draft: changes,
      set: (setting: Setting, value: Value) => onChange({ ...changes, [setting.path]: value }),
    }),
    [changes, onChange],
  );
  return (
    <fieldset>
      <legend>{h('rollouts.changes')}</legend>
      <FormContext.Provider value={form}>
        {chosen.map((setting) => (
          <Change
            key={setting.path}
            setting={setting}
            onRemove={() => {
              const { [setting.path]: _, ...others } = changes;
              onChange(others);
            }}
          />
        ))}
      </FormContext.Provider>
      <Picker
        known={known}
        taken={changes}
        onPick={(setting) => onChange({ ...changes, [setting.path]: setting.default })}
      />
    </fieldset>
  );
}

function Change({ setting, onRemove }: { setting: Setting; onRemove: () => void }) {
  const id = useId();
  const { fault } = useSetting(setting);
  const { min, max, unit } = setting;
  const label = settingLabel(setting.path);
  const hasLabel = setting.kind !== 'list' || setting.options === null;
  return (
    <div class="setting stack">
      <div class="setting-words">
        {hasLabel ? <label for={id}>{label}</label> : <strong>{label}</strong>}
        <p class="hint" id={`${id}-means`}>
          {settingMeans(setting)}
        </p>
      </div>
      <div class="setting-control">
        <div class="setting-value gap-8 row">
          <Control setting={setting} id={id} describedBy={`${id}-means ${id}-fault`} />
          {setting.kind === 'number' && unit !== null && <span class="faint small">{t(`policy.unit_${unit}`)}</span>}
          <IconButton icon="trash" label={h('rollouts.leave_out', { name: label })} onClick={onRemove} />
        </div>
        <p class="field-error" id={`${id}-fault`}>
          {fault && faultText(fault)}
        </p>
        <p class="setting-markers small faint row wrap">
          {min !== null && max !== null && (
            <span>{t('policy.bounds', { min: formatNumber(min, 4), max: formatNumber(max, 4) })}</span>
          )}
          <span>{t('policy.default', { value: valueText(setting.default, setting) })}</span>
        </p>
      </div>
    </div>
  );
}

const ALL = '';

interface PickerProps {
  known: HubPolicySettings;
  /** What is chosen already. */
  taken: Draft;
  onPick: (setting: Setting) => void;
}

/** Finds a setting by its words or its group. */
function Picker({ known, taken, onPick }: PickerProps) {
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState(ALL);
  const words = search.trim();
  const isAsked = words !== '' || group !== ALL;
  const found = known.settings.filter(
    (setting) =>
      isAsked &&
      !Object.hasOwn(taken, setting.path) &&
      (group === ALL || setting.group === group) &&
      (words === '' || isMeant(setting, words)),
  );
  return (
    <div class="hub-picker">
      <div class="hub-filter">
        <Field label={h('rollouts.add_setting')}>
          <input
            type="search"
            autocomplete="off"
            placeholder={t('policy.search')}
            value={search}
            onInput={typing(setSearch)}
            // Enter would send the whole form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Field>
        <Field label={h('rollouts.group')}>
          <select value={group} onChange={(event) => setGroup(typed(event))}>
            <Options
              of={[[ALL, h('records.any')], ...known.groups.map((one) => [one.name, groupTitle(one)] as const)]}
            />
          </select>
        </Field>
      </div>
      <p class="small faint" role="status">
        {isAsked && plural('policy.found', found.length)}
      </p>
      {found.length > 0 && (
        <ul class="hub-found" aria-label={h('rollouts.add_setting')}>
          {found.map((setting) => (
            <li key={setting.path}>
              <button type="button" class="bare" onClick={() => onPick(setting)}>
                <strong>{settingLabel(setting.path)}</strong>
                <span class="small faint">{settingMeans(setting)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says in words which value each setting gets. */
export function ChangesInWords({ changes, known }: { changes: Draft; known: HubPolicySettings | null }) {
  return (
    <ul class="hub-words-list">
      {Object.entries(changes).map(([path, value]) => {
        const setting = known?.settings.find((one) => one.path === path);
        return (
          <li key={path}>
            {h('rollouts.set_to', {
              setting: settingLabel(path),
              value: valueText(value, setting ?? { path, unit: null }),
            })}
          </li>
        );
      })}
    </ul>
  );
}
