import { answerInThread } from '../../lib/ask-thread.ts';
import { verifySources } from './verify-sources.ts';

await answerInThread(verifySources);
