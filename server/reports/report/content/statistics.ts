import type { StatisticsAnswer } from '../../../contract/statistics.ts';
import { reasonNames as english } from '../../../vocabulary/reason-names/en.ts';
import { reasonNames as french } from '../../../vocabulary/reason-names/fr.ts';
import type { Block, Column, Report, Row } from '../layout/blocks.ts';
import { type ReportLanguage, STATISTICS_TEXTS, type StatisticsTexts } from './statistics-texts.ts';
import { factList, heading, muted, table, timeText } from './words.ts';

const REASON_NAMES: Readonly<Record<ReportLanguage, Readonly<Record<string, string>>>> = { en: english, fr: french };

/** What the report states besides the figures. */
export interface StatisticsAbout {
  /** YYYY-MM */
  month: string;
  language: ReportLanguage;
  /** The program's version. */
  version: string;
}

interface Writer {
  text: StatisticsTexts;
  number(value: number): string;
  duration(ms: number | null): string;
  day(date: string): string;
  reason(decision: 'reason' | 'approve' | 'reject', code: string): string;
}

/** Returns the figures of a month as a report. The same figures, made at the same time, always give the same report. */
export function statisticsReport(answer: StatisticsAnswer, about: StatisticsAbout): Report {
  const { month, language, version } = about;
  const writer = writerOf(language);
  const { text } = writer;
  const monthName = new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
  const under = fill(text.under, { month: monthName, kind: text[answer.kind ?? 'both'] });
  const madeAt = timeText(answer.made_at);
  return {
    head: {
      title: `${text.title} ${month}`,
      subject: under,
      keywords: [month, answer.kind ?? 'kyc, kyb', answer.livemode ? 'live' : 'test'].join(', '),
      madeAt: answer.made_at,
      language,
      headLeft: text.title,
      headRight: month,
      foot: fill(text.foot, { at: madeAt }),
    },
    blocks: [
      { kind: 'title', text: text.title, under },
      ...(answer.livemode ? [] : [{ kind: 'paragraph', text: text.test_mode, tone: 'bad' } as const]),
      ...(answer.not_counted === 0
        ? []
        : [
            {
              kind: 'paragraph',
              text: fill(text.not_counted, { count: writer.number(answer.not_counted) }),
              tone: 'doubt',
            } as const,
          ]),
      factList([
        [text.period, fill(text.to, { from: writer.day(answer.from), to: writer.day(answer.to) })],
        [text.zone, answer.time_zone],
        [text.made, madeAt],
        [text.program, `Custos ${version}`],
      ]),
      ...overview(answer, writer),
      ...times(answer, writer),
      ...lists(answer, writer),
      ...changes(answer, writer),
      ...reasons(answer, writer),
      ...reviewers(answer, writer),
      ...days(answer, writer),
    ],
  };
}

const TAGS = { en: 'en-GB', fr: 'fr-FR' } as const;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function writerOf(language: ReportLanguage): Writer {
  const tag = TAGS[language];
  const text = STATISTICS_TEXTS[language];
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(tag);
  const unitOf = (ms: number): readonly ['second' | 'minute' | 'hour' | 'day', number] => {
    if (ms < MINUTE_MS) return ['second', SECOND_MS];
    if (ms < HOUR_MS) return ['minute', MINUTE_MS];
    return ms < 2 * DAY_MS ? ['hour', HOUR_MS] : ['day', DAY_MS];
  };
  return {
    text,
    number: (value) => number.format(value),
    duration(ms) {
      if (ms === null) return text.none;
      const [unit, sizeMs] = unitOf(ms);
      const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(tag, options).format(ms / sizeMs);
    },
    day: (day) => date.format(new Date(day)),
    // A code of an older version may have no name.
    reason: (decision, code) => REASON_NAMES[language][`${decision}.${code}`] ?? code,
  };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** The columns of a table: titles and their shares of the width. */
const columnsOf = (...titles: readonly (readonly [string, number])[]): Column[] =>
  titles.map(([title, share]) => ({ title, share }));

function overview({ received, decided, waiting }: StatisticsAnswer, { text, number }: Writer): Block[] {
  const { completed, failed } = decided;
  const parts = [
    [`${text.completed}, ${text.automatic}`, completed.automatic, 'good'],
    [`${text.completed}, ${text.reviewed}`, completed.reviewed, 'good'],
    [`${text.failed}, ${text.automatic}`, failed.automatic, 'bad'],
    [`${text.failed}, ${text.reviewed}`, failed.reviewed, 'bad'],
  ] as const;
  const all = parts.reduce((sum, [, count]) => sum + count, 0);
  return [
    heading(1, text.overview),
    factList([
      [text.received, number(received)],
      [text.decided, number(all)],
      [text.waiting, number(waiting.now)],
      [text.overdue, number(waiting.overdue)],
    ]),
    heading(2, text.outcomes),
    {
      kind: 'bars',
      items: parts.map(([label, count, tone]) => ({
        label,
        share: all === 0 ? 0 : count / all,
        text: number(count),
        tone,
      })),
    },
  ];
}

function times({ time_to_decision: time }: StatisticsAnswer, { text, number, duration }: Writer): Block[] {
  const rows = (['automatic', 'reviewed'] as const).map((by) => [
    text[by],
    number(time[by].count),
    duration(time[by].median_ms),
    duration(time[by].p95_ms),
  ]);
  const heads = columnsOf([text.decision, 3], [text.count, 2], [text.median, 2], [text.p95, 2]);
  return [heading(1, text.time), table(heads, rows), muted(text.time_note)];
}

const HIT_COUNTS = ['undecided', 'set_aside', 'confirmed', 'dismissed', 'false_hits'] as const;

function lists({ lists: all }: StatisticsAnswer, { text, number }: Writer): Block[] {
  if (all.length === 0) return [heading(1, text.lists), muted(text.no_hits)];
  const rows = all.map((list) => [
    list.name === null ? list.code : `${list.name} (${list.code})`,
    number(list.verifications),
    number(list.hits),
    ...HIT_COUNTS.map((key) => number(list[key])),
  ]);
  const heads = columnsOf(
    [text.list, 5],
    [text.verifications, 3],
    [text.hits, 2.2],
    ...HIT_COUNTS.map((key) => [text[key], 2.6] as const),
  );
  return [heading(1, text.lists), table(heads, rows), muted(text.lists_note)];
}

function changes({ changed }: StatisticsAnswer, { text, number }: Writer): Block[] {
  const rows: Row[] = (['automatic', 'review', 'hits'] as const).map((what) => [
    text[`changed_${what}`],
    number(changed[what]),
  ]);
  return [heading(1, text.changed), table(columnsOf([text.decision, 8], [text.count, 2]), rows)];
}

function reasons({ reasons: all }: StatisticsAnswer, { text, number, reason }: Writer): Block[] {
  if (all.length === 0) return [heading(1, text.reasons), muted(text.no_reasons)];
  const rows = all.map(({ kind, outcome, by, code, count }) => {
    const decision = by === 'automatic' ? 'reason' : outcome === 'completed' ? 'approve' : 'reject';
    return [reason(decision, code), text[kind], text[outcome], text[`by_${by}`], number(count)];
  });
  const heads = columnsOf([text.reason, 7], [text.kind, 2.4], [text.outcome, 2.4], [text.by, 3.4], [text.count, 1.8]);
  return [heading(1, text.reasons), table(heads, rows), muted(text.reasons_note)];
}

function reviewers({ reviewers: all }: StatisticsAnswer, { text, number }: Writer): Block[] {
  if (all === null) return [];
  if (all.length === 0) return [heading(1, text.reviewers), muted(text.no_reviewers)];
  const rows = all.map(({ reviewer, approved, rejected, hits_confirmed: confirmed, hits_dismissed: dismissed }) => [
    reviewer.name ?? reviewer.id,
    ...[approved, rejected, confirmed, dismissed].map(number),
  ]);
  const heads = columnsOf(
    [text.reviewer, 5],
    [text.approved, 2],
    [text.rejected, 2],
    [text.hits_confirmed, 3],
    [text.hits_dismissed, 3],
  );
  return [heading(1, text.reviewers), table(heads, rows)];
}

function days({ days: all }: StatisticsAnswer, { text, number, day }: Writer): Block[] {
  const rows = all.map(({ kind, ...one }) => [
    day(one.day),
    text[kind],
    number(one.received),
    number(one.completed),
    number(one.failed),
  ]);
  const heads = columnsOf([text.day, 3], [text.kind, 3], [text.received, 2], [text.completed, 2], [text.failed, 2]);
  return [heading(1, text.days), table(heads, rows)];
}
