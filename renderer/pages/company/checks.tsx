import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { Icon } from '../../parts/button.tsx';
import { CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { HitCard, SearchedLists } from '../../parts/hit-card.tsx';
import { Section } from '../../parts/page.tsx';
import type { Mattering, RecordPart } from '../../parts/record-head.ts';
import { factList, Pill, Table, type Tone } from '../../parts/values.tsx';
import {
  checkLabel,
  fieldLabel,
  fieldValue,
  formatCountry,
  formatDay,
  formatNumber,
  formatShare,
  plural,
  sourceLabel,
  t,
  textFor,
  topicLabel,
} from '../../text/text.ts';
import { isOpen } from './parties.ts';

const LIST_CHECKS = ['sanctions', 'watchlists', 'pep', 'adverse_media'] as const;

type HitsProps = RecordPart<KybVerificationAnswer, 'kyb'> & { names: ReadonlyMap<string, string> };

/** Shows the hits on the company's parties with explanations, and the lists that were searched. */
export function Hits({ path, record, names, mattering, onReload }: HitsProps) {
  const checks = LIST_CHECKS.map((name) => ({ name, ...record.checks[name] }));
  const lists = new Map(checks.flatMap(({ datasets }) => datasets).map((list) => [list.id, list]));
  const notes = checks.flatMap(({ findings }) => findings).filter(({ code }) => !code.startsWith('hit_'));
  // Open hits come first, the highest scores at the top.
  const hits = record.hits.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.score - a.score);
  return (
    <Section title={t('check.watchlists')} id="hits">
      <ul class="list-checks">
        {checks.map((check) => (
          <li key={check.name}>
            {checkLabel(check.name)} <CheckPill check={check} mattering={mattering} ran={check.datasets.length > 0} />
          </li>
        ))}
      </ul>
      {hits.length === 0 && checks.some(({ passed }) => passed !== null) && <p class="faint">{t('company.no_hits')}</p>}
      {hits.map((hit) => (
        <HitCard
          key={hit.id}
          hit={hit}
          asked={names.get(hit.party) ?? null}
          party={t('company.hit_of', { name: names.get(hit.party) ?? hit.party })}
          decide={can('kyb:review') && { path: `${path}/hits/${encodeURIComponent(hit.id)}`, onDecided: onReload }}
        />
      ))}
      <FindingList class="after" findings={notes} mattering={mattering} />
      <div class="after">
        <SearchedLists lists={[...lists.values()]} />
      </div>
    </Section>
  );
}

const TONES = { low: 'good', medium: 'warn', high: 'bad' } as const;

/** Shows the risk level and its factors. */
export function Risk({ risk }: Pick<KybVerificationAnswer, 'risk'>) {
  if (!risk) {
    return (
      <Section title={t('check.risk')} id="risk">
        <p class="faint">{t('risk.none')}</p>
      </Section>
    );
  }
  return (
    <Section
      title={t('check.risk')}
      id="risk"
      actions={<Pill tone={TONES[risk.level]}>{t(`risk.level.${risk.level}`)}</Pill>}
    >
      <p class="risk-score">
        <strong>{formatNumber(risk.score)}</strong>{' '}
        <span class="faint">{t('risk.of', { max: formatNumber(100) })}</span>
      </p>
      {risk.factors.length === 0 ? (
        <p class="faint">{t('risk.no_factors')}</p>
      ) : (
        <Table
          caption={t('risk.factors')}
          rows={risk.factors.map((factor, i) => ({
            ...factor,
            key: `${factor.factor}${i}`,
            words: factorWords(factor),
          }))}
          keyOf={({ key }) => key}
          columns={[
            [t('risk.factor'), ({ words }) => words.label],
            [t('risk.value'), ({ words }) => <span dir="auto">{words.value}</span>],
            [t('label.points'), ({ points }) => formatNumber(points), 'numeric'],
          ]}
        />
      )}
      <p class="small faint">{t('risk.version', { version: risk.version })}</p>
    </Section>
  );
}

type Factor = NonNullable<KybVerificationAnswer['risk']>['factors'][number];

/** Returns the text and value of a risk factor; the appliance's own text if the console does not know the factor. */
export function factorWords({ factor, value, message }: Factor): { label: string; value: string } {
  const label = textFor(`risk.factor.${factor}`);
  return label === null
    ? { label: factor.replaceAll('_', ' '), value: message }
    : { label, value: valueWords(factor, value) };
}

function valueWords(factor: string, value: string): string {
  if (factor.endsWith('country')) return formatCountry(value);
  if (factor === 'hits') return topicLabel(value);
  if (factor === 'ownership_layers') return formatNumber(Number(value));
  const days = /^under (\d+) days$/.exec(value)?.[1];
  if (factor === 'age' && days !== undefined) return t('risk.under_days', { days: formatNumber(Number(days)) });
  return textFor(`risk.value.${value.replaceAll(/\W+/g, '_')}`) ?? value.replaceAll('_', ' ');
}

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

/** Compares submitted data with a register's data, field by field. */
export function RegistrySection({ check, mattering }: { check: Registry; mattering: Mattering }) {
  const { record, comparisons, findings, datasets } = check;
  return (
    <Section
      title={t('registry.title')}
      id="registry"
      actions={<CheckPill check={check} mattering={mattering} ran={datasets.length > 0} />}
    >
      {record ? <RecordFacts record={record} /> : <p class="faint">{t('registry.none')}</p>}
      {comparisons.length > 0 && <Comparisons rows={comparisons} />}
      <FindingList
        class="after"
        findings={findings}
        mattering={mattering}
        where={({ field }) => field && fieldLabel(field)}
      />
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
    [t('field.register'), `${register.name}, ${t('hit.version', { version: register.version })}`],
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
        {t(agrees ? 'hit.agrees' : 'label.differs')}
      </span>
      {score !== undefined && score < 1 && (
        <div class="small faint">{t('registry.similarity', { score: formatShare(score) })}</div>
      )}
    </>
  );
}
