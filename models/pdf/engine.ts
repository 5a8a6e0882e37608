import { z } from 'zod';
import type { PdfEngine, PdfHeader, PdfText, PdfTextLimits, RasterImage } from '../ports.ts';
import { accepting, COUNT, RASTER } from '../runtime/answers.ts';
import { ownedBytes } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { besideModule } from '../threads/beside.ts';
import type { RenderInput, TextInput } from './options.ts';

/**
 * The memory that a worker may use for unpacking a file: 15 MB of PDF unpack to 15 GB. Measured: the largest accepted
 * image, of 50 million pixels, takes at most 760 MB.
 */
export const PDF_OUTSIDE_BYTES_MAX = 1024 * 1024 * 1024;

/** The worker script for both pools of the PDF engine. */
export const PDF_WORKER = besideModule(import.meta.url, 'worker');

export interface PdfEngineOptions {
  /** Inspection happens while a client waits, so it has its own workers and never queues behind a slow page. */
  inspectPool: WorkerPool;
  renderPool: WorkerPool;
  inspectTimeoutMs: number;
  renderTimeoutMs: number;
  /** For the text of all pages together. */
  textTimeoutMs: number;
}

/** Returns page counts, text and rasters of PDF files. A file that blocks a worker costs only that worker. */
export function createPdfEngine(options: PdfEngineOptions): PdfEngine {
  const { inspectPool, renderPool, inspectTimeoutMs, renderTimeoutMs, textTimeoutMs } = options;
  return {
    inspect: async (file) => {
      const input = ownedBytes(file);
      const call = { timeoutMs: inspectTimeoutMs, transfer: [input.buffer], isAnswer: isPdfHeader };
      return inspectPool.call('inspect', input, call);
    },
    render: async (file, page = 0) => {
      const input = { file: ownedBytes(file), page } satisfies RenderInput;
      const call = { timeoutMs: renderTimeoutMs, transfer: [input.file.buffer], isAnswer: isRaster };
      return renderPool.call('render', input, call);
    },
    text: async (file, limits) => {
      const input = { file: ownedBytes(file), limits } satisfies TextInput;
      const call = { timeoutMs: textTimeoutMs, transfer: [input.file.buffer], isAnswer: isPdfTextWithin(limits) };
      return renderPool.call('text', input, call);
    },
  };
}

/** Blanks between the pieces of a row add to its letters: never more of them than letters. */
const WITH_BLANKS = 2;

const isRaster = accepting<RasterImage>(RASTER);
const isPdfHeader = accepting<PdfHeader>(z.object({ pageCount: COUNT, encrypted: z.boolean() }));
const TEXT = z.object({ pageCount: COUNT, pages: z.array(z.object({ lines: z.array(z.string()) })) });

/** Returns whether this can be text within `limits`. */
function isPdfTextWithin({ pagesMax, charsMax }: PdfTextLimits) {
  return accepting<PdfText>(TEXT, ({ pages, pageCount }) => {
    const chars = pages.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.length, 0);
    const fits = pages.every(({ lines }) => lines.length <= charsMax);
    return fits && pages.length <= Math.min(pageCount, pagesMax) && chars <= WITH_BLANKS * charsMax;
  });
}
