import { newestComparisonScan } from '../alerts/comparison-scans.ts';
import { decideAlert, decideHit } from '../alerts/decide.ts';
import { dismissHeld, releaseHeld } from '../alerts/held.ts';
import { type AlertAccess, alertsOfSameCustomer, countHeldAlerts, getAlert, listAlerts } from '../alerts/store.ts';
import type { Alert, NewHitDecision } from '../alerts/types.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { AlertAnswer, alertRoutes } from '../contract/alerts.ts';
import type { HeldAlertsAnswer } from '../contract/held-alerts.ts';
import type { NewHitDecisionBody, newHitDecisionSchema } from '../contract/hit-decisions.ts';
import { KINDS, type Kind } from '../contract/route.ts';
import type { kybRoutes } from '../contract/verification-routes.ts';
import { isoTime } from '../lib/clock.ts';
import { invalidField } from '../lib/errors.ts';
import { readableSubject } from '../verifications/subject-index.ts';
import { kindsFor, principalOf } from './authorise.ts';
import type { Call } from './call.ts';
import type { Handlers } from './mount.ts';
import { presentHitDecision } from './present-record.ts';

type Deps = Pick<Appliance, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events' | 'newId' | 'revisionOf' | 'log'>;

/** Routes for alerts, for the hits held back by a re-screening, and for reviewers' decisions on alerts and hits. */
export function alertHandlers(deps: Deps): Handlers<typeof alertRoutes & Pick<typeof kybRoutes, 'decideKybHit'>> {
  const left = (call: Call, decided: number) => ({
    decided,
    left: countHeldAlerts(deps, accessOf(call, 'review')).alerts,
  });
  const ofHit = (kind: Kind) => (call: Call<{ body: typeof newHitDecisionSchema }>) => {
    const hit = { kind, verificationId: call.id, hitId: call.param('hit_id') };
    return presentHitDecision(decideHit(deps, hit, readDecision(deps, call.body), call.who));
  };
  return {
    listAlerts(call) {
      const access = accessOf(call, 'read');
      return call.page(
        'alt',
        (page) => listAlerts(deps, { ...access, ...page }),
        (alert) => presentAlert(deps, alert, access),
      );
    },
    getHeldAlerts: (call) => presentHeld(deps, accessOf(call, 'read')),
    releaseHeldAlerts: (call) => left(call, releaseHeld(deps, call.body.ids ?? null, reviewerOf(call))),
    dismissHeldAlerts(call) {
      const { ids = null, ...said } = call.body;
      const decision = readDecision(deps, { decision: 'dismiss', ...said });
      return left(call, dismissHeld(deps, ids, decision, reviewerOf(call)));
    },
    getAlert(call) {
      const access = accessOf(call, 'read');
      return presentAlert(deps, getAlert(deps, call.id, access), access);
    },
    decideAlert(call) {
      const decision = readDecision(deps, call.body);
      const who = reviewerOf(call);
      return presentAlert(deps, decideAlert(deps, call.id, decision, who), who);
    },
    decideHit: ofHit('kyc'),
    decideKybHit: ofHit('kyb'),
  };
}

/** Returns which alerts the caller may read or decide. */
function accessOf({ res }: Call, access: 'read' | 'review'): AlertAccess {
  const principal = principalOf(res);
  return { livemode: principal.livemode, kinds: kindsFor(principal, access) };
}

/** The same for decisions, with the id of the reviewer. */
const reviewerOf = (call: Call): AlertAccess & { actor: string } => ({
  ...accessOf(call, 'review'),
  actor: call.actor,
});

/** Reads a decision on a hit from the body. Throws `invalid_request` if the end date is in the past or if it comes with a confirmation. */
function readDecision({ clock }: Pick<Deps, 'clock'>, read: NewHitDecisionBody): NewHitDecision {
  const expiresAtMs = read.expires_at === undefined ? null : Date.parse(read.expires_at);
  if (expiresAtMs !== null && (expiresAtMs <= clock.now() || read.decision === 'confirm')) {
    throw invalidField('expires_at', 'expires_at applies to a dismissal only and must be in the future.');
  }
  return {
    decision: read.decision === 'confirm' ? 'confirmed' : 'dismissed',
    reason: read.reason,
    note: read.note ?? null,
    expiresAtMs,
  };
}

function presentAlert(deps: Deps, alert: Alert, access: AlertAccess): AlertAnswer {
  const subject = readableSubject(deps, { id: alert.verificationId, kind: alert.kind });
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
    same_customer: alertsOfSameCustomer(deps, alert.id, access),
    created_at: isoTime(alert.createdAtMs),
    updated_at: isoTime(alert.updatedAtMs),
    hit: alert.hit,
    decision: alert.decision && presentHitDecision(alert.decision),
    links: { self: `/v1/alerts/${alert.id}`, verification: `${KINDS[alert.kind].path}/${alert.verificationId}` },
  };
}

function presentHeld(deps: Deps, access: AlertAccess): HeldAlertsAnswer {
  const scan = newestComparisonScan(deps);
  return {
    object: 'held_alerts',
    livemode: access.livemode,
    ...countHeldAlerts(deps, access),
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
