import type { StatisticsAnswer } from '../contract/statistics.ts';
import { writeCsvRow } from '../lib/csv.ts';

/** `value` last: one figure per line, in the terms of the JSON answer. */
const COLUMNS = ['figure', 'day', 'kind', 'outcome', 'by', 'code', 'name', 'value'] as const;

type Line = Partial<Record<(typeof COLUMNS)[number], string | number>>;

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

const BY_STATE = ['undecided', 'set_aside', 'confirmed', 'dismissed', 'false_hits'] as const;
const ACTS = ['approved', 'rejected', 'hits_confirmed', 'hits_dismissed'] as const;

/** Returns the figures as CSV, one per line; no cell runs as a formula. */
export function statisticsCsv(answer: StatisticsAnswer): string {
  const lines = linesOf(answer).map((line) => writeCsvRow(COLUMNS.map((column) => line[column] ?? '')));
  return `${BYTE_ORDER_MARK}${writeCsvRow(COLUMNS)}${lines.join('')}`;
}

function linesOf(answer: StatisticsAnswer): Line[] {
  const { decided, time_to_decision: times, changed } = answer;
  return [
    ...(['from', 'to', 'time_zone', 'made_at'] as const).map((figure) => ({ figure, value: answer[figure] })),
    { figure: 'not_counted', value: answer.not_counted },
    { figure: 'received', value: answer.received },
    ...(['completed', 'failed'] as const).flatMap((outcome) =>
      (['automatic', 'reviewed'] as const).map((by) => ({
        figure: 'decided',
        outcome,
        by,
        value: decided[outcome][by],
      })),
    ),
    { figure: 'waiting_now', value: answer.waiting.now },
    { figure: 'waiting_overdue', value: answer.waiting.overdue },
    ...(['automatic', 'reviewed'] as const).flatMap((by) => [
      { figure: 'time_to_decision_count', by, value: times[by].count },
      { figure: 'time_to_decision_median_ms', by, value: times[by].median_ms ?? '' },
      { figure: 'time_to_decision_p95_ms', by, value: times[by].p95_ms ?? '' },
    ]),
    ...(['automatic', 'review', 'hits'] as const).map((by) => ({ figure: 'changed', by, value: changed[by] })),
    ...answer.days.flatMap(({ day, kind, ...counts }) => [
      { figure: 'received_by_day', day, kind, value: counts.received },
      { figure: 'decided_by_day', day, kind, outcome: 'completed', value: counts.completed },
      { figure: 'decided_by_day', day, kind, outcome: 'failed', value: counts.failed },
    ]),
    ...answer.reasons.map(({ count, ...reason }) => ({ figure: 'reason', ...reason, value: count })),
    ...answer.lists.flatMap(({ code, name, ...list }) => {
      const about = { code, name: name ?? '' };
      return [
        { figure: 'list_verifications', ...about, value: list.verifications },
        { figure: 'list_hits', ...about, value: list.hits },
        ...BY_STATE.map((outcome) => ({ figure: 'list_hits_by_decision', outcome, ...about, value: list[outcome] })),
        { figure: 'list_hits_changed', ...about, value: list.changed },
      ];
    }),
    ...(answer.reviewers ?? []).flatMap(({ reviewer, ...acts }) =>
      ACTS.map((act) => ({
        figure: 'reviewer',
        outcome: act,
        code: reviewer.id,
        name: reviewer.name ?? '',
        value: acts[act],
      })),
    ),
  ];
}
