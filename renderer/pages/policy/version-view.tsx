import type { PolicyAnswer, PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { useGet } from '../../client/resource.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { saveBlob } from '../../parts/download.ts';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Facts, Hash, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { ChangeTable } from './change-table.tsx';
import type { Setting } from './draft.ts';
import { groupTitle } from './groups.tsx';
import { settingLabel, valueText } from './setting-text.ts';

/** One version with all of its values. */
export function VersionView({ version, settings }: { version: string; settings: PolicySettingsAnswer }) {
  const policy = useGet<PolicyAnswer>(`/v1/policies/${encodeURIComponent(version)}`);
  return (
    <>
      <p class="version-back">
        <ButtonLink icon="left" look="quiet" href="/policy?view=versions">
          {t('policy.back')}
        </ButtonLink>
      </p>
      <Loaded of={policy}>{(found) => <Whole policy={found} settings={settings} />}</Loaded>
    </>
  );
}

function Whole({ policy, settings }: { policy: PolicyAnswer; settings: PolicySettingsAnswer }) {
  const { version, changes, note } = policy;
  return (
    <>
      <Section title={t('policy.version', { version })} actions={<JsonButton policy={policy} />} id="version">
        <Facts
          items={[
            [t('label.made'), <When key="at" at={policy.created_at} />],
            [
              t('policy.maker'),
              policy.created_by ? (policy.created_by.name ?? policy.created_by.id) : t('actor.system'),
            ],
            [t('label.why'), note],
            [t('policy.hash'), <Hash key="hash" hex={policy.sha256} />],
          ]}
        />
        {changes.length > 0 && (
          <ChangeTable label={t('policy.version', { version })} changes={changes} settings={settings.settings} isPast />
        )}
      </Section>
      {settings.groups.map((group) => {
        const of = settings.settings.filter((setting) => setting.group === group.name);
        if (of.length === 0) return null;
        return (
          <Section key={group.name} title={groupTitle(group)} id={`values-${group.name}`}>
            <Facts items={of.map((setting) => [settingLabel(setting.path), textIn(policy, setting)])} />
          </Section>
        );
      })}
      <details class="version-json">
        <summary>{t('policy.json')}</summary>
        <pre tabIndex={0} dir="ltr">
          {JSON.stringify(policy.policy, null, 2)}
        </pre>
      </details>
    </>
  );
}

/** The value of that version; a setting of a list that came later has none. */
const textIn = ({ values }: PolicyAnswer, setting: Setting): string => valueText(values[setting.path], setting);

function JsonButton({ policy }: { policy: PolicyAnswer }) {
  const save = (): void => {
    const text = JSON.stringify(policy.policy, null, 2);
    saveBlob(new Blob([text], { type: 'application/json' }), `custos-policy-${policy.version}.json`);
  };
  return (
    <Button icon="download" onClick={save}>
      {t('policy.download')}
    </Button>
  );
}
