import type { Worker } from 'node:worker_threads';
import { besideModule } from '../../../models/threads/beside.ts';
import { type MemoryLimits, roomFor, watchMemory } from '../../../models/threads/memory.ts';
import { startThread } from '../../../models/threads/start.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Raster } from './draw.ts';
import type { Report } from './layout/blocks.ts';
import type { Limits } from './layout/flow.ts';

const MEMORY: MemoryLimits = { heapBytesMax: LIMITS.reportHeapBytesMax };

export type ThreadOrder =
  | { kind: 'picture'; picture: Raster | null }
  | { kind: 'draw'; report: Report; limits: Limits };
export type ThreadAnswer = { file: Uint8Array } | { problem: string };

export interface ReportDrawer {
  /**
   * Draws the report as a PDF file in a separate thread. Takes `pictures` (null: there is none to show) one at a time,
   * so large ones are never in memory together. Rejects with `queue_full` if too many reports wait.
   */
  draw(report: Report, pictures: AsyncIterable<Raster | null>): Promise<Buffer>;
}

/** Creates a drawer that draws one report after the other, each within a time limit and a heap limit. */
export function createReportDrawer(
  limits: { timeoutMs: number } = { timeoutMs: LIMITS.reportTimeoutMs },
): ReportDrawer {
  const inTurn = createTurns({ atOnce: 1, waitingMax: LIMITS.reportsWaitingMax - 1, refuse: tooMany });
  return { draw: (report, pictures) => inTurn(() => drawInThread(report, pictures, limits.timeoutMs)) };
}

function tooMany(): AppError {
  return new AppError('queue_full', {
    detail: 'Too many reports are being created. Wait a few seconds, then try again.',
    retryAfterSeconds: 5,
  });
}

async function drawInThread(
  report: Report,
  pictures: AsyncIterable<Raster | null>,
  timeoutMs: number,
): Promise<Buffer> {
  const thread = startThread(besideModule(import.meta.url, 'report-thread'), {
    ...roomFor(MEMORY),
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  promise.catch(() => {});
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`the thread for reports ended with ${code}`)));
  let timer: NodeJS.Timeout | undefined;
  const unwatch = watchMemory(thread, MEMORY, () => reject(new Error('drawing a report took too much memory')));
  try {
    for await (const picture of pictures) send(thread, { kind: 'picture', picture });
    // The time starts here: the engines that decode the pictures limit their own time.
    timer = setTimeout(() => reject(new Error('drawing a report took too long')), timeoutMs);
    send(thread, {
      kind: 'draw',
      report,
      limits: { pagesMax: LIMITS.reportPagesMax, textCharsMax: LIMITS.reportTextCharsMax },
    });
    const answer = await promise;
    if ('problem' in answer) throw new Error(`a report could not be drawn (${answer.problem})`);
    return Buffer.from(answer.file);
  } finally {
    clearTimeout(timer);
    unwatch();
    await thread.terminate();
  }
}

function send(thread: Worker, order: ThreadOrder): void {
  thread.postMessage(order);
}
