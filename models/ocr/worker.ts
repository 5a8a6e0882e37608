import { EngineError, type Quad, type RasterImage } from '../ports.ts';
import { passageOf } from '../runtime/gate.ts';
import { type Operations, serveOperations } from '../runtime/serve.ts';
import type { ReadInput, TextWorkerData } from './options.ts';

/** What reads by the other backend is not loaded. */
serveOperations(async (data: TextWorkerData) => (data.backend === 'native' ? readHere(data) : prepareForThread()));

async function readHere({ gate, ...options }: TextWorkerData): Promise<Operations> {
  if (gate === undefined) throw new EngineError('unavailable', 'The text recogniser was started without its gate.');
  const { loadReaders, readPage } = await import('./native.ts');
  const { probeReaders } = await import('./probe.ts');
  const readers = await loadReaders(options, passageOf(gate));
  return {
    probe: async () => ({ output: await probeReaders(readers) }),
    read: async (input: ReadInput) => ({ output: await readPage(input, readers) }),
  };
}

async function prepareForThread(): Promise<Operations> {
  const { preparePicture } = await import('./picture.ts');
  return {
    prepare: async ({ image, omitted }: { image: RasterImage; omitted: readonly Quad[] }) => {
      const output = await preparePicture(image, omitted);
      return { output, transfer: [output.file.buffer] };
    },
  };
}
