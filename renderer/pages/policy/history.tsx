import type { PolicyAnswer, PolicySettingsAnswer, PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import { useGet } from '../../client/api.ts';
import { getPage, useCursorPages } from '../../client/pages.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { saveText } from '../../parts/download.ts';
import { Loaded, Paged, Section } from '../../parts/page.tsx';
import type { Setting } from '../../parts/policy/draft.ts';
import { groupTitle, settingLabel, valueText } from '../../parts/policy/setting-text.ts';
import { factList, Hash, Pill, When } from '../../parts/values.tsx';
import { plural, t } from '../../text/text.ts';
import { ChangeTable } from './change-table.tsx';

const LIMIT = 20;
/** More changes than this are collapsed: a new program version can change hundreds. */
const OPEN_MAX = 12;

type Row = PolicyVersionAnswer & { id: string };

/** Lists every version of the policy, newest first, with its changes and reasons. */
export function History({ settings }: { settings: readonly Setting[] }) {
  const pages = useCursorPages<Row>(async (after, abort) => {
    const page = await getPage('/v1/policies', LIMIT, after, abort);
    return { ...page, data: page.data.map((row) => ({ ...row, id: String(row.version) })) };
  }, []);
  return (
    <Paged of={pages} empty={null}>
      {(rows) => (
        <ol class="versions">
          {rows.map((row) => (
            <li key={row.id}>
              <Version version={row} settings={settings} />
            </li>
          ))}
        </ol>
      )}
    </Paged>
  );
}

function Version({ version: row, settings }: { version: PolicyVersionAnswer; settings: readonly Setting[] }) {
  const { version, changes, note } = row;
  const table = <ChangeTable label={t('policy.version', { version })} changes={changes} settings={settings} isPast />;
  return (
    <article class="section version" aria-labelledby={`version-${version}`}>
      <header class="row gap-8 wrap between">
        <h2 class="row gap-8" id={`version-${version}`}>
          {t('policy.version', { version })} {row.current && <Pill tone="good">{t('label.in_force')}</Pill>}
        </h2>
        <a href={`/policy?version=${version}`}>{t('policy.whole')}</a>
      </header>
      <p class="faint small">
        <When at={row.created_at} /> <Maker version={row} />
      </p>
      {note && <p class="version-note breaks">{note}</p>}
      {changes.length === 0 && <p class="faint">{t('policy.first')}</p>}
      {changes.length > 0 && changes.length <= OPEN_MAX && table}
      {changes.length > OPEN_MAX && (
        <details>
          <summary>{plural('policy.changes', changes.length)}</summary>
          {table}
        </details>
      )}
    </article>
  );
}

/** Shows who created a version. */
export function Maker({ version: { created_by: by } }: { version: Pick<PolicyVersionAnswer, 'created_by'> }) {
  return <>{by ? t('policy.by', { name: by.name ?? by.id }) : t('policy.by_appliance')}</>;
}

/** Shows one version with all of its values. */
export function VersionView({ version, settings }: { version: string; settings: PolicySettingsAnswer }) {
  const policy = useGet(`/v1/policies/${encodeURIComponent(version)}`);
  return (
    <>
      <p class="version-back">
        <ButtonLink icon="left" look="quiet" href="/policy?view=versions" label={t('policy.back')} />
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
        {factList([
          [t('label.made'), <When key="at" at={policy.created_at} />],
          [t('policy.maker'), policy.created_by ? (policy.created_by.name ?? policy.created_by.id) : t('actor.system')],
          [t('label.why'), note],
          [t('policy.hash'), <Hash key="hash" hex={policy.sha256} />],
        ])}
        {changes.length > 0 && (
          <ChangeTable label={t('policy.version', { version })} changes={changes} settings={settings.settings} isPast />
        )}
      </Section>
      {settings.groups.map((group) => {
        const of = settings.settings.filter((setting) => setting.group === group.name);
        if (of.length === 0) return null;
        return (
          <Section key={group.name} title={groupTitle(group)} id={`values-${group.name}`}>
            {factList(of.map((setting) => [settingLabel(setting.path), textIn(policy, setting)]))}
          </Section>
        );
      })}
      <details class="version-json">
        <summary>{t('policy.json')}</summary>
        <pre class="frame" tabIndex={0} dir="ltr">
          {JSON.stringify(policy.policy, null, 2)}
        </pre>
      </details>
    </>
  );
}

/** Returns the value in that version; empty if the setting belongs to a later list. */
const textIn = ({ values }: PolicyAnswer, setting: Setting): string => valueText(values[setting.path], setting);

function JsonButton({ policy: { policy, version } }: { policy: PolicyAnswer }) {
  const save = (): void =>
    saveText(JSON.stringify(policy, null, 2), 'application/json', `custos-policy-${version}.json`);
  return <Button icon="download" onClick={save} label={t('policy.download')} />;
}
