import { listKeys } from '../access/keys.ts';
import { listOperators } from '../access/operators.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { FirstRunAnswer } from '../contract/system-keys.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';

/** The setup steps that a new appliance still lacks. Only the dismissal of the list is stored. */
export interface FirstRun {
  steps(): Omit<FirstRunAnswer, 'object' | 'done' | 'dismissed'>;
  isDismissed(): boolean;
  /** Dismisses the list. Throws `state_conflict` if a step is left. */
  dismiss(actor: string): void;
}

/** The subject of the audit entry that records the dismissal. */
const SUBJECT = 'first_run';
const DISMISSED = 'first_run.dismissed';

export function createFirstRun(
  deps: Pick<Appliance, 'db' | 'clock' | 'audit' | 'access' | 'masterKeys' | 'backups' | 'watchlists'>,
): FirstRun {
  const { access, audit, clock, db } = deps;
  const isDismissed = (): boolean =>
    db.prepare('SELECT 1 FROM audit WHERE subject_id = ? AND action = ?').get(SUBJECT, DISMISSED) !== undefined;
  const steps = (): ReturnType<FirstRun['steps']> => ({
    administrator: listOperators(access).some(({ role, active }) => role === 'administrator' && active),
    master_key: !deps.masterKeys.state().insideDataFolder,
    recovery_key: deps.backups.recoveryKeys.inForce() !== null,
    list_loaded: deps.watchlists.lists(clock.now()).length > 0,
    api_key: hasOwnKey(db, clock.now()),
  });
  return {
    steps,
    isDismissed,
    dismiss(actor) {
      const left = Object.entries(steps()).filter(([, done]) => !done);
      if (left.length > 0) {
        throw new AppError('state_conflict', `These steps are not done yet: ${left.map(([name]) => name).join(', ')}.`);
      }
      if (isDismissed()) return;
      transact(db, () => audit.append({ actor, action: DISMISSED, subjectId: SUBJECT }));
    },
  };
}

export function presentFirstRun(firstRun: FirstRun): FirstRunAnswer {
  const steps = firstRun.steps();
  const done = Object.values(steps).every((it) => it);
  return { object: 'first_run', ...steps, done, dismissed: firstRun.isDismissed() };
}

/** Whether there is a working live key that a person created. */
function hasOwnKey(db: Db, nowMs: number): boolean {
  const made = db.prepare("SELECT actor FROM audit WHERE subject_id = ? AND action = 'key.created'").pluck();
  return listKeys({ db }).some(
    ({ id, livemode, revokedAtMs, expiresAtMs }) =>
      livemode && revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs) && made.get(id) !== 'system',
  );
}
