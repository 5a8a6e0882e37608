import { Icon } from '../../parts/icon.tsx';
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
    <div class="table-frame" tabIndex={0} role="region" aria-label={t(`policy.group_${table}`)}>
      <table class="matrix">
        <caption class="unseen">{t(`policy.group_${table}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(table === 'topics' ? 'policy.topic' : 'policy.list')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`policy.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([row, of]) => (
            <tr key={row}>
              <th scope="row">{table === 'topics' ? topicLabel(row) : <code>{row}</code>}</th>
              {columns.map((column) => (
                <td key={column}>
                  <Cell setting={of.find(({ path }) => columnOf(path)?.column === column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FixedWhy settings={settings} />
    </div>
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
