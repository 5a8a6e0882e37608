import { Fragment } from 'preact';
import type { PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { can } from '../../client/session.ts';
import { Section } from '../../parts/page.tsx';
import { ThresholdPreview } from '../../parts/threshold-preview.tsx';
import { t, textFor } from '../../text/text.ts';
import type { Setting } from './draft.ts';
import { Findings } from './findings.tsx';
import { useSetting } from './form.ts';
import { Matrix } from './matrix.tsx';
import { SettingRow } from './setting-row.tsx';

const POSSIBLE_FROM = 'screening.possible_from';
const PREVIEW_MAX = 0.99;

/** The title of a group of settings. */
export const groupTitle = ({ name, title }: PolicySettingsAnswer['groups'][number]): string =>
  textFor(`policy.group_${name}`) ?? title;

/** The settings of one group. */
export function Group({ group, settings }: { group: PolicySettingsAnswer['groups'][number]; settings: Setting[] }) {
  return (
    <Section title={groupTitle(group)} id={`group-${group.name}`}>
      <GroupBody name={group.name} settings={settings} />
    </Section>
  );
}

function GroupBody({ name, settings }: { name: string; settings: Setting[] }) {
  if (name === 'topics' || name === 'lists') {
    return (
      <>
        <p class="hint group-why">{t(`policy.${name}_why`)}</p>
        <Matrix table={name} settings={settings} />
      </>
    );
  }
  if (name === 'findings') {
    return (
      <>
        <p class="hint group-why">{t('policy.findings_why')}</p>
        <Findings settings={settings} />
      </>
    );
  }
  return (
    <>
      {settings.map((setting) => (
        <Fragment key={setting.path}>
          <SettingRow setting={setting} />
          {setting.path === POSSIBLE_FROM && can('admin') && <Preview setting={setting} />}
        </Fragment>
      ))}
    </>
  );
}

/** What the common threshold would do to what is stored. */
function Preview({ setting }: { setting: Setting }) {
  const { value, set } = useSetting(setting);
  if (!set || typeof value !== 'number') return null;
  return (
    <details class="setting-preview">
      <summary>{t('policy.preview')}</summary>
      <ThresholdPreview
        list={null}
        value={Math.min(PREVIEW_MAX, value)}
        current={typeof setting.value === 'number' ? setting.value : null}
        onChange={set}
      />
    </details>
  );
}
