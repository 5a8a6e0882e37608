import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { type DecideDeps, decideAlert } from './decide.ts';
import { type AlertAccess, getAlert, heldAlerts, releaseAlert } from './store.ts';
import type { NewHitDecision } from './types.ts';

type Who = AlertAccess & { actor: string };

/**
 * Opens held alerts: these, or the first `LIMITS.heldAlertsAtOnce` of all visible ones; all or none of them. Returns how many
 * were held. Throws `not_found` if one of them does not exist.
 */
export function releaseHeld(
  deps: DecideDeps & Pick<VerificationDeps, 'events'>,
  ids: readonly string[] | null,
  { actor, ...access }: Who,
): number {
  return transact(deps.db, () => eachHeld(deps, ids, access, (alert) => releaseAlert(deps, alert, actor)));
}

/** Dismisses them in the same way, each like `decideAlert`. */
export function dismissHeld(
  deps: DecideDeps,
  ids: readonly string[] | null,
  decision: NewHitDecision,
  who: Who,
): number {
  return transact(deps.db, () => eachHeld(deps, ids, who, ({ id }) => decideAlert(deps, id, decision, who)));
}

function eachHeld(
  deps: DecideDeps,
  ids: readonly string[] | null,
  access: AlertAccess,
  act: (alert: ReturnType<typeof getAlert>) => unknown,
): number {
  let acted = 0;
  for (const id of ids ?? heldAlerts(deps, access, LIMITS.heldAlertsAtOnce)) {
    // One of the same customer may have been decided together with an earlier one.
    const alert = getAlert(deps, id, access);
    if (alert.state !== 'held') continue;
    act(alert);
    acted += 1;
  }
  return acted;
}
