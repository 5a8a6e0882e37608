import type { Quad, RasterImage } from '../ports.ts';
import { type Operations, serveOperations } from '../runtime/serve.ts';
import type { ReadInput, TextWorkerData } from './options.ts';

/** What reads by the other backend is not loaded. */
serveOperations(async (data: TextWorkerData) => (data.backend === 'native' ? readHere(data) : prepareForThread()));

async function readHere(options: TextWorkerData): Promise<Operations> {
  const { loadReaders, readPage } = await import('./native.ts');
  const { probeReaders } = await import('./probe.ts');
  const readers = await loadReaders(options);
  return {
    probe: async () => ({ output: await probeReaders(readers.first) }),
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
