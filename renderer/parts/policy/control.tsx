import type { InputHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import { countriesTyped } from '../../text/country-codes.ts';
import { formatTag } from '../../text/locale.ts';
import { formatNumber, t } from '../../text/text.ts';
import { Icon, IconButton } from '../button.tsx';
import { Check, Options, typed, typing } from '../form.tsx';
import { Pill } from '../values.tsx';
import { numberTyped, type Setting, useSetting, type Value } from './draft.ts';
import {
  faultText,
  fixedText,
  nothingText,
  optionText,
  settingLabel,
  settingMeans,
  valueText,
} from './setting-text.ts';
import './control.css';

interface ControlProps {
  setting: Setting;
  /** The id of the element with its label, if there is one; otherwise the label is only for screen readers. */
  id?: string;
  describedBy?: string;
}

/** The form control of a setting; only the value if it cannot be changed. */
export function Control({ setting, id, describedBy }: ControlProps) {
  const { value, set, fault } = useSetting(setting);
  if (!set) return <Fixed setting={setting} value={value} />;
  const named = {
    ...(id === undefined ? { 'aria-label': settingLabel(setting.path) } : { id }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    ...(fault && { 'aria-invalid': true as const }),
  };
  switch (setting.kind) {
    case 'boolean':
      return (
        <input
          {...named}
          type="checkbox"
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'enum':
      return (
        <select {...named} value={String(value)} onChange={typing(set)}>
          <Options of={setting.options?.map((option) => [option, valueText(option)]) ?? []} />
        </select>
      );
    case 'number':
      return <NumberField named={named} setting={setting} value={value} set={set} />;
    case 'list':
      return setting.options ? (
        <Choices setting={setting} value={listOf(value)} set={set} />
      ) : (
        <input
          {...named}
          dir="ltr"
          autocapitalize="characters"
          autocomplete="off"
          value={listOf(value).join(' ')}
          onChange={(event) => set(countriesTyped(typed(event)))}
        />
      );
  }
}

interface NumberFieldProps {
  named: Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'>;
  setting: Setting;
  value: Value;
  set: (next: Value) => void;
}

/** Keeps the text as typed: a browser's number field drops the point of `0.` before its next digit is typed. */
function NumberField({ named, setting: { nullable, path }, value, set }: NumberFieldProps) {
  const [text, setText] = useState('');
  return (
    <input
      {...named}
      class="setting-number"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      dir="ltr"
      placeholder={nullable ? nothingText(path) : ''}
      value={Object.is(numberTyped(text, nullable), value) ? text : numberText(value)}
      onInput={(event) => {
        setText(typed(event));
        set(numberTyped(typed(event), nullable));
      }}
    />
  );
}

/** Formats a number for typing: without thousands separators, in digits that `numberTyped` reads. */
function numberText(value: Value): string {
  if (typeof value !== 'number' || Number.isNaN(value)) return '';
  const format = { useGrouping: false, maximumFractionDigits: 20, numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(formatTag(), format).format(value);
}

function Choices({ setting, value, set }: { setting: Setting; value: readonly string[]; set: (next: Value) => void }) {
  return (
    <fieldset class="setting-choices" aria-label={settingLabel(setting.path)}>
      {setting.options?.map((option) => {
        const always = setting.always?.includes(option) ?? false;
        return (
          <Check
            key={option}
            label={[optionText(option), ' ', always && <span class="faint small">{t('policy.always')}</span>]}
            checked={value.includes(option)}
            disabled={always}
            onChange={(on) => set(on ? [...value, option] : value.filter((one) => one !== option))}
          />
        );
      })}
    </fieldset>
  );
}

function Fixed({ setting, value }: { setting: Setting; value: Value }) {
  return (
    <span class="setting-fixed gap-6 inline" title={setting.fixed === null ? '' : fixedText(setting.fixed)}>
      {valueText(value, setting)}
      {setting.fixed !== null && (
        <>
          <Icon name="lock" />
          <span class="unseen">{t('policy.fixed')}</span>
        </>
      )}
    </span>
  );
}

const listOf = (value: Value): readonly string[] => (Array.isArray(value) ? value : []);

/** Shows one setting: its name, its value, its limits, and whether it has the default. */
export function SettingRow({ setting }: { setting: Setting }) {
  const id = useId();
  const { fault, isEdited, set } = useSetting(setting);
  const hasLabel = setting.kind !== 'list' || setting.options === null;
  return (
    <div class={isEdited ? 'setting stack edited' : 'setting stack'}>
      <div class="setting-words">
        {hasLabel ? (
          <label for={id}>{settingLabel(setting.path)}</label>
        ) : (
          <strong>{settingLabel(setting.path)}</strong>
        )}
        <p class="hint" id={`${id}-means`}>
          {settingMeans(setting)}
        </p>
        {setting.fixed !== null && <p class="hint">{fixedText(setting.fixed)}</p>}
      </div>
      <div class="setting-control">
        <div class="setting-value gap-8 row">
          <Control setting={setting} id={id} describedBy={`${id}-means ${id}-fault`} />
          {set && setting.kind === 'number' && setting.unit !== null && (
            <span class="faint small">{t(`policy.unit_${setting.unit}`)}</span>
          )}
          <Undo setting={setting} />
        </div>
        <p class="field-error" id={`${id}-fault`}>
          {fault && faultText(fault)}
        </p>
        <Markers setting={setting} />
      </div>
    </div>
  );
}

function Markers({ setting }: { setting: Setting }) {
  const { isDefault, isEdited } = useSetting(setting);
  const { min, max } = setting;
  return (
    <p class="setting-markers small faint row wrap">
      {min !== null && max !== null && (
        <span>{t('policy.bounds', { min: formatNumber(min, 4), max: formatNumber(max, 4) })}</span>
      )}
      {isDefault ? null : <span>{t('policy.default', { value: valueText(setting.default, setting) })}</span>}
      {isEdited ? (
        <Pill tone="busy">{t('policy.edited')}</Pill>
      ) : (
        !isDefault && <Pill tone="warn">{t('policy.not_default')}</Pill>
      )}
    </p>
  );
}

/** Discards an unsaved change; resets a saved value to the default. */
export function Undo({ setting }: { setting: Setting }) {
  const { isDefault, isEdited, set } = useSetting(setting);
  if (!set || (!isEdited && isDefault)) return null;
  const to = isEdited ? setting.value : setting.default;
  const text = { value: valueText(to, setting) };
  return (
    <IconButton
      icon="rotate"
      label={isEdited ? t('policy.undo', text) : t('policy.to_default', text)}
      onClick={() => set(to)}
    />
  );
}
