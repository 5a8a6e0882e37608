import { createActorNames } from '../access/actor-names.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { StatisticsAnswer, statisticsRoutes } from '../contract/statistics.ts';
import { dayOf, daysBetween, daysOfMonth, siteZone } from '../figures/days.ts';
import type { FigureKind, Figures, TimeFigures } from '../figures/types.ts';
import { isoTime } from '../lib/clock.ts';
import { invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ReportDrawer } from '../reports/report/drawer.ts';
import { makeStatisticsReport } from '../reports/report/report.ts';
import { sendBytes } from './download.ts';
import type { Handlers } from './mount.ts';
import { statisticsCsv } from './statistics-csv.ts';

type Deps = Pick<Appliance, 'access' | 'clock' | 'db' | 'figures' | 'keys' | 'policies'>;

/** A query without its defaults. */
interface Asked {
  from?: string;
  to?: string;
  kind?: FigureKind;
  time_zone?: string;
}

/** Routes for figures: as JSON, as CSV, and a month as a PDF file. */
export function statisticsHandlers(
  deps: Deps,
  { drawer, version }: { drawer: ReportDrawer; version: string },
): Handlers<typeof statisticsRoutes> {
  const count = (asked: Asked, livemode: boolean): Promise<StatisticsAnswer> => countPeriod(deps, asked, livemode);
  return {
    getStatistics: (call) => count(call.query, call.livemode),
    async exportStatistics(call) {
      const answer = await count(call.query, call.livemode);
      const name = `custos-statistics-${answer.from}-${answer.to}.csv`;
      call.res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
      sendBytes(call.res.type('text/csv'), Buffer.from(statisticsCsv(answer)));
    },
    async getStatisticsReport(call) {
      const { month, language = 'en', ...asked } = call.query;
      const answer = await count({ ...asked, ...daysOfMonth(month) }, call.livemode);
      const file = await makeStatisticsReport(drawer, answer, { month, language, version });
      call.res.setHeader('Content-Disposition', `attachment; filename="custos-statistics-${month}-${language}.pdf"`);
      sendBytes(call.res.type('application/pdf'), file);
    },
  };
}

async function countPeriod(deps: Deps, asked: Asked, livemode: boolean): Promise<StatisticsAnswer> {
  const { time_zone: zone = siteZone(), kind } = asked;
  const nowMs = deps.clock.now();
  const to = asked.to ?? dayOf(nowMs, zone);
  const { from = `${to.slice(0, 7)}-01` } = asked;
  if (from > to) throw invalidField('from', 'from is after to. Send the earlier day first.');
  if (daysBetween(from, to).length > LIMITS.figuresDaysMax)
    throw invalidField('from', `The period has more than ${LIMITS.figuresDaysMax} days. Send a shorter period.`);
  const figures = await deps.figures.read({
    from,
    to,
    zone,
    livemode,
    kinds: kind === undefined ? ['kyc', 'kyb'] : [kind],
    reviewers: deps.policies.current().review.named_in_statistics,
    nowMs,
  });
  return {
    object: 'statistics',
    from,
    to,
    time_zone: zone,
    kind: kind ?? null,
    livemode,
    made_at: isoTime(nowMs),
    ...present(figures, createActorNames({ db: deps.db, staffKey: deps.keys.staffKey })),
  };
}

function present(figures: Figures, nameActor: ReturnType<typeof createActorNames>) {
  const { received, completed, failed, days, reasons, changed } = figures;
  return {
    not_counted: figures.notCounted,
    received,
    decided: { completed, failed },
    waiting: { now: figures.waiting, overdue: figures.overdue },
    days,
    time_to_decision: { automatic: presentTimes(figures.automaticTime), reviewed: presentTimes(figures.reviewedTime) },
    reasons,
    lists: figures.lists.map(({ setAside, falseHits, ...list }) => ({
      ...list,
      set_aside: setAside,
      false_hits: falseHits,
    })),
    changed,
    reviewers:
      figures.reviewers?.map(({ actor, approved, rejected, hitsConfirmed, hitsDismissed }) => ({
        reviewer: nameActor(actor),
        approved,
        rejected,
        hits_confirmed: hitsConfirmed,
        hits_dismissed: hitsDismissed,
      })) ?? null,
  };
}

const presentTimes = ({ count, medianMs, p95Ms }: TimeFigures) => ({ count, median_ms: medianMs, p95_ms: p95Ms });
