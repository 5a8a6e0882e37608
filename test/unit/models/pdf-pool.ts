import { PDF_WORKER } from '../../../models/pdf/engine.ts';
import { WorkerPool } from '../../../models/runtime/pool.ts';

/** One thread that draws PDFs, as large as in the product unless set otherwise. `outsideBytesMax` limits what its files may unpack to. */
export function createPdfPool(options: { workingSidePixelsMax?: number; outsideBytesMax?: number } = {}): WorkerPool {
  const { workingSidePixelsMax = 3_000, ...bounds } = options;
  return new WorkerPool({
    name: 'pdf',
    script: PDF_WORKER,
    data: { imagePixelsMax: 50_000_000, renderDpi: 200, workingSidePixelsMax },
    size: 1,
    queueMax: 10,
    loadTimeoutMs: 60_000,
    ...bounds,
  });
}
