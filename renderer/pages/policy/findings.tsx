import { useContext, useState } from 'preact/hooks';
import { Options, typed } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { formatNumber } from '../../text/format.ts';
import { plural, t } from '../../text/text.ts';
import { reasonText } from '../../text/words.ts';
import { Control } from './control.tsx';
import type { Setting } from './draft.ts';
import { FormContext, useSetting } from './form.ts';
import { Undo } from './setting-row.tsx';
import { fixedText, settingMeans } from './setting-text.ts';

const SHOWN = ['any', 'fail', 'review', 'info', 'changed'] as const;
type Shown = (typeof SHOWN)[number];

/** What each finding does to a record. */
export function Findings({ settings }: { settings: readonly Setting[] }) {
  const { draft } = useContext(FormContext);
  const [shown, setShown] = useState<Shown>('any');
  const countOf = (one: Shown): string => formatNumber(settings.filter((setting) => isShown(setting, one)).length);
  const rows = settings.filter((setting) => isShown(setting, shown));
  return (
    <>
      <p class="findings-filter">
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

function Finding({ setting }: { setting: Setting }) {
  const code = setting.path.slice(setting.path.indexOf('.') + 1);
  return (
    <>
      <span class="finding-name">{reasonText(code)}</span>
      <span class="finding-means">{settingMeans(setting)}</span>
      <code class="finding-code">{code}</code>
      {setting.fixed !== null && <span class="finding-means">{fixedText(setting.fixed)}</span>}
    </>
  );
}

function Severity({ setting }: { setting: Setting }) {
  const { isEdited, isDefault } = useSetting(setting);
  return (
    <>
      <div class="matrix-cell">
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
