import { EngineError } from '../../models/ports.ts';

/** The memory that was lent to the pictures of one run, and who works with it. */
export interface Loans {
  /** While `work` is under way nothing goes back. Throws once the run is over. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** How something goes back that was lent. */
  take(giveBack: () => void): void;
  /** Nothing goes back any more, since somebody may read on who cannot be waited for. */
  forgo(): void;
  /** The run is over: what was lent goes back as soon as nobody works with it. */
  close(): void;
}

export function createLoans(): Loans {
  let taken: (() => void)[] = [];
  let working = 0;
  let closed = false;
  const settle = (): void => {
    if (closed && working === 0) for (const giveBack of taken.splice(0)) giveBack();
  };
  return {
    async during(work) {
      if (closed) throw new EngineError('crashed', 'The run of this verification has ended.');
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        settle();
      }
    },
    take: (giveBack) => void taken.push(giveBack),
    forgo() {
      taken = [];
    },
    close() {
      closed = true;
      settle();
    },
  };
}
