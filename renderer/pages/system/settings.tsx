import { useState } from 'preact/hooks';
import type { SettingsAnswer } from '../../../server/contract/settings.ts';
import { get } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { refreshSession } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { choiceLabel, SETTING_NAMES, SETTINGS_PATH, SettingDialog, type SettingName } from './setting-dialog.tsx';

/** What of the configuration is changed while the appliance runs, and what the environment fixes. */
export function Settings({ onChange }: { onChange: () => void }) {
  const settings = useResource((signal) => get<SettingsAnswer>(SETTINGS_PATH, signal), []);
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
                      >
                        {t('action.change')}
                      </Button>
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
                  // Whoever did it may need a second factor now.
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
  return (
    <>
      {[value].flat().map((line) => (
        <code key={line} dir="ltr" class="system-file">
          {line}
        </code>
      ))}
    </>
  );
}
