import { createRequire } from 'node:module';
import type { EngineVersion, TextEngine, TextPage } from '../ports.ts';
import { type BackendChoice, Backends } from '../runtime/backends.ts';
import type { ManagedEngine } from '../runtime/managed.ts';
import type { Backend } from '../runtime/nets.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { WorkerPool } from '../runtime/pool.ts';
import { isReadOutput } from './answer.ts';
import { type LanguageOptions, type ReadOutput, TEXT_WORKER, type TextWorkerData } from './options.ts';
import { meanConfidence } from './page.ts';

export interface TextEngineOptions extends LanguageOptions {
  workers: number;
  /** For one picture, without the wait for a free thread. */
  timeoutMs: number;
  loadTimeoutMs: number;
  /** `auto` by default. */
  backend?: BackendChoice;
  /** The order in which they are tried for `auto`. */
  candidates?: readonly Backend[];
  /** The script of the threads with native nets; tests replace it. */
  nativeScript?: URL;
}

/**
 * The backends for `auto`, in the order in which they are tried: the nets in onnxruntime take about an eighth of the
 * time (`models/README.md` compares the results). A graphics processor is not used for text.
 */
const AUTOMATIC: readonly Backend[] = ['native', 'wasm'];
/** Calls that may wait, and V8's heap of a worker: pixels and nets are outside it. */
const QUEUE_MAX = 64;
const HEAP_BYTES_MAX = 384 * 2 ** 20;
/** An idle thread that holds more is replaced: tesseract.js grows with use. */
const TESSERACT_BYTES_MAX = 384 * 2 ** 20;

const require = createRequire(import.meta.url);
/** Increase whenever the rows that are found, or the decoding of the nets' answers, may change. */
const ROWS = 5;
/** What read a page, by backend: Tesseract's nets in onnxruntime, on rows that Custos finds, or tesseract.js. */
const VERSIONS: Record<ReadOutput['by'], EngineVersion> = {
  native: { name: 'tesseract nets, onnxruntime', version: `${versionOf('onnxruntime-node')}+custos.${ROWS}` },
  wasm: { name: 'tesseract.js', version: versionOf('tesseract.js') },
};

/** The backend in use, and why the others are not. */
export type TextBackends = Pick<Backends, 'backend' | 'refused'>;

/**
 * Creates the text recogniser, which loads language data only from disk. `warm()` or the first call starts it: Tesseract's nets in onnxruntime, or
 * tesseract.js if these are not available. `read` throws `EngineError`: `bad_input` for pixels that are not what they claim, `timeout` (the thread is
 * replaced, the next call works), `crashed`, `unavailable` if the language data cannot be loaded.
 */
export function createTextEngine(options: TextEngineOptions): TextEngine & ManagedEngine & TextBackends {
  const { backend: choice = 'auto', candidates = AUTOMATIC } = options;
  const { languages, timeoutMs } = options;
  const backends = new Backends({
    name: 'text',
    choice: choice === 'gpu' ? 'auto' : choice,
    candidates,
    createPool: (backend) => createPool(options, backend),
    probeTimeoutMs: options.loadTimeoutMs,
  });
  return {
    read: async (image, { turn, omitted = [] } = {}): Promise<TextPage> => {
      const read = await backends.call({
        operation: 'read',
        timeoutMs,
        isAnswer: isReadOutput(image),
        input: () => {
          const { input, transfer } = ownedRaster(image);
          return { input: { image: input, omitted, ...(turn !== undefined && { turn }) }, transfer };
        },
      });
      const engine = { ...VERSIONS[read.by], languages: [...languages] };
      const confidence = meanConfidence(read.lines);
      return { lines: read.lines, confidence, ...(read.turn !== 0 && { turn: read.turn }), engine };
    },
    warm: () => backends.warm(),
    close: () => backends.close(),
    problem: () => backends.problem(),
    ready: () => backends.ready(),
    backend: () => backends.backend(),
    refused: () => backends.refused(),
  };
}

function createPool(options: TextEngineOptions, backend: Backend): WorkerPool {
  const { languageDir, languages, addedLanguages = [], nativeScript = TEXT_WORKER } = options;
  const data: TextWorkerData = { backend, languageDir, languages, addedLanguages };
  return new WorkerPool({
    name: 'text',
    script: backend === 'native' ? nativeScript : TEXT_WORKER,
    size: options.workers,
    warmSize: Math.ceil(options.workers / 2),
    data,
    queueMax: QUEUE_MAX,
    loadTimeoutMs: options.loadTimeoutMs,
    heapBytesMax: HEAP_BYTES_MAX,
    ...(backend === 'wasm' && { heldBytesMax: TESSERACT_BYTES_MAX }),
  });
}

/** Returns the version of a package, which may be missing if another one reads. */
function versionOf(name: string): string {
  try {
    return (require(`${name}/package.json`) as { version: string }).version;
  } catch {
    return 'none';
  }
}
