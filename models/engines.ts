import { join } from 'node:path';
import { BARCODE_WORKER, createBarcodeEngine } from './barcode/engine.ts';
import { createFaceEngine, FACE_WORKER } from './face/engine.ts';
import type { FaceNetsChoice } from './face/nets.ts';
import { createImageEngine, PICTURE_WORKER } from './image/engine.ts';
import { createLivenessEngine } from './liveness/engine.ts';
import { createMrzEngine, MRZ_BACKENDS, MRZ_WORKER } from './mrz/engine.ts';
import { createTextEngine } from './ocr/engine.ts';
import { exchangeable, type Text } from './ocr/exchangeable.ts';
import { createPdfEngine, PDF_OUTSIDE_BYTES_MAX, PDF_WORKER } from './pdf/engine.ts';
import { type AddedLanguage, type EngineState, type Engines, OPTIONAL_ENGINE } from './ports.ts';
import { createPpocrEngine } from './ppocr/engine.ts';
import { PPOCR_WORKER } from './ppocr/options.ts';
import { createQualityEngine } from './quality/engine.ts';
import { type BackendChoice, Backends, type Refusal } from './runtime/backends.ts';
import { letHeapsGrow } from './runtime/heap-growth.ts';
import type { ManagedEngine } from './runtime/managed.ts';
import type { Backend } from './runtime/nets.ts';
import { WorkerPool } from './runtime/pool.ts';

/** Limits of each engine's calls, in pixels and milliseconds. */
export interface EngineLimits {
  imagePixelsMax: number;
  workingSidePixelsMax: number;
  pdfRenderDpi: number;
  pdfInspectTimeoutMs: number;
  pdfRenderTimeoutMs: number;
  pdfTextTimeoutMs: number;
  imageTimeoutMs: number;
  textTimeoutMs: number;
  mrzTimeoutMs: number;
  barcodeTimeoutMs: number;
  faceTimeoutMs: number;
  /** Of one frame of a challenge. */
  frameTimeoutMs: number;
  engineLoadTimeoutMs: number;
}

export interface EngineOptions {
  /** The folder that `models/fill-weights.mjs` fills; a package has it elsewhere. */
  weightsDir: string;
  /** Tesseract's codes, the most likely first. */
  languages: string[];
  /** Language data in other folders; it takes precedence over the weights folder's data of the same languages. */
  addedLanguages?: readonly AddedLanguage[];
  /** Threads of each kind. The same ones decode and measure pictures. */
  workers: { text: number; face: number; image: number; pdf: number };
  /** The script of an engine's threads; its own worker unless tests replace it. */
  scripts?: Partial<Record<'image' | 'pdf' | 'text' | 'secondText' | 'mrz' | 'barcode' | 'face', URL>>;
  /** The nets for face recognition; by default the shipped ones. */
  faceNets?: FaceNetsChoice;
  /** What computes the nets of faces, of the MRZ and of text. By default `auto`, which each engine interprets itself. */
  backend?: BackendChoice;
  /** Called when the face engine has chosen a backend, first at start and again whenever one has failed. */
  onBackend?(backend: Backend, refused: readonly Refusal[]): void;
  limits: EngineLimits;
}

/** Calls that may wait for one kind of worker; the pipeline runs far fewer at once. */
const QUEUE_MAX = 64;
/** Pixels and models are outside V8's heap; a file that makes the libraries accumulate objects ends its worker. */
const HEAP_BYTES_MAX = 768 * 2 ** 20;

/**
 * Creates all engines of the appliance, none of them loaded yet: `warm` loads them, and so does the first call. Only its first call loads the second
 * text engine: most documents never need it, and without it the first engine's reading stays in force.
 */
export function createEngines(options: EngineOptions): Engines {
  letHeapsGrow();
  const { limits } = options;
  const pools = createPools(options);
  const text = exchangeable(createText(options));
  const mrz = createMrzBackends(options);
  const face = createFaceBackends(options);
  const parts: Record<EngineState['engine'], ManagedEngine[]> = {
    image: [pools.picture],
    pdf: [pools.pdfInspect, pools.pdfRender],
    quality: [pools.picture],
    text: [text],
    second_text: [pools.secondText],
    mrz: [mrz],
    barcode: [pools.barcode],
    face: [face],
  };
  const all = [...new Set(Object.values(parts).flat())];
  const loadedAtStart = all.filter((part) => part !== pools.secondText);
  return {
    image: createImageEngine(pools.picture, limits.imageTimeoutMs),
    pdf: createPdfEngine({
      inspectPool: pools.pdfInspect,
      renderPool: pools.pdfRender,
      inspectTimeoutMs: limits.pdfInspectTimeoutMs,
      renderTimeoutMs: limits.pdfRenderTimeoutMs,
      textTimeoutMs: limits.pdfTextTimeoutMs,
    }),
    quality: createQualityEngine(pools.picture, limits.imageTimeoutMs),
    text,
    secondText: createPpocrEngine(pools.secondText, limits.textTimeoutMs),
    mrz: createMrzEngine(mrz, limits.mrzTimeoutMs),
    barcode: createBarcodeEngine(pools.barcode, limits.barcodeTimeoutMs),
    face: createFaceEngine(face, limits.faceTimeoutMs, options.faceNets),
    liveness: createLivenessEngine(face, limits.frameTimeoutMs, options.faceNets),
    warm: async () => {
      await Promise.allSettled(loadedAtStart.map((part) => part.warm()));
    },
    states: () =>
      Object.entries(parts).map(([engine, of]) => ({
        ...stateOf(engine as EngineState['engine'], of),
        ...(engine === 'face' && backendOf(face)),
        ...(engine === 'mrz' && backendOf(mrz)),
        ...(engine === 'text' && backendOf(text)),
        ...(engine === OPTIONAL_ENGINE && pools.secondText.unused() && { state: 'unused' as const }),
      })),
    useLanguages: (languages, addedLanguages) =>
      text.exchange(createText({ ...options, languages: [...languages], addedLanguages })),
    close: async () => {
      await Promise.all(all.map((part) => part.close()));
    },
  };
}

type PoolName = 'picture' | 'pdfInspect' | 'pdfRender' | 'barcode' | 'secondText';

function createPools(options: EngineOptions): Record<PoolName, WorkerPool> {
  const { limits, workers, weightsDir, scripts = {} } = options;
  const create = (name: string, script: URL, size: number, data: unknown, more = {}): WorkerPool =>
    new WorkerPool({ ...poolDefaults(limits), name, script, size, data, ...more });
  const { imagePixelsMax, workingSidePixelsMax, pdfRenderDpi } = limits;
  const pdf = { imagePixelsMax, workingSidePixelsMax, renderDpi: pdfRenderDpi };
  const bounded = { outsideBytesMax: PDF_OUTSIDE_BYTES_MAX };
  return {
    picture: create('image', scripts.image ?? PICTURE_WORKER, workers.image, { imagePixelsMax, workingSidePixelsMax }),
    pdfInspect: create('pdf', scripts.pdf ?? PDF_WORKER, 1, pdf, bounded),
    pdfRender: create('pdf', scripts.pdf ?? PDF_WORKER, workers.pdf, pdf, bounded),
    // One is enough for about four cores: it takes a sixth of a verification's time.
    barcode: create('barcode', scripts.barcode ?? BARCODE_WORKER, half(workers.text), { weightsDir }, { warmSize: 1 }),
    secondText: create(
      'secondText',
      scripts.secondText ?? PPOCR_WORKER,
      half(workers.text),
      { weightsDir },
      { warmSize: 1 },
    ),
  };
}

const half = (threads: number): number => Math.ceil(threads / 2);

function poolDefaults({ engineLoadTimeoutMs }: EngineLimits) {
  return {
    queueMax: QUEUE_MAX,
    loadTimeoutMs: engineLoadTimeoutMs,
    heapBytesMax: HEAP_BYTES_MAX,
  };
}

/** It never uses a graphics processor, whatever the setting. */
function createMrzBackends({
  limits,
  workers,
  weightsDir,
  scripts = {},
  backend: choice = 'auto',
}: EngineOptions): Backends {
  return new Backends({
    name: 'mrz',
    choice: choice === 'gpu' ? 'auto' : choice,
    candidates: MRZ_BACKENDS,
    createPool: (backend) =>
      new WorkerPool({
        ...poolDefaults(limits),
        name: 'mrz',
        script: scripts.mrz ?? MRZ_WORKER,
        size: workers.text,
        warmSize: half(workers.text),
        data: { weightsDir, backend },
      }),
    probeTimeoutMs: limits.engineLoadTimeoutMs,
  });
}

function createFaceBackends({
  limits,
  workers,
  weightsDir,
  scripts = {},
  backend: choice = 'auto',
  faceNets,
  onBackend,
}: EngineOptions): Backends {
  return new Backends({
    name: 'face',
    choice,
    createPool: (backend) =>
      new WorkerPool({
        ...poolDefaults(limits),
        name: 'face',
        script: scripts.face ?? FACE_WORKER,
        // There is one graphics processor, and it does one thing at a time.
        size: backend === 'gpu' ? 1 : workers.face,
        data: { weightsDir, backend, ...(faceNets && { faceNets }) },
      }),
    probeTimeoutMs: limits.engineLoadTimeoutMs,
    ...(onBackend && { onChosen: onBackend }),
  });
}

function backendOf(backends: Pick<Backends, 'backend' | 'refused'>): Pick<EngineState, 'backend' | 'refused'> {
  const backend = backends.backend();
  return backend === null ? {} : { backend, refused: backends.refused() };
}

function createText(options: EngineOptions): Text {
  const { limits, workers, weightsDir, languages, addedLanguages = [], scripts = {}, backend = 'auto' } = options;
  return createTextEngine({
    languageDir: join(weightsDir, 'text'),
    languages,
    addedLanguages,
    workers: workers.text,
    backend,
    ...(scripts.text && { nativeScript: scripts.text }),
    timeoutMs: limits.textTimeoutMs,
    loadTimeoutMs: limits.engineLoadTimeoutMs,
  });
}

function stateOf(engine: EngineState['engine'], parts: ManagedEngine[]): EngineState {
  const problem = parts.map((part) => part.problem()).find((sentence) => sentence !== null);
  if (problem !== undefined && problem !== null) return { engine, state: 'failed', problem };
  return { engine, state: parts.every((part) => part.ready()) ? 'ready' : 'loading' };
}
