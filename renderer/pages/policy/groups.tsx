import { Fragment } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { can } from '../../client/session.ts';
import { Icon } from '../../parts/button.tsx';
import { Options, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Control, SettingRow, Undo } from '../../parts/policy/control.tsx';
import { FormContext, type Setting, useSetting, valueIn } from '../../parts/policy/draft.ts';
import {
  columnOf,
  faultText,
  fixedText,
  groupTitle,
  isReasonDeadline,
  settingMeans,
} from '../../parts/policy/setting-text.ts';
import { ThresholdPreview } from '../../parts/threshold-preview.tsx';
import { type Column, Table } from '../../parts/values.tsx';
import { formatNumber, plural, reasonText, t, topicLabel } from '../../text/text.ts';

const POSSIBLE_FROM = 'screening.possible_from';
const PREVIEW_MAX = 0.99;

/** The settings of one group. */
export function Group({ group, settings }: { group: PolicySettingsAnswer['groups'][number]; settings: Setting[] }) {
  return (
    <Section title={groupTitle(group)} id={`group-${group.name}`}>
      <GroupBody name={group.name} settings={settings} />
    </Section>
  );
}

function GroupBody({ name, settings }: { name: string; settings: Setting[] }) {
  if (name === 'deadlines') return <Deadlines settings={settings} />;
  if (name === 'topics' || name === 'lists' || name === 'findings') {
    return (
      <>
        <p class="hint group-why">{t(`policy.${name}_why`)}</p>
        {name === 'findings' ? <Findings settings={settings} /> : <Matrix table={name} settings={settings} />}
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

/** Shows the effect of the common threshold on stored records. */
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

const COLUMNS = ['counts', 'fails', 'possible_from', 'confirmed_from'] as const;

/** Shows the settings of each topic, or of each list, as a table. */
function Matrix({ table, settings }: { table: 'topics' | 'lists'; settings: readonly Setting[] }) {
  const rows = Map.groupBy(settings, ({ path }) => columnOf(path)?.row ?? '');
  const columns = COLUMNS.filter((column) => settings.some(({ path }) => columnOf(path)?.column === column));
  return (
    <>
      <Table
        class="matrix"
        caption={t(`policy.group_${table}`)}
        rows={[...rows]}
        keyOf={([row]) => row}
        named
        columns={[
          [
            t(table === 'topics' ? 'policy.topic' : 'label.list'),
            ([row]) => (table === 'topics' ? topicLabel(row) : <code>{row}</code>),
          ],
          ...columns.map(
            (column): Column<[string, Setting[]]> => [
              t(`policy.${column}`),
              ([, of]) => {
                const setting = of.find(({ path }) => columnOf(path)?.column === column);
                return setting && <SettingCell setting={setting} />;
              },
            ],
          ),
        ]}
      />
      <FixedWhy settings={settings} />
    </>
  );
}

function SettingCell({ setting }: { setting: Setting }) {
  const { fault, isEdited, isDefault } = useSetting(setting);
  return (
    <div class={isEdited ? 'matrix-cell gap-4 row edited' : 'matrix-cell gap-4 row'}>
      <Control setting={setting} />
      {!isDefault && !isEdited && (
        <span class="matrix-mark" title={t('policy.not_default')}>
          <span aria-hidden="true">•</span>
          <span class="unseen">{t('policy.not_default')}</span>
        </span>
      )}
      <Undo setting={setting} />
      {fault && <p class="field-error">{faultText(fault)}</p>}
    </div>
  );
}

/** Explains why some settings cannot be changed, each reason once. */
function FixedWhy({ settings }: { settings: readonly Setting[] }) {
  const whys = [...new Set(settings.map(({ fixed }) => fixed).filter((fixed) => fixed !== null))];
  return (
    <>
      {whys.map((why) => (
        <p key={why} class="small faint matrix-why gap-6 row">
          <Icon name="lock" /> {fixedText(why)}
        </p>
      ))}
    </>
  );
}

const SHOWN = ['any', 'fail', 'review', 'info', 'changed'] as const;
type Shown = (typeof SHOWN)[number];

/** Shows the effect of each finding on a record. */
function Findings({ settings }: { settings: readonly Setting[] }) {
  const { draft } = useContext(FormContext);
  const [shown, setShown] = useState<Shown>('any');
  const countOf = (one: Shown): string => formatNumber(settings.filter((setting) => isShown(setting, one)).length);
  const rows = settings.filter((setting) => isShown(setting, shown));
  return (
    <>
      <p class="findings-filter gap-12 row">
        <label>
          {t('policy.severity_filter')}{' '}
          <select value={shown} onChange={(event) => setShown(typed(event) as Shown)}>
            <Options of={SHOWN.map((one) => [one, `${t(`policy.severity_${one}`)} (${countOf(one)})`])} />
          </select>
        </label>
        <span class="faint small" role="status">
          {plural('policy.found', rows.length)}
        </span>
      </p>
      <Table
        class="findings-table"
        caption={t('policy.group_findings')}
        rows={rows}
        keyOf={({ path }) => path}
        rowClass={({ path }) => (Object.hasOwn(draft, path) ? 'edited' : '')}
        named
        columns={[
          [t('policy.finding'), (setting) => <Finding setting={setting} />],
          [t('policy.severity'), (setting) => <Severity setting={setting} />],
        ]}
      />
    </>
  );
}

/** Shows the default deadline and the deadline of each reason. */
function Deadlines({ settings }: { settings: readonly Setting[] }) {
  const { draft } = useContext(FormContext);
  const [ownOnly, setOwnOnly] = useState(false);
  const reasons = settings.filter(isReasonDeadline);
  const own = reasons.filter((setting) => valueIn(draft, setting) !== null);
  return (
    <>
      {settings
        .filter((setting) => !isReasonDeadline(setting))
        .map((setting) => (
          <SettingRow key={setting.path} setting={setting} />
        ))}
      <p class="hint group-why">{t('policy.deadlines_why')}</p>
      {reasons.length > 0 && (
        <>
          <p class="findings-filter">
            <label>
              {t('policy.severity_filter')}{' '}
              <select value={String(ownOnly)} onChange={(event) => setOwnOnly(typed(event) === 'true')}>
                <Options
                  of={[
                    ['false', `${t('policy.severity_any')} (${formatNumber(reasons.length)})`],
                    ['true', `${t('policy.deadline_own')} (${formatNumber(own.length)})`],
                  ]}
                />
              </select>
            </label>
          </p>
          <Table
            class="findings-table"
            caption={t('policy.group_deadlines')}
            rows={ownOnly ? own : reasons}
            keyOf={({ path }) => path}
            rowClass={({ path }) => (Object.hasOwn(draft, path) ? 'edited' : '')}
            named
            columns={[
              [t('label.reason'), (setting) => <Finding setting={setting} />],
              [t('policy.deadline'), (setting) => <SettingCell setting={setting} />],
            ]}
          />
        </>
      )}
    </>
  );
}

function Finding({ setting }: { setting: Setting }) {
  const code = setting.path.slice(setting.path.lastIndexOf('.') + 1);
  return (
    <>
      <span class="finding-name medium">{reasonText(code)}</span>
      <span class="finding-means small faint">{settingMeans(setting)}</span>
      <code class="finding-code faint">{code}</code>
      {setting.fixed !== null && <span class="finding-means small faint">{fixedText(setting.fixed)}</span>}
    </>
  );
}

function Severity({ setting }: { setting: Setting }) {
  const { isEdited, isDefault } = useSetting(setting);
  return (
    <>
      <div class="matrix-cell gap-4 row">
        <Control setting={setting} />
        <Undo setting={setting} />
      </div>
      {!isDefault && !isEdited && <p class="small faint">{t('policy.not_default')}</p>}
    </>
  );
}

function isShown({ value, default: usual }: Setting, shown: Shown): boolean {
  if (shown === 'any') return true;
  return shown === 'changed' ? value !== usual : value === shown;
}
