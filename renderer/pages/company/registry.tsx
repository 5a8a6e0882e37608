import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { Icon } from '../../parts/button.tsx';
import { CheckPill } from '../../parts/check-list.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import { Table } from '../../parts/table.tsx';
import { factList, Pill, type Tone } from '../../parts/values.tsx';
import { formatDay, formatNumber, formatShare, plural, t } from '../../text/text.ts';
import { fieldLabel, fieldValue, sourceLabel } from '../../text/words.ts';

type Registry = KybVerificationAnswer['checks']['registry'];
type Comparison = Registry['comparisons'][number];
type RegistryRecord = NonNullable<Registry['record']>;

const STATUS_TONES: Readonly<Record<RegistryRecord['status'], Tone>> = {
  active: 'good',
  insolvent: 'bad',
  inactive: 'warn',
  dissolved: 'bad',
  struck_off: 'bad',
  unknown: 'calm',
};

interface RegistryProps {
  check: Registry;
  mattering: Mattering;
}

/** What was submitted beside what a register has, field by field. */
export function RegistrySection({ check, mattering }: RegistryProps) {
  const { record, comparisons, findings, datasets } = check;
  return (
    <Section
      title={t('registry.title')}
      id="registry"
      actions={<CheckPill check={check} mattering={mattering} ran={datasets.length > 0} />}
    >
      {record ? <RecordFacts record={record} /> : <p class="faint">{t('registry.none')}</p>}
      {comparisons.length > 0 && <Comparisons rows={comparisons} />}
      {findings.length > 0 && (
        <div class="after">
          <FindingList findings={findings} mattering={mattering} where={({ field }) => field && fieldLabel(field)} />
        </div>
      )}
      {datasets.length > 0 && (
        <details class="after">
          <summary>{plural('registry.searched', datasets.length)}</summary>
          <ul>
            {datasets.map((set) => (
              <li key={set.id}>
                {set.name}{' '}
                <span class="faint">
                  {t('registry.dataset', { day: formatDay(set.dated), companies: formatNumber(set.companies) })}
                </span>
                {set.stale && <Pill tone="warn">{t('registry.stale')}</Pill>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function RecordFacts({ record }: { record: RegistryRecord }) {
  const { register } = record;
  return factList([
    [t('registry.register'), `${register.name}, ${t('hit.version', { version: register.version })}`],
    [
      fieldLabel('status'),
      <>
        <Pill tone={STATUS_TONES[record.status]}>{t(`registry.status.${record.status}`)}</Pill>{' '}
        {record.status_text && record.status_text !== record.status && <span class="faint">{record.status_text}</span>}
      </>,
    ],
    [t('label.number'), record.number],
    [t('registry.found_by'), t(`registry.by.${record.found_by}`)],
    [t('registry.other_names'), record.other_names.map(({ name }) => name).join(', ')],
    [fieldLabel('legal_form'), record.legal_form],
    [t('registry.dissolved'), record.dissolved_on && formatDay(record.dissolved_on)],
    [t('registry.activities'), record.activities.join(', ')],
  ]);
}

function Comparisons({ rows }: { rows: readonly Comparison[] }) {
  return (
    <Table
      caption={t('registry.comparison')}
      rows={rows}
      keyOf={({ field }) => field}
      columns={[
        [t('fields.field'), ({ field }) => fieldLabel(field)],
        [sourceLabel('submitted'), (row) => <Value row={row} of="submitted" />],
        [sourceLabel('registered'), (row) => <Value row={row} of="registered" />],
        [t('registry.verdict'), (row) => <Verdict row={row} />],
      ]}
    />
  );
}

function Value({ row, of }: { row: Comparison; of: 'submitted' | 'registered' }) {
  const value = row[of];
  return value === null ? <span class="faint">–</span> : <span dir="auto">{fieldValue(row.field, value)}</span>;
}

function Verdict({ row: { agrees, score } }: { row: Comparison }) {
  if (agrees === null) return <span class="faint">{t('registry.not_compared')}</span>;
  return (
    <>
      <span class={agrees ? 'verdict good' : 'verdict bad'}>
        <Icon name={agrees ? 'check' : 'alert'} />
        {t(agrees ? 'registry.agrees' : 'label.differs')}
      </span>
      {score !== undefined && score < 1 && (
        <div class="small faint">{t('registry.likeness', { score: formatShare(score) })}</div>
      )}
    </>
  );
}
