import { useState } from 'preact/hooks';
import { typed } from '../../parts/field.tsx';
import { formatNumber } from '../../text/format.ts';
import { plural, t } from '../../text/text.ts';
import { reasonText } from '../../text/words.ts';
import { Control } from './control.tsx';
import type { Setting } from './draft.ts';
import { useSetting } from './form.ts';
import { Undo } from './setting-row.tsx';
import { fixedText, settingMeans } from './setting-text.ts';

const SHOWN = ['any', 'fail', 'review', 'info', 'changed'] as const;
type Shown = (typeof SHOWN)[number];

/** What each finding does to a record. */
export function Findings({ settings }: { settings: readonly Setting[] }) {
  const [shown, setShown] = useState<Shown>('any');
  const rows = settings.filter((setting) => isShown(setting, shown));
  return (
    <>
      <p class="findings-filter">
        <label>
          {t('policy.severity_filter')}{' '}
          <select value={shown} onChange={(event) => setShown(typed(event) as Shown)}>
            {SHOWN.map((one) => (
              <option key={one} value={one}>
                {t(`policy.severity_${one}`)} ({formatNumber(settings.filter((s) => isShown(s, one)).length)})
              </option>
            ))}
          </select>
        </label>
        <span class="faint small" role="status">
          {plural('policy.found', rows.length)}
        </span>
      </p>
      <div class="table-frame" tabIndex={0} role="region" aria-label={t('policy.group_findings')}>
        <table class="findings-table">
          <caption class="unseen">{t('policy.group_findings')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('policy.finding')}</th>
              <th scope="col">{t('policy.severity')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((setting) => (
              <Row key={setting.path} setting={setting} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ setting }: { setting: Setting }) {
  const { isEdited, isDefault } = useSetting(setting);
  const code = setting.path.slice(setting.path.indexOf('.') + 1);
  return (
    <tr class={isEdited ? 'edited' : ''}>
      <th scope="row">
        <span class="finding-name">{reasonText(code)}</span>
        <span class="finding-means">{settingMeans(setting)}</span>
        <code class="finding-code">{code}</code>
        {setting.fixed !== null && <span class="finding-means">{fixedText(setting.fixed)}</span>}
      </th>
      <td>
        <div class="matrix-cell">
          <Control setting={setting} />
          <Undo setting={setting} />
        </div>
        {!isDefault && !isEdited && <p class="small faint">{t('policy.not_default')}</p>}
      </td>
    </tr>
  );
}

function isShown({ value, default: usual }: Setting, shown: Shown): boolean {
  if (shown === 'any') return true;
  return shown === 'changed' ? value !== usual : value === shown;
}
