import { LIMITS } from '../lib/limits.ts';
import { oneAtATime } from '../lib/turns.ts';
import { type Challenges, createChallenges } from './challenge.ts';
import type { CaptureDeps } from './deps.ts';
import { endOverdue } from './ended.ts';
import { getSession } from './store.ts';
import { carryAllOver, submitSession } from './submit.ts';
import type { CaptureSession } from './types.ts';

/** Sessions in which applicants capture documents and face by themselves. */
export interface Capture {
  deps: CaptureDeps;
  challenges: Challenges;
  /** Submits a session and makes its record. Returns the session, `submitted` if the record has to wait. Throws `state_conflict`. */
  submit(session: CaptureSession): Promise<CaptureSession>;
  /** Ends what is overdue and carries over what waits. Never throws. */
  tick(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function openCapture(deps: CaptureDeps): Capture {
  const { log } = deps;
  const challenges = createChallenges(deps);
  const inTurn = oneAtATime();
  let timer: NodeJS.Timeout | undefined;
  const tick = (): Promise<void> =>
    inTurn(async () => {
      try {
        challenges.sweep();
        const expired = await endOverdue(deps);
        if (expired > 0) log.info('capture.expired', { sessions: expired });
        await carryAllOver(deps);
      } catch (error) {
        // The rest ends at the next look.
        log.error('capture.look_failed', {}, error);
      }
    });
  return {
    deps,
    challenges,
    async submit(session) {
      const { id, livemode } = submitSession(deps, session);
      challenges.drop(id);
      await inTurn(() => carryAllOver(deps));
      return getSession(deps, id, livemode);
    },
    tick,
    start() {
      timer = setInterval(() => void tick(), LIMITS.captureCheckMs);
      timer.unref();
      void tick();
    },
    stop() {
      clearInterval(timer);
      return inTurn(async () => {});
    },
  };
}
