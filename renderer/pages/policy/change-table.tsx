import type { PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import { Pill } from '../../parts/pill.tsx';
import { t } from '../../text/text.ts';
import type { Setting } from './draft.ts';
import { settingLabel, valueText } from './setting-text.ts';

type Change = PolicyVersionAnswer['changes'][number] & { mark?: string | null };

interface ChangeTableProps {
  label: string;
  changes: readonly Change[];
  settings: readonly Setting[];
  /** Of a version that was made, not of one that is to be. */
  isPast: boolean;
}

/** Settings with the value before and the value after. */
export function ChangeTable({ label, changes, settings, isPast }: ChangeTableProps) {
  return (
    <div class="change-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('policy.setting')}</th>
            <th scope="col">{t(isPast ? 'policy.was' : 'policy.now')}</th>
            <th scope="col">{t(isPast ? 'policy.became' : 'policy.new')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, from, to, mark }) => {
            const setting = settings.find((one) => one.path === path);
            return (
              <tr key={path}>
                <th scope="row">
                  {setting ? settingLabel(path) : <code>{path}</code>} {mark && <Pill tone="warn">{mark}</Pill>}
                </th>
                <td>
                  <del>{valueText(from, setting)}</del>
                </td>
                <td>
                  <ins>{valueText(to, setting)}</ins>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
