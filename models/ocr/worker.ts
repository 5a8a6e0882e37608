import { type Operations, serveOperations } from '../runtime/serve.ts';
import type { ReadInput, TextWorkerData } from './options.ts';

/** Does not load the modules of the other backend. */
serveOperations(async (data: TextWorkerData) => (data.backend === 'native' ? readByNets(data) : readByTesseract(data)));

async function readByNets(options: TextWorkerData): Promise<Operations> {
  const { loadReaders, readPage } = await import('./native.ts');
  const { probeReaders } = await import('./probe.ts');
  const readers = await loadReaders(options);
  return {
    probe: async () => ({ output: await probeReaders(readers.first) }),
    read: async (input: ReadInput) => ({ output: await readPage(input, readers) }),
  };
}

async function readByTesseract(options: TextWorkerData): Promise<Operations> {
  const { loadPageReader } = await import('./tesseract-page.ts');
  const read = await loadPageReader(options);
  return {
    probe: async () => ({ output: { tookMs: 0 } }),
    read: async (input: ReadInput) => ({ output: await read(input) }),
  };
}
