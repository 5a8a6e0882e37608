import { useState } from 'preact/hooks';
import type { StatisticsAnswer } from '../../../server/contract/statistics.ts';
import { useGet } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Bars, type ChartPoint } from '../../parts/chart.tsx';
import { download } from '../../parts/download.ts';
import { Field, FormDialog, Options, typed } from '../../parts/form.tsx';
import { ForbiddenPage, Loaded, Page, Section, toastFailure } from '../../parts/page.tsx';
import { type Column, factList, Table } from '../../parts/values.tsx';
import { locale } from '../../text/locale.ts';
import {
  actorName,
  dateFormat,
  formatDay,
  formatDuration,
  formatNumber,
  plural,
  reasonText,
  reviewReason,
  t,
} from '../../text/text.ts';
import { type Chosen, KINDS, monthBefore, NOTHING_CHOSEN, PERIODS, queryOf } from './period.ts';
import './page.css';

/** Shows how many verifications a period had, and what became of them. */
export default function FiguresPage() {
  return can('audit:read') ? <Figures /> : <ForbiddenPage title={t('nav.figures')} />;
}

function Figures() {
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN);
  const [reporting, setReporting] = useState(false);
  const query = queryOf(chosen) as '' | `?${string}`;
  const figures = useGet(`/v1/statistics${query}`);
  return (
    <Page
      title={t('nav.figures')}
      intro={t('figures.intro')}
      actions={
        <>
          <Button
            icon="download"
            onClick={() =>
              void download(`/v1/statistics/export${query}`, 'custos-statistics.csv', 'text/csv').catch(toastFailure)
            }
            label={t('figures.csv')}
          />
          <Button icon="file" onClick={() => setReporting(true)} label={t('figures.pdf')} />
        </>
      }
    >
      <Chooser chosen={chosen} onChange={setChosen} />
      <Loaded of={figures}>{(answer) => <Shown answer={answer} />}</Loaded>
      {reporting && <ReportDialog chosen={chosen} onClose={() => setReporting(false)} />}
    </Page>
  );
}

function Chooser({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const set = (change: Partial<Chosen>): void => onChange({ ...chosen, ...change });
  return (
    <fieldset class="figures-chooser flex wrap" aria-label={t('figures.period')}>
      <label class="stack gap-2">
        <span class="small faint">{t('figures.period')}</span>
        <select value={chosen.period} onChange={(event) => set({ period: typed(event) as Chosen['period'] })}>
          <Options of={PERIODS.map((period) => [period, t(`figures.${period}`)])} />
        </select>
      </label>
      {chosen.period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <label key={end} class="stack gap-2">
            <span class="small faint">{t(`label.${end}`)}</span>
            <input type="date" value={chosen[end]} onChange={(event) => set({ [end]: typed(event) })} />
          </label>
        ))}
      <label class="stack gap-2">
        <span class="small faint">{t('label.kind')}</span>
        <select value={chosen.kind} onChange={(event) => set({ kind: typed(event) as Chosen['kind'] })}>
          <Options of={KINDS.map((kind) => [kind, t(`figures.kind_${kind}`)])} />
        </select>
      </label>
    </fieldset>
  );
}

/** Saves a month as a PDF file, by default the last one that has ended. */
function ReportDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const [month, setMonth] = useState(monthBefore(1));
  const [language, setLanguage] = useState(locale.value === 'fr' ? 'fr' : 'en');
  const query = new URLSearchParams({ month, language, ...(chosen.kind !== 'both' && { kind: chosen.kind }) });
  return (
    <FormDialog
      title={t('figures.pdf')}
      submitLabel={t('figures.pdf_get')}
      onClose={onClose}
      onSubmit={() => download(`/v1/statistics/report?${query}`, `custos-statistics-${month}.pdf`, 'application/pdf')}
      done={t('figures.pdf_done')}
    >
      <div class="form-row">
        <Field label={t('figures.pdf_month')} hint={t('figures.pdf_month_hint')}>
          <input
            required
            pattern="\d{4}-(0[1-9]|1[0-2])"
            dir="ltr"
            autocomplete="off"
            value={month}
            onInput={(event) => setMonth(typed(event))}
          />
        </Field>
        <Field label={t('figures.pdf_language')}>
          <select value={language} onChange={(event) => setLanguage(typed(event))}>
            <Options of={(['en', 'fr'] as const).map((one) => [one, t(`figures.pdf_${one}`)])} />
          </select>
        </Field>
      </div>
    </FormDialog>
  );
}

function Shown({ answer }: { answer: StatisticsAnswer }) {
  const { from, to, time_zone: zone, not_counted: missing } = answer;
  return (
    <>
      <p class="small faint">{t('figures.shown', { from: formatDay(from), to: formatDay(to), zone })}</p>
      {missing > 0 && <p role="status">{plural('figures.not_counted', missing)}</p>}
      <Overview answer={answer} />
      <Days answer={answer} />
      <Times answer={answer} />
      <Reasons answer={answer} />
      <Lists answer={answer} />
      <Changes answer={answer} />
      <Reviewers answer={answer} />
    </>
  );
}

type Part = { answer: StatisticsAnswer };

function Overview({ answer: { received, decided, waiting } }: Part) {
  const { completed, failed } = decided;
  return (
    <Section title={t('figures.overview')}>
      {factList([
        [t('figures.received'), formatNumber(received)],
        [t('figures.completed_automatic'), formatNumber(completed.automatic)],
        [t('figures.completed_reviewed'), formatNumber(completed.reviewed)],
        [t('figures.failed_automatic'), formatNumber(failed.automatic)],
        [t('figures.failed_reviewed'), formatNumber(failed.reviewed)],
        [t('figures.waiting'), formatNumber(waiting.now)],
        [t('figures.overdue'), formatNumber(waiting.overdue)],
      ])}
    </Section>
  );
}

function Days({ answer: { days } }: Part) {
  const tick = dateFormat({ day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  const byDay = [...Map.groupBy(days, ({ day }) => day)];
  const points = (...keys: ('received' | 'completed' | 'failed')[]): ChartPoint[] =>
    byDay.map(([day, kinds]) => ({
      key: day,
      label: formatDay(day),
      tick: tick.format(new Date(day)),
      values: keys.map((key) => kinds.reduce((sum, kind) => sum + kind[key], 0)),
    }));
  return (
    <Section title={t('figures.by_day')}>
      <Bars
        label={t('figures.received_by_day')}
        place={t('figures.day')}
        series={[{ key: 'received', label: t('figures.received'), tone: 'accent' }]}
        points={points('received')}
      />
      <Bars
        label={t('figures.decided_by_day')}
        place={t('figures.day')}
        series={[
          { key: 'completed', label: t('status.completed'), tone: 'good' },
          { key: 'failed', label: t('status.failed'), tone: 'bad' },
        ]}
        points={points('completed', 'failed')}
      />
    </Section>
  );
}

function Times({ answer: { time_to_decision: times } }: Part) {
  const duration = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));
  return (
    <Section title={t('figures.times')}>
      <Table
        caption={t('figures.times')}
        rows={['automatic', 'reviewed'] as const}
        keyOf={(by) => by}
        named
        columns={[
          [t('figures.decision'), (by) => t(`figures.${by}`)],
          [t('figures.count'), (by) => formatNumber(times[by].count), 'numeric'],
          [t('figures.median'), (by) => duration(times[by].median_ms), 'numeric'],
          [t('figures.p95'), (by) => duration(times[by].p95_ms), 'numeric'],
        ]}
      />
      <p class="small faint">{t('figures.times_why')}</p>
    </Section>
  );
}

function Reasons({ answer: { reasons } }: Part) {
  return (
    <Section title={t('figures.reasons')}>
      {reasons.length === 0 && <p>{t('figures.reasons_none')}</p>}
      {reasons.length > 0 && (
        <Table
          caption={t('figures.reasons')}
          rows={reasons}
          keyOf={({ kind, outcome, by, code }) => [kind, outcome, by, code].join(' ')}
          named
          columns={[
            [t('figures.reason'), reasonName],
            [t('label.kind'), ({ kind }) => t(`kind.${kind}`)],
            [t('figures.outcome'), ({ outcome }) => t(`status.${outcome}`), 'nowrap wide-only'],
            [t('figures.by'), ({ by }) => t(`figures.by_${by}`), 'nowrap wide-only'],
            [t('figures.count'), ({ count }) => formatNumber(count), 'numeric'],
          ]}
        />
      )}
    </Section>
  );
}

function reasonName({ by, outcome, code }: StatisticsAnswer['reasons'][number]): string {
  return by === 'automatic' ? reasonText(code) : reviewReason(outcome === 'completed' ? 'approve' : 'reject', code);
}

type List = StatisticsAnswer['lists'][number];
const LIST_COUNTS = [
  'verifications',
  'hits',
  'undecided',
  'set_aside',
  'confirmed',
  'dismissed',
  'false_hits',
] as const;

function Lists({ answer: { lists } }: Part) {
  return (
    <Section title={t('figures.lists')}>
      {lists.length === 0 && <p>{t('figures.lists_none')}</p>}
      {lists.length > 0 && (
        <>
          <Table
            caption={t('figures.lists')}
            rows={lists}
            keyOf={({ code }) => code}
            named
            columns={[
              [t('label.list'), ({ name, code }) => name ?? code],
              ...LIST_COUNTS.map(
                (key): Column<List> => [t(`figures.${key}`), (list) => formatNumber(list[key]), 'numeric'],
              ),
            ]}
          />
          <p class="small faint">{t('figures.lists_why')}</p>
        </>
      )}
    </Section>
  );
}

function Changes({ answer: { changed } }: Part) {
  return (
    <Section title={t('figures.changed')}>
      <Table
        caption={t('figures.changed')}
        rows={['automatic', 'review', 'hits'] as const}
        keyOf={(what) => what}
        named
        columns={[
          [t('figures.decision'), (what) => t(`figures.changed_${what}`)],
          [t('figures.count'), (what) => formatNumber(changed[what]), 'numeric'],
        ]}
      />
    </Section>
  );
}

const ACTS = ['approved', 'rejected', 'hits_confirmed', 'hits_dismissed'] as const;
type Reviewer = NonNullable<StatisticsAnswer['reviewers']>[number];

/** Only where the policy allows naming reviewers. */
function Reviewers({ answer: { reviewers } }: Part) {
  if (reviewers === null) return null;
  return (
    <Section title={t('figures.reviewers')}>
      {reviewers.length === 0 && <p>{t('figures.reviewers_none')}</p>}
      {reviewers.length > 0 && (
        <Table
          caption={t('figures.reviewers')}
          rows={reviewers}
          keyOf={({ reviewer }) => reviewer.id}
          named
          columns={[
            [t('figures.reviewer'), ({ reviewer }) => <span title={reviewer.id}>{actorName(reviewer)}</span>],
            ...ACTS.map((act): Column<Reviewer> => [t(`figures.${act}`), (row) => formatNumber(row[act]), 'numeric']),
          ]}
        />
      )}
    </Section>
  );
}
