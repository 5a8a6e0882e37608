import { useId } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { Pill } from '../../parts/values.tsx';
import { formatNumber, t } from '../../text/text.ts';
import { Control } from './control.tsx';
import type { Setting } from './draft.ts';
import { useSetting } from './form.ts';
import { faultText, fixedText, settingLabel, settingMeans, valueText } from './setting-text.ts';

/** One setting: what it is, its value, its bounds, and whether it is the default. */
export function SettingRow({ setting }: { setting: Setting }) {
  const id = useId();
  const { fault, isEdited, set } = useSetting(setting);
  const hasLabel = setting.kind !== 'list' || setting.options === null;
  return (
    <div class={isEdited ? 'setting edited' : 'setting'}>
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
        <div class="setting-value">
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
    <p class="setting-markers small faint">
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

/** Takes back what is not saved; of what is, goes back to the default. */
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
