import type { PdfEngine, PdfHeader, PdfText, RasterImage } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedBytes } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import type { RenderInput, TextInput } from './options.ts';

/** The script for both pools of the PDF engine. */
export const PDF_WORKER = besideModule(import.meta.url, 'worker');

export interface PdfEngineOptions {
  /** Inspecting happens while a client waits, so it has workers of its own and never queues behind a slow page. */
  inspectPool: WorkerPool;
  renderPool: WorkerPool;
  inspectTimeoutMs: number;
  renderTimeoutMs: number;
  /** For the text of all pages together. */
  textTimeoutMs: number;
}

/** PDF files to page counts, text and rasters. A file that blocks a worker costs that worker, and nothing else. */
export function createPdfEngine(options: PdfEngineOptions): PdfEngine {
  const { inspectPool, renderPool, inspectTimeoutMs, renderTimeoutMs, textTimeoutMs } = options;
  return {
    inspect: async (file) => {
      const input = ownedBytes(file);
      const call = { timeoutMs: inspectTimeoutMs, transfer: [input.buffer] };
      return (await inspectPool.call('inspect', input, call)) as PdfHeader;
    },
    render: async (file, page = 0) => {
      const input = { file: ownedBytes(file), page } satisfies RenderInput;
      const call = { timeoutMs: renderTimeoutMs, transfer: [input.file.buffer] };
      return (await renderPool.call('render', input, call)) as RasterImage;
    },
    text: async (file, limits) => {
      const input = { file: ownedBytes(file), limits } satisfies TextInput;
      const call = { timeoutMs: textTimeoutMs, transfer: [input.file.buffer] };
      return (await renderPool.call('text', input, call)) as PdfText;
    },
  };
}
