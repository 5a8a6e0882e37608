import { type Request, type Response, Router } from 'express';
import type { AlertAccess, AlertQuery } from '../alerts/store.ts';
import type { Alert, HitDecision, NewHitDecision } from '../alerts/types.ts';
import { type AlertAnswer, alertQuerySchema } from '../contract/alerts.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { RecordSubject } from '../verifications/subject-index.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { accessOf, whoOf } from './alert-access.ts';
import type { Guard } from './guard.ts';
import { addHeldAlerts, type HeldAlertsDeps } from './held-alerts.ts';
import { readDecision } from './hit-decision.ts';
import { jsonBody } from './json-body.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { presentHitDecision } from './present-record.ts';
import { addRoute, produces } from './route.ts';
import { parseQuery } from './validate.ts';

const PATH = '/v1/alerts';

/** Where the verifications of each kind stand. */
const PATHS: Record<VerificationKind, string> = { kyc: VERIFICATIONS_PATH, kyb: KYB_PATH };

type Who = { livemode: boolean; actor: string };
type WhichHit = { kind: VerificationKind; verificationId: string; hitId: string };

export interface AlertsDeps {
  guard: Guard;
  clock: { now(): number };
  list(query: AlertQuery): { data: Alert[]; hasMore: boolean };
  /** Throws `not_found`, as all below. */
  get(id: string, access: AlertAccess): Alert;
  decideAlert(id: string, decision: NewHitDecision, who: Who & AlertAccess): Alert;
  /** Those that a decision of this one decides too. */
  sameCustomer(id: string, access: AlertAccess): string[];
  /** Whom the verification of an alert is about; null: it cannot be read. */
  subjectOf(alert: Alert): Pick<RecordSubject, 'name' | 'reference'> | null;
  decideHit(hit: WhichHit, decision: NewHitDecision, who: Who): HitDecision;
  held: Omit<HeldAlertsDeps, 'guard' | 'clock'>;
}

/** `/v1/alerts`, and the decisions of people on alerts and on the hits of a verification. */
export function alertsRouter(deps: AlertsDeps): Router {
  const router = Router();
  const json = produces('application/json');
  const read = [...deps.guard.allow('kyc:read', 'kyb:read'), json];
  const decide = [...deps.guard.allow('kyc:review', 'kyb:review'), json, ...jsonBody];
  addRoute(router, PATH, { get: [...read, (req, res) => list(deps, req, res)] });
  addHeldAlerts(router, { ...deps, ...deps.held });
  addRoute(router, `${PATH}/:id`, {
    get: [
      ...read,
      (req, res) => {
        const access = accessOf(res, 'read');
        res.json(presentAlert(deps, deps.get(String(req.params['id']), access), access));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/decision`, {
    post: [
      ...decide,
      (req, res) => {
        const decision = readDecision(deps, req.body);
        const who = whoOf(res);
        res.json(presentAlert(deps, deps.decideAlert(String(req.params['id']), decision, who), who));
      },
    ],
  });
  for (const kind of ['kyc', 'kyb'] as const) {
    addRoute(router, `${PATHS[kind]}/:id/hits/:hit_id`, {
      post: [
        ...deps.guard.allow(`${kind}:review`),
        json,
        ...jsonBody,
        (req, res) => {
          const hit = { kind, verificationId: String(req.params['id']), hitId: String(req.params['hit_id']) };
          res.json(presentHitDecision(deps.decideHit(hit, readDecision(deps, req.body), whoOf(res))));
        },
      ],
    });
  }
  return router;
}

function list(deps: AlertsDeps, req: Request, res: Response): void {
  const query = parseQuery(alertQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'alt');
  const access = accessOf(res, 'read');
  const { data, hasMore } = deps.list({
    ...access,
    limit: query.limit ?? LIMITS.listPageDefault,
    ...(query.state === undefined ? {} : { state: query.state }),
    ...cursorOf(query),
  });
  const link = linkHeader(PATH, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({
    object: 'list',
    url: PATH,
    has_more: hasMore,
    data: data.map((alert) => presentAlert(deps, alert, access)),
  });
}

function presentAlert(
  { subjectOf, sameCustomer }: Pick<AlertsDeps, 'subjectOf' | 'sameCustomer'>,
  alert: Alert,
  access: AlertAccess,
): AlertAnswer {
  const subject = subjectOf(alert);
  return {
    id: alert.id,
    object: 'alert',
    livemode: alert.livemode,
    state: alert.state,
    change: alert.change,
    kind: alert.kind,
    verification_id: alert.verificationId,
    party: alert.party,
    subject: subject && { name: subject.name, reference: subject.reference },
    same_customer: sameCustomer(alert.id, access),
    created_at: isoTime(alert.createdAtMs),
    updated_at: isoTime(alert.updatedAtMs),
    hit: alert.hit,
    decision: alert.decision && presentHitDecision(alert.decision),
    links: { self: `${PATH}/${alert.id}`, verification: `${PATHS[alert.kind]}/${alert.verificationId}` },
  };
}
