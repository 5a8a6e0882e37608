import { SERVER_LIMITS } from './limits.ts';

export interface HealthNeeds {
  ping(number: number): void;
  later(act: () => void, delayMs: number): () => void;
  /** Whether it has said that it listens; until then it is given more time. */
  isRunning(): boolean;
  /** Called once, when too many of the last questions have no answer. */
  onHung(): void;
}

/**
 * Asks the server again and again whether it answers. Questions are counted, not time: a computer that slept has asked none meanwhile.
 */
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
    // Any answer will do, also a late one: it is alive.
    answered: (number) => {
      if (number <= asked) unanswered = asked - number;
    },
    stop: () => cancel(),
  };
}
