import type { PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import type { Setting } from '../../parts/policy/draft.ts';
import { settingLabel, valueText } from '../../parts/policy/setting-text.ts';
import { Pill, Table } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

type Change = PolicyVersionAnswer['changes'][number] & { mark?: string | null };

interface ChangeTableProps {
  label: string;
  changes: readonly Change[];
  settings: readonly Setting[];
  /** The changes of an existing version, not of a future one. */
  isPast: boolean;
}

/** Shows settings with their old and new values. */
export function ChangeTable({ label, changes, settings, isPast }: ChangeTableProps) {
  const settingOf = ({ path }: Change): Setting | undefined => settings.find((one) => one.path === path);
  return (
    <Table
      frame="change-table"
      caption={label}
      rows={changes}
      keyOf={({ path }) => path}
      named
      columns={[
        [
          t('label.setting'),
          (row) => (
            <>
              {settingOf(row) ? settingLabel(row.path) : <code>{row.path}</code>}{' '}
              {row.mark && <Pill tone="warn">{row.mark}</Pill>}
            </>
          ),
        ],
        [
          t(isPast ? 'policy.was' : 'policy.now'),
          (row) => <del class="faint">{valueText(row.from, settingOf(row))}</del>,
        ],
        [t(isPast ? 'policy.became' : 'policy.new'), (row) => <ins>{valueText(row.to, settingOf(row))}</ins>],
      ]}
    />
  );
}
