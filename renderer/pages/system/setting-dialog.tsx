import { useState } from 'preact/hooks';
import type { SettingsAnswer } from '../../../server/contract/settings.ts';
import { patch } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Check, CODE, Field, typing } from '../../parts/field.tsx';
import { PathField } from '../../parts/path-field.tsx';
import { locale } from '../../text/locale.ts';
import { t, textFor } from '../../text/text.ts';

import { ROLES } from '../operators/operator.ts';

export const SETTINGS_PATH = '/v1/system/settings';

/** How each setting is written. */
const FORMS = {
  backup_dir: 'path',
  backup_keys_dir: 'path',
  backup_interval_hours: 'number',
  backup_keep: 'number',
  lists_inbox: 'path',
  webhook_allow: 'lines',
  update_keys: 'lines',
  languages: 'choice',
  second_factor: 'choice',
} as const satisfies Record<keyof SettingsAnswer['values'], string>;

export type SettingName = keyof typeof FORMS;
export const SETTING_NAMES = Object.keys(FORMS) as SettingName[];

interface SettingDialogProps {
  name: SettingName;
  settings: SettingsAnswer;
  onDone: (settings: SettingsAnswer) => void;
  onClose: () => void;
}

/** Changes one setting. What is emptied goes back to what holds where nothing is set. */
export function SettingDialog({ name, settings, onDone, onClose }: SettingDialogProps) {
  const [value, setValue] = useState([settings.values[name] ?? ''].flat().join('\n'));
  const about = { label: t(`settings.${name}`), hint: t(`settings.${name}_hint`) };
  const lines = value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const change = FORMS[name] === 'number' ? Number(value) : FORMS[name] === 'path' ? value.trim() : lines;
  return (
    <FormDialog
      title={t('settings.change_of', { name: about.label })}
      submitLabel={t('action.change')}
      onClose={onClose}
      onSubmit={async () =>
        onDone(await patch<SettingsAnswer>(SETTINGS_PATH, { [name]: lines.length === 0 ? null : change }))
      }
    >
      {FORMS[name] === 'path' && (
        <PathField {...about} kind="open_folder" required={false} value={value} onInput={setValue} />
      )}
      {FORMS[name] === 'number' && (
        <Field {...about}>
          <input type="number" min={1} value={value} onInput={typing(setValue)} />
        </Field>
      )}
      {FORMS[name] === 'lines' && (
        <Field {...about}>
          <textarea {...CODE} rows={4} value={value} onInput={typing(setValue)} />
        </Field>
      )}
      {FORMS[name] === 'choice' && (
        <fieldset>
          <legend>{about.hint}</legend>
          {(name === 'languages' ? settings.languages_available : ROLES).map((one) => (
            <Check
              key={one}
              label={choiceLabel(name, one)}
              checked={lines.includes(one)}
              onChange={(on) => setValue((on ? [...lines, one] : lines.filter((other) => other !== one)).join('\n'))}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

/** What is chosen of a setting, in words. */
export function choiceLabel(name: SettingName, one: string): string {
  return name === 'languages' ? languageName(one) : (textFor(`role.${one}`) ?? one);
}

/** The name of a language by tesseract's code; the code where nobody has a name for it. */
function languageName(code: string): string {
  const names = new Intl.DisplayNames(locale.value === 'fr' ? 'fr' : 'en', { type: 'language', fallback: 'none' });
  try {
    return names.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}
