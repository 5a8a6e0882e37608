import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { netVersion } from './mrz/net/weights.ts';
import type { EngineState } from './ports.ts';

const require = createRequire(import.meta.url);

/** What an engine is made of. */
export interface EngineSoftware {
  /** Its package or model with the version, such as `tesseract.js 7.0.0`; null where it is not there. */
  version: string | null;
  /** What it computes with. All of it is on this machine's processor. */
  backend: string;
}

/** By engine. Loads none of them. */
export function engineSoftware(): Record<EngineState['engine'], EngineSoftware> {
  const libvips = { version: nameOf('sharp'), backend: 'native (libvips)' };
  const net = netVersion();
  return {
    image: libvips,
    pdf: { version: nameOf('pdfjs-dist'), backend: 'JavaScript, native canvas' },
    quality: libvips,
    text: { version: nameOf('tesseract.js'), backend: 'WebAssembly' },
    mrz: { version: net && `custos-mrz ${net}`, backend: 'WebAssembly (TensorFlow.js)' },
    barcode: { version: nameOf('zxing-wasm'), backend: 'WebAssembly' },
    face: { version: nameOf('@vladmandic/human'), backend: 'WebAssembly (TensorFlow.js)' },
  };
}

/** A package with its version. Not every package lets its `package.json` be required: it is looked for above what it exports. */
function nameOf(name: string): string | null {
  try {
    for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
      const found = readPackage(join(folder, 'package.json'));
      if (found?.name === name) return `${name} ${found.version}`;
    }
  } catch {
    // It is not installed: the engine's own state says what is wrong.
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
