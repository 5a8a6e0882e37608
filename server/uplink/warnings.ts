import { LIMITS } from '../lib/limits.ts';
import type { UplinkState } from './types.ts';

export const UPLINK_WARNINGS = ['hub_stopped', 'hub_refuses', 'hub_lag'] as const;

/** A warning about the hub. */
export interface UplinkWarning {
  code: (typeof UPLINK_WARNINGS)[number];
  message: string;
  /** ISO time from which it holds; null: unknown. */
  at: string | null;
}

const STOPPED = {
  settings_changed:
    'The settings of the hub were changed outside the appliance, so nothing is sent. Leave the hub at System > Hub, and join it again.',
  refused:
    'The hub refused this appliance. Leave the hub at System > Hub, or ask its administrator for another invite.',
  restored:
    'This appliance was restored from a backup, so nothing is sent to the hub. Open a new line at System > Hub.',
  line_behind:
    'The hub has later entries of this appliance than it has itself: an older copy of its data is in use. Open a new line at System > Hub.',
  entries_missing:
    'The hub lacks entries that this appliance no longer keeps. Open a new line at System > Hub; the hub keeps what it has.',
} as const;

/** Answers of the hub that only its administrator can change. */
const REFUSALS: Readonly<Record<string, string>> = {
  quarantined: 'The hub keeps this appliance in quarantine and takes nothing from it. Ask its administrator.',
  line_forked:
    'Two appliances write the same history for the hub, which put the branch into quarantine. Ask its administrator.',
  revoked: 'The hub has revoked this appliance and takes nothing from it. Ask its administrator.',
  unknown_branch: 'The hub does not know this appliance. Ask its administrator for a new invite.',
  unauthorized: 'The hub does not accept the invite. Ask its administrator for a new one.',
  clock_wrong: 'The clocks of this appliance and of the hub disagree. Correct the one that is wrong.',
};

/** Returns what an administrator should do about the hub. */
export function uplinkWarnings(state: UplinkState, nowMs: number): UplinkWarning[] {
  const stopped = state.error === 'settings_changed' ? state.error : state.stopped;
  if (stopped !== null) return [{ code: 'hub_stopped', message: STOPPED[stopped], at: null }];
  const refusal = state.error === null ? undefined : REFUSALS[state.error];
  const at = state.failingSinceMs === null ? null : new Date(state.failingSinceMs).toISOString();
  if (refusal !== undefined) return [{ code: 'hub_refuses', message: refusal, at }];
  const { oldestWaitingMs } = state;
  if (oldestWaitingMs === null || nowMs - oldestWaitingMs < LIMITS.uplinkLagMsMax) return [];
  const hours = Math.floor((nowMs - oldestWaitingMs) / 3_600_000);
  const message = `Entries have waited for the hub for ${hours} hours. Check the connection, or carry them there by file.`;
  return [{ code: 'hub_lag', message, at: new Date(oldestWaitingMs).toISOString() }];
}
