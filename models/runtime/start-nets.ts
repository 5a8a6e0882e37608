import { EngineError } from '../ports.ts';
import { mayHaveGraphics } from './graphics.ts';
import type { Backend, NetLoader } from './nets.ts';

/** Starts a backend in this thread; the others are not loaded. Throws `EngineError('unavailable')` where it cannot work here. */
export async function startNets(backend: Backend, weightsDir: string): Promise<NetLoader> {
  if (backend === 'wasm') return (await import('./wasm-nets.ts')).startWasmNets(weightsDir);
  if (backend === 'gpu' && !mayHaveGraphics())
    throw new EngineError('unavailable', 'This computer shows no graphics processor.');
  const { startOnnxNets } = await import('./onnx-nets.ts');
  return startOnnxNets(weightsDir, backend === 'gpu' ? 'webgpu' : 'cpu');
}
