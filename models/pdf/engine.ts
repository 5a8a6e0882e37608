import type { PdfEngine, PdfHeader, RasterImage } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedBytes } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** The script for both pools of the PDF engine. */
export const PDF_WORKER = besideModule(import.meta.url, 'worker');

export interface PdfEngineOptions {
  /** Inspecting happens while a client waits, so it has workers of its own and never queues behind a slow page. */
  inspectPool: WorkerPool;
  renderPool: WorkerPool;
  inspectTimeoutMs: number;
  renderTimeoutMs: number;
}

/** PDF files to page counts and rasters. A file that blocks a worker costs that worker, and nothing else. */
export function createPdfEngine(options: PdfEngineOptions): PdfEngine {
  const { inspectPool, renderPool, inspectTimeoutMs, renderTimeoutMs } = options;
  const call = (pool: WorkerPool, operation: string, file: Uint8Array, timeoutMs: number): Promise<unknown> => {
    const input = ownedBytes(file);
    return pool.call(operation, input, { timeoutMs, transfer: [input.buffer] });
  };
  return {
    inspect: (file) => call(inspectPool, 'inspect', file, inspectTimeoutMs) as Promise<PdfHeader>,
    render: (file) => call(renderPool, 'render', file, renderTimeoutMs) as Promise<RasterImage>,
  };
}
