import { useState } from 'preact/hooks';
import type { SettingsAnswer } from '../../../server/contract/settings.ts';
import { ROLES } from '../../../server/vocabulary/roles.ts';
import { patch, useGet } from '../../client/api.ts';
import { refreshSession } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Checks, CODE, Field, FormDialog, typing } from '../../parts/form.tsx';
import { Loaded, Section, toast } from '../../parts/page.tsx';
import { PathField } from '../../parts/path-field.tsx';
import { Codes, Table } from '../../parts/values.tsx';
import { locale } from '../../text/locale.ts';
import { formatNumber, t, textFor } from '../../text/text.ts';

/** The settings that can change while the appliance runs, and those that the environment fixes. */
export function Settings({ onChange }: { onChange: () => void }) {
  const settings = useGet(SETTINGS_PATH);
  const [changing, setChanging] = useState<SettingName | null>(null);
  return (
    <Section title={t('label.settings')} id="settings">
      <p class="faint">{t('settings.why')}</p>
      <Loaded of={settings}>
        {(answer) => (
          <>
            <Table
              caption={t('label.settings')}
              rows={SETTING_NAMES}
              keyOf={(name) => name}
              columns={[
                [t('label.setting'), (name) => t(`settings.${name}`)],
                [t('label.in_force'), (name) => <Value name={name} of={answer} />],
                [
                  t('action.change'),
                  (name) =>
                    answer.fixed_by[name] === undefined ? (
                      <Button
                        aria-label={t('settings.change_of', { name: t(`settings.${name}`) })}
                        onClick={() => setChanging(name)}
                        label={t('action.change')}
                      />
                    ) : (
                      <span class="small faint">{t('settings.fixed', { variable: answer.fixed_by[name] })}</span>
                    ),
                ],
              ]}
            />
            {changing && (
              <SettingDialog
                name={changing}
                settings={answer}
                onClose={() => setChanging(null)}
                onDone={(after) => {
                  settings.set(after);
                  toast(t('settings.done'));
                  // The operator who changed it may now need a second factor.
                  if (changing === 'second_factor') void refreshSession();
                  onChange();
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Value({ name, of: { values } }: { name: SettingName; of: SettingsAnswer }) {
  const value = values[name];
  if (value === null || (Array.isArray(value) && value.length === 0))
    return <span class="faint">{t('label.none')}</span>;
  if (typeof value === 'number') return <>{formatNumber(value)}</>;
  if (name === 'languages' || name === 'second_factor')
    return <>{values[name].map((one) => choiceLabel(name, one)).join(', ')}</>;
  return <Codes of={[value].flat()} class="system-file breaks" />;
}

const SETTINGS_PATH = '/v1/system/settings';

/** How each setting is entered. */
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

type SettingName = keyof typeof FORMS;
const SETTING_NAMES = Object.keys(FORMS) as SettingName[];

interface SettingDialogProps {
  name: SettingName;
  settings: SettingsAnswer;
  onDone: (settings: SettingsAnswer) => void;
  onClose: () => void;
}

/** Changes one setting. An empty value restores the default. */
function SettingDialog({ name, settings, onDone, onClose }: SettingDialogProps) {
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
      onSubmit={async () => onDone(await patch(SETTINGS_PATH, { [name]: lines.length === 0 ? null : change }))}
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
          <Checks
            options={(name === 'languages' ? settings.languages_available : ROLES).map((one) => [
              one,
              choiceLabel(name, one),
            ])}
            chosen={lines}
            onChange={(chosen) => setValue(chosen.join('\n'))}
          />
        </fieldset>
      )}
    </FormDialog>
  );
}

/** Returns the label of a setting's option. */
function choiceLabel(name: SettingName, one: string): string {
  return name === 'languages' ? languageName(one) : (textFor(`role.${one}`) ?? one);
}

/** Returns the name of a language by its tesseract code; the code if there is no name. */
function languageName(code: string): string {
  const names = new Intl.DisplayNames(locale.value === 'fr' ? 'fr' : 'en', { type: 'language', fallback: 'none' });
  try {
    return names.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}
