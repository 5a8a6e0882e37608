import { parentPort, workerData } from 'node:worker_threads';
import { startThread } from '../../models/threads/start.ts';
import { must } from './assert.ts';
import { diskFull, isDiskFull } from './disk-full.ts';
import { AppError, type AppErrorDetails, type ErrorCode } from './errors.ts';

/** A thread's message: its progress, and once its result. */
type Message<Answer, Progress> =
  | { progress: Progress }
  | { answer: Answer }
  | { refused: { code: ErrorCode; details: AppErrorDetails } };

export interface AskOptions<Progress> {
  /** Ends the thread; the returned promise then rejects. */
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/**
 * Sends one order to a new thread, whose script answers it with `answerInThread`. Settles once the thread has ended, so
 * that nothing keeps its files open. Rethrows an `AppError` of the thread as it is; any other error is a bug.
 */
export function askThread<Answer, Progress = never>(
  script: URL,
  order: unknown,
  { signal, onProgress }: AskOptions<Progress> = {},
): Promise<Answer> {
  const thread = startThread(script, { workerData: order });
  const end = (): void => void thread.terminate();
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  return new Promise((resolve, reject) => {
    let settle = (code: number): void => reject(new Error(`the thread ended without an answer (${code})`));
    thread.on('message', (message: Message<Answer, Progress>) => {
      if ('progress' in message) onProgress?.(message.progress);
      else if ('answer' in message) settle = () => resolve(message.answer);
      else settle = () => reject(new AppError(message.refused.code, message.refused.details));
    });
    thread.once('error', (error) => {
      settle = () => reject(error);
    });
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      settle(code);
    });
  });
}

/** The thread's side: does the work that `askThread` orders. `transferOf` names the memory of an answer that is moved instead of copied. */
export async function answerInThread<Order, Answer, Progress = never>(
  work: (order: Order, tell: (progress: Progress) => void) => Answer | Promise<Answer>,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): Promise<void> {
  const port = must(parentPort, 'this file runs as a thread');
  const say = (message: Message<Answer, Progress>, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  try {
    const answer = await work(workerData as Order, (progress) => say({ progress }));
    say({ answer }, transferOf(answer));
  } catch (error) {
    const expected = isDiskFull(error) ? diskFull() : error;
    // Anything else is a bug, and ends the thread with its stack.
    if (!(expected instanceof AppError)) throw error;
    say({ refused: { code: expected.code, details: expected.details } });
  }
}
