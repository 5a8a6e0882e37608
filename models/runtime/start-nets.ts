import { readdirSync } from 'node:fs';
import { EngineError } from '../ports.ts';
import type { Backend, NetLoader } from './nets.ts';

/** Starts a backend in this thread; does not load the others. Throws `EngineError('unavailable')` if it cannot work here. */
export async function startNets(backend: Backend, weightsDir: string): Promise<NetLoader> {
  if (backend === 'wasm') return (await import('./wasm-nets.ts')).startWasmNets(weightsDir);
  if (backend === 'gpu' && !mayHaveGraphics())
    throw new EngineError('unavailable', 'This computer has no usable graphics processor.');
  const { startOnnxNets } = await import('./onnx-nets.ts');
  return startOnnxNets(weightsDir, backend === 'gpu' ? 'webgpu' : 'cpu');
}

/** Where Linux lists graphics processors: its own drivers, NVIDIA's, and Windows' under WSL. */
const LINUX_DEVICES = [
  { folder: '/dev/dri', name: /^renderD\d+$/ },
  { folder: '/dev', name: /^(?:nvidia\d+|dxg)$/ },
];

/**
 * Returns whether there may be a graphics processor. Linux lists its devices, so an appliance without one loads no
 * graphics library (which would complain); on other systems the library can always be asked.
 */
export function mayHaveGraphics(platform: NodeJS.Platform = process.platform, list = listFolder): boolean {
  if (platform !== 'linux') return true;
  return LINUX_DEVICES.some(({ folder, name }) => list(folder).some((file) => name.test(file)));
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
