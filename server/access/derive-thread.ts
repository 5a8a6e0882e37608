import { answerInThread } from '../lib/ask-thread.ts';
import { deriveHere } from './derive.ts';

await answerInThread(deriveHere);
