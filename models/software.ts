import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { netVersion } from './mrz/net/weights.ts';
import type { EngineState, NetBackend } from './ports.ts';
import { WEIGHTS } from './runtime/weights.ts';

const require = createRequire(import.meta.url);

/** The software of an engine. */
export interface EngineSoftware {
  /** Its package or model with the version, such as `tesseract.js 7.0.0`; null if it is missing. */
  version: string | null;
  /** What it computes with; for an engine with a choice, before it has chosen. All of it is on this machine. */
  backend: string;
  /** For an engine with a choice: the name of each. */
  backends?: Readonly<Record<NetBackend, string>>;
}

/** The backends of an engine with a choice. */
const BACKENDS: Readonly<Record<NetBackend, string>> = {
  gpu: 'gpu (onnxruntime, WebGPU)',
  native: 'native (onnxruntime)',
  wasm: 'WebAssembly (TensorFlow.js)',
};

/** For text: its nets are Tesseract's either way. */
const TEXT_BACKENDS: Readonly<Record<NetBackend, string>> = { ...BACKENDS, wasm: 'WebAssembly (tesseract.js)' };

const FACE_NET = 'face/blazeface.onnx';
const SECOND_TEXT_NET = 'ppocr/recognise.onnx';

/** Returns the software by engine. Loads none of it. */
export function engineSoftware(): Record<EngineState['engine'], EngineSoftware> {
  const libvips = { version: nameOf('sharp'), backend: 'native (libvips)' };
  const net = netVersion();
  return {
    image: libvips,
    pdf: { version: nameOf('pdfjs-dist'), backend: 'JavaScript, native canvas' },
    quality: libvips,
    text: { version: nameOf('tesseract.js'), backend: 'WebAssembly', backends: TEXT_BACKENDS },
    second_text: { version: packageOf(SECOND_TEXT_NET), backend: BACKENDS.native },
    mrz: { version: net && `custos-mrz ${net}`, backend: BACKENDS.wasm, backends: BACKENDS },
    barcode: { version: nameOf('zxing-wasm'), backend: 'WebAssembly' },
    face: { version: packageOf(FACE_NET), backend: BACKENDS.wasm, backends: BACKENDS },
  };
}

/** Returns the package of a net, which may be missing at run time. */
function packageOf(listed: string): string | null {
  const net = WEIGHTS.find(({ file }) => file === listed);
  return net ? `${net.from.split('/').slice(0, 2).join('/')} ${net.version}` : null;
}

/** Returns a package with its version. Not every package exports its `package.json`, so it is searched for above the package's entry. */
function nameOf(name: string): string | null {
  try {
    for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
      const found = readPackage(join(folder, 'package.json'));
      if (found?.name === name) return `${name} ${found.version}`;
    }
  } catch {
    // Not installed: the engine's own state reports the problem.
  }
  return null;
}

function readPackage(path: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
  } catch {
    return null;
  }
}
