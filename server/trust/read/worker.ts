import type { ImportProgress } from '../../datasets/progress.ts';
import { answerInThread } from '../../lib/ask-thread.ts';
import { systemClock } from '../../lib/clock.ts';
import { readTrustList, type TrustOrder } from './read-trust-list.ts';

await answerInThread((order: TrustOrder, tell: (progress: ImportProgress) => void) =>
  readTrustList(order, systemClock, tell),
);
