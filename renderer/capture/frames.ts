import type { CaptureChallenge } from '../../server/contract/capture-page.ts';

/** One frame with its time, in ms since the challenge began. */
export interface Frame {
  jpeg: Blob;
  atMs: number;
}

/** Sends a batch under the nonce and counter of the answer before, and returns the next answer. */
export type SendFrames = (before: CaptureChallenge, frames: readonly Frame[]) => Promise<CaptureChallenge>;

/** Frames of one request. A pump never holds more, so pictures do not pile up. */
const BATCH_FRAMES_MAX = 6;
/** The appliance counts requests; batches of this length stay far below its limit. */
const BATCH_MS_MIN = 240;
/** Between two frames: at best, and when the appliance is slow. The appliance needs 10 frames a second for fast moves. */
const INTERVAL_MS_MIN = 80;
const INTERVAL_MS_MAX = 240;
const SLOWER = 1.5;
/** So many batches without a full queue make the frames faster again. */
const CALM_BATCHES = 3;

export interface Pump {
  /** Time from one frame to the next, in ms; longer while the appliance is slow. */
  readonly intervalMs: number;
  /** Whether frames were left out, because the appliance answers slowly. */
  readonly slow: boolean;
  /** Takes a frame. If the queue is full, every second frame of it is left out. */
  add(frame: Frame): void;
  /** Nothing is sent any more, and answers that are still to come are ignored. */
  stop(): void;
}

/**
 * Sends the frames of a challenge in batches, with one request at a time. It stops at the end of the challenge.
 *
 * @param first the answer that began the challenge
 * @param onAnswer called with each answer
 * @param onError called once if a request fails; the challenge then cannot go on, because its nonce is used up
 */
export function createPump(
  first: CaptureChallenge,
  send: SendFrames,
  { onAnswer, onError }: { onAnswer: (answer: CaptureChallenge) => void; onError: (error: unknown) => void },
): Pump {
  let before = first;
  let queue: Frame[] = [];
  let busy = false;
  let stopped = false;
  let calm = 0;
  let intervalMs = INTERVAL_MS_MIN;
  const flush = async (): Promise<void> => {
    const begun = queue[0];
    const last = queue.at(-1);
    if (busy || stopped || !begun || !last) return;
    if (queue.length < BATCH_FRAMES_MAX && last.atMs - begun.atMs < BATCH_MS_MIN - intervalMs) return;
    busy = true;
    const frames = queue;
    queue = [];
    try {
      const answer = await send(before, frames);
      if (stopped) return;
      before = answer;
      calm += 1;
      if (calm >= CALM_BATCHES) intervalMs = Math.max(INTERVAL_MS_MIN, intervalMs / SLOWER);
      stopped = answer.state === 'done' || answer.state === 'failed';
      onAnswer(answer);
    } catch (error) {
      if (stopped) return;
      stopped = true;
      onError(error);
    } finally {
      busy = false;
      void flush();
    }
  };
  return {
    get intervalMs() {
      return intervalMs;
    },
    get slow() {
      return intervalMs > INTERVAL_MS_MIN;
    },
    add(frame) {
      if (stopped) return;
      if (queue.length === BATCH_FRAMES_MAX) {
        queue = queue.filter((_, i) => i % 2 === 0);
        calm = 0;
        intervalMs = Math.min(INTERVAL_MS_MAX, intervalMs * SLOWER);
      }
      queue.push(frame);
      void flush();
    },
    stop() {
      stopped = true;
      queue = [];
    },
  };
}
