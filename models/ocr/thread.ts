import { createRequire } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { EngineError } from '../ports.ts';
import { type Meter, meterWorker } from '../runtime/meter.ts';
import { OFFLINE_ARGUMENTS } from '../runtime/offline.ts';
import { type MemoryLimits, roomFor, watchMemory } from '../threads/memory.ts';
import { startThread as startWorker } from '../threads/start.ts';
import type { LanguageData } from './language.ts';

/**
 * One recogniser in a thread of its own. We start the package's worker script and speak its messages ourselves: its
 * `createWorker` gives no handle on a thread that hangs while it loads, cannot cancel, leaves promises pending after
 * `terminate`, and throws uncaught where a call is refused.
 */
export interface TextThread {
  /**
   * The page as tesseract's TSV. `parameters` hold for this call, and what it costs is added to `meter`. After any error the
   * thread is ended; start another.
   */
  recognise(file: Uint8Array, parameters: Parameters, timeoutMs: number, meter?: Meter): Promise<string>;
  /** Ends the thread at once; a call in flight throws `EngineError('crashed')`. */
  end(): Promise<void>;
}

/** Tesseract's variables by name. */
export type Parameters = Record<string, string>;

export interface ThreadOptions {
  languages: readonly LanguageData[];
  loadTimeoutMs: number;
  /** Tesseract's variables that must be there when it starts (its INIT_MEMBER ones) and those that need not. */
  initial: Parameters;
  parameters: Parameters;
  /** The worker script; another one stands in for a thread that hangs, in tests. */
  script?: string;
}

/** The heap of JavaScript beside the WebAssembly memory: a hostile answer must not grow it without end. */
const MEMORY: MemoryLimits = { heapBytesMax: 384 * 2 ** 20 };
/** Tesseract's neural engine alone: the packages' data holds no other. */
const LSTM_ONLY = 1;
const WORKER_SCRIPT = createRequire(import.meta.url).resolve('tesseract.js/src/worker-script/node/index.js');

interface Answer {
  jobId: string;
  status: 'resolve' | 'reject' | 'progress';
  data: unknown;
}
interface Waiting {
  resolve(data: unknown): void;
  reject(error: EngineError): void;
}

/**
 * Starts a thread, loads the languages and sets the parameters.
 * Throws `EngineError('unavailable')` where that fails or takes longer than `loadTimeoutMs`; the thread is then gone.
 */
export async function startThread(options: ThreadOptions): Promise<TextThread> {
  const channel = openChannel(options.script ?? WORKER_SCRIPT);
  const timer = setTimeout(
    () => channel.fail(new EngineError('timeout', 'loading took too long')),
    options.loadTimeoutMs,
  );
  try {
    await load(channel, options);
  } catch (cause) {
    await channel.end();
    throw new EngineError('unavailable', 'The text recogniser cannot load its language data. Reinstall it.', cause);
  } finally {
    clearTimeout(timer);
  }
  return {
    recognise: (file, parameters, timeoutMs, meter) =>
      meterWorker(channel.worker, meter, () => recognise(channel, file, parameters, timeoutMs)),
    end: channel.end,
  };
}

async function load(channel: Channel, options: ThreadOptions): Promise<void> {
  const languages = options.languages.map(({ code, data }) => ({ code, data }));
  await channel.ask('load', { options: { lstmOnly: true, logging: false } });
  await channel.ask('loadLanguage', { langs: languages, options: { cacheMethod: 'none', lstmOnly: true } });
  const codes = languages.map(({ code }) => code).join('+');
  await channel.ask('initialize', { langs: codes, oem: LSTM_ONLY, config: options.initial });
  await channel.ask('setParameters', { params: options.parameters });
}

async function recognise(
  channel: Channel,
  file: Uint8Array,
  parameters: Parameters,
  timeoutMs: number,
): Promise<string> {
  const timer = setTimeout(() => {
    channel.fail(new EngineError('timeout', `Reading the text took longer than ${timeoutMs} ms.`));
  }, timeoutMs);
  const unwatch = watchMemory(channel.worker, MEMORY, () => {
    channel.fail(new EngineError('crashed', 'The text recogniser took more memory than it may have.'));
  });
  try {
    const data = await channel.ask('recognize', {
      image: file,
      options: parameters,
      output: { text: false, tsv: true },
    });
    const tsv = (data as { tsv?: unknown } | undefined)?.tsv;
    if (typeof tsv !== 'string') throw new EngineError('crashed', 'The text recogniser gave no page.');
    return tsv;
  } catch (error) {
    await channel.end();
    throw error;
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

interface Channel {
  worker: Worker;
  ask(action: string, payload: unknown): Promise<unknown>;
  /** Ends the thread; every question in flight, and every later one, throws `error`. */
  fail(error: EngineError): void;
  end(): Promise<void>;
}

function openChannel(script: string): Channel {
  // Its output is taken and dropped: the recogniser chats about every picture.
  const worker = startWorker(script, {
    ...roomFor(MEMORY),
    stdout: true,
    stderr: true,
    execArgv: OFFLINE_ARGUMENTS,
  });
  const waiting = new Map<string, Waiting>();
  let failure: EngineError | null = null;
  let questions = 0;

  const fail = (error: EngineError): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    void worker.terminate();
  };
  const crash = (cause?: unknown): void => fail(new EngineError('crashed', 'The text recogniser stopped.', cause));
  worker.on('error', crash);
  worker.on('exit', () => crash());
  worker.on('message', ({ jobId, status, data }: Answer) => {
    if (status === 'progress') return;
    const question = waiting.get(jobId);
    waiting.delete(jobId);
    if (status === 'resolve') question?.resolve(data);
    else question?.reject(new EngineError('crashed', 'The text recogniser refused the picture.', data));
  });
  worker.stdout.resume();
  worker.stderr.resume();

  return {
    worker,
    ask: (action, payload) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const jobId = String(++questions);
        waiting.set(jobId, { resolve, reject });
        worker.postMessage({ workerId: 'text', jobId, action, payload });
      }),
    fail,
    end: async () => {
      crash();
      await worker.terminate();
    },
  };
}
