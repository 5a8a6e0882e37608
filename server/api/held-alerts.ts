import type { Response, Router } from 'express';
import type { ComparisonScan } from '../alerts/comparison-scans.ts';
import type { AlertAccess } from '../alerts/store.ts';
import type { NewHitDecision } from '../alerts/types.ts';
import { dismissHeldSchema, type HeldAlertsAnswer, heldIdsSchema } from '../contract/held-alerts.ts';
import { isoTime } from '../lib/clock.ts';
import type { AlertWho } from './alert-access.ts';
import { accessOf, whoOf } from './alert-access.ts';
import type { Guard } from './guard.ts';
import { readDecision } from './hit-decision.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/alerts/held';

export interface HeldAlertsDeps {
  guard: Guard;
  clock: { now(): number };
  count(access: AlertAccess): { alerts: number; records: number };
  /** Of the last scan by a new comparison. */
  scan(): ComparisonScan | undefined;
  /** Those that are held of these, or so many of all that are; gives how many it was. Throws `not_found`. */
  release(ids: readonly string[] | null, who: AlertWho): number;
  dismiss(ids: readonly string[] | null, decision: NewHitDecision, who: AlertWho): number;
}

/** `/v1/alerts/held`: what a new comparison of names found of those who were screened before, as one task. */
export function addHeldAlerts(router: Router, deps: HeldAlertsDeps): void {
  const json = produces('application/json');
  const review = [...deps.guard.allow('kyc:review', 'kyb:review'), json, ...jsonBody];
  addRoute(router, PATH, {
    get: [
      ...deps.guard.allow('kyc:read', 'kyb:read'),
      json,
      (_req, res) => {
        res.json(present(deps, accessOf(res, 'read')));
      },
    ],
  });
  const answer = (res: Response, decided: number): void => {
    res.json({ decided, left: deps.count(accessOf(res, 'review')).alerts });
  };
  addRoute(router, `${PATH}/release`, {
    post: [
      ...review,
      (req, res) => {
        const { ids = null } = parseOrThrow(heldIdsSchema, req.body, 'The alerts are not valid. See errors.');
        answer(res, deps.release(ids, whoOf(res)));
      },
    ],
  });
  addRoute(router, `${PATH}/dismiss`, {
    post: [
      ...review,
      (req, res) => {
        const { ids = null, ...said } = parseOrThrow(
          dismissHeldSchema,
          req.body,
          'The decision is not valid. See errors.',
        );
        const decision = readDecision(deps, { decision: 'dismiss', ...said });
        answer(res, deps.dismiss(ids, decision, whoOf(res)));
      },
    ],
  });
}

function present(deps: HeldAlertsDeps, access: AlertAccess): HeldAlertsAnswer {
  const scan = deps.scan();
  return {
    object: 'held_alerts',
    livemode: access.livemode,
    ...deps.count(access),
    scan: scan
      ? {
          state: scan.state === 'running' ? 'running' : 'done',
          from_version: scan.fromVersion,
          to_version: scan.toVersion,
          searched: scan.subjects,
          share: scan.state === 'running' && scan.untilSeq > 0 ? Math.min(1, scan.cursor / scan.untilSeq) : 1,
          started_at: isoTime(scan.startedAtMs),
          ended_at: scan.endedAtMs === null ? null : isoTime(scan.endedAtMs),
        }
      : null,
  };
}
