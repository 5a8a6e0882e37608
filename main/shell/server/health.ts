import { SERVER_LIMITS } from './limits.ts';

export interface HealthNeeds {
  ping(number: number): void;
  later(act: () => void, delayMs: number): () => void;
  /** Whether it has reported that it listens; until then it gets more time. */
  isRunning(): boolean;
  /** Called once, when too many of the last pings have no answer. */
  onHung(): void;
}

/** Pings the server periodically. Counts pings, not time: a sleeping computer sends none. */
export function checkHealth({ ping, later, isRunning, onHung }: HealthNeeds): {
  answered(number: number): void;
  stop(): void;
} {
  const { pingEveryMs, pingsUnansweredMax, startPingsUnansweredMax } = SERVER_LIMITS;
  let asked = 0;
  let unanswered = 0;
  const ask = (): void => {
    if (unanswered >= (isRunning() ? pingsUnansweredMax : startPingsUnansweredMax)) {
      onHung();
      return;
    }
    asked += 1;
    unanswered += 1;
    ping(asked);
    cancel = later(ask, pingEveryMs);
  };
  let cancel = later(ask, pingEveryMs);
  return {
    // Any answer shows that it is alive, even a late one.
    answered: (number) => {
      if (number <= asked) unanswered = asked - number;
    },
    stop: () => cancel(),
  };
}
