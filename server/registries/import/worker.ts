import type { ImportProgress } from '../../datasets/progress.ts';
import { answerInThread } from '../../lib/ask-thread.ts';
import { systemClock } from '../../lib/clock.ts';
import { type RegisterOrder, readRegister } from './read-register.ts';

await answerInThread((order: RegisterOrder, tell: (progress: ImportProgress) => void) =>
  readRegister(order, systemClock, tell),
);
