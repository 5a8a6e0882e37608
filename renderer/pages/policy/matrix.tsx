import { Icon } from '../../parts/icon.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { t } from '../../text/text.ts';
import { topicLabel } from '../../text/words.ts';
import { Control } from './control.tsx';
import type { Setting } from './draft.ts';
import { useSetting } from './form.ts';
import { Undo } from './setting-row.tsx';
import { columnOf, faultText, fixedText } from './setting-text.ts';

const COLUMNS = ['counts', 'fails', 'possible_from', 'confirmed_from'] as const;

/** The settings of each topic, or of each list, as a table. */
export function Matrix({ table, settings }: { table: 'topics' | 'lists'; settings: readonly Setting[] }) {
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
              ([, of]) => <Cell setting={of.find(({ path }) => columnOf(path)?.column === column)} />,
            ],
          ),
        ]}
      />
      <FixedWhy settings={settings} />
    </>
  );
}

function Cell({ setting }: { setting: Setting | undefined }) {
  return setting ? <SettingCell setting={setting} /> : null;
}

function SettingCell({ setting }: { setting: Setting }) {
  const { fault, isEdited, isDefault } = useSetting(setting);
  return (
    <div class={isEdited ? 'matrix-cell edited' : 'matrix-cell'}>
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

/** Why some of them cannot be changed, once each. */
function FixedWhy({ settings }: { settings: readonly Setting[] }) {
  const whys = [...new Set(settings.map(({ fixed }) => fixed).filter((fixed) => fixed !== null))];
  return (
    <>
      {whys.map((why) => (
        <p key={why} class="small faint matrix-why">
          <Icon name="lock" /> {fixedText(why)}
        </p>
      ))}
    </>
  );
}
