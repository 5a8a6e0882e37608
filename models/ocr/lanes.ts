import { EngineError } from '../ports.ts';
import { currentMeter, type Meter } from '../runtime/meter.ts';
import type { Parameters, TextThread } from './thread.ts';

/** A fixed number of threads, each with one call at a time, replaced when they fail or have served long enough. */
export interface Lanes {
  /** Starts every thread that is not there. Throws what the first of them that failed threw. */
  warm(): Promise<void>;
  /** Runs in the next free thread. Throws `timeout` at once where too many calls wait already. */
  run(file: Uint8Array, parameters: Parameters): Promise<string>;
  close(): Promise<void>;
  /** Whether every lane has its thread. */
  ready(): boolean;
}

export interface LanesOptions {
  start(): Promise<TextThread>;
  count: number;
  timeoutMs: number;
  callsPerThreadMax: number;
  waitingMax: number;
}

interface Lane {
  thread: Promise<TextThread> | null;
  started: boolean;
  calls: number;
  busy: boolean;
}
interface Call {
  file: Uint8Array;
  parameters: Parameters;
  meter: Meter | undefined;
  resolve(tsv: string): void;
  reject(error: unknown): void;
}

export function createLanes(options: LanesOptions): Lanes {
  const lanes = Array.from(
    { length: options.count },
    (): Lane => ({ thread: null, started: false, calls: 0, busy: false }),
  );
  const calls: Call[] = [];
  let closed = false;

  const threadOf = (lane: Lane): Promise<TextThread> => {
    lane.thread ??= options.start().then(
      (thread) => {
        lane.started = true;
        return thread;
      },
      (error: unknown) => {
        lane.thread = null;
        throw error;
      },
    );
    return lane.thread;
  };

  /** Drops the lane's thread; the next call, or the warm-up right behind it, starts another. */
  const replace = async (lane: Lane): Promise<void> => {
    const old = lane.thread;
    Object.assign(lane, { thread: null, started: false, calls: 0 });
    await (await old?.catch(() => null))?.end();
    if (!closed) threadOf(lane).catch(() => undefined);
  };

  const serve = async (lane: Lane, call: Call): Promise<void> => {
    try {
      const thread = await threadOf(lane);
      lane.calls += 1;
      const { file, parameters, meter } = call;
      call.resolve(await thread.recognise(file, parameters, options.timeoutMs, meter));
      if (lane.calls >= options.callsPerThreadMax) await replace(lane);
    } catch (error) {
      call.reject(error);
      await replace(lane);
    }
  };

  const pump = (): void => {
    const lane = lanes.find(({ busy }) => !busy);
    const call = lane && calls.shift();
    if (!lane || !call) return;
    lane.busy = true;
    void serve(lane, call).finally(() => {
      lane.busy = false;
      pump();
    });
  };

  return {
    warm: async () => {
      await Promise.all(lanes.map(threadOf));
    },
    run: (file, parameters) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(stopped());
        if (calls.length >= options.waitingMax)
          return reject(new EngineError('timeout', 'Too many pictures wait to be read.'));
        calls.push({ file, parameters, meter: currentMeter(), resolve, reject });
        pump();
      }),
    close: async () => {
      closed = true;
      for (const call of calls.splice(0)) call.reject(stopped());
      await Promise.all(lanes.map(async (lane) => (await lane.thread?.catch(() => null))?.end()));
    },
    ready: () => !closed && lanes.every(({ started }) => started),
  };
}

function stopped(): EngineError {
  return new EngineError('crashed', 'The text recogniser was stopped.');
}
