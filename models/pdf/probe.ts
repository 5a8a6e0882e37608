import { EngineError } from '../ports.ts';
import type { PdfWorkerData } from './options.ts';
import { renderPdf } from './render.ts';

/** A page with a black corner, without a cross-reference table: pdf.js finds the objects itself. */
const PROBE = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 4 0 R >> endobj
4 0 obj << /Length 14 >> stream
0 0 36 36 re f
endstream endobj
trailer << /Root 1 0 R >>
`;

/**
 * Renders a page of its own, so that a worker reports ready only when parser and canvas work, and the first client does
 * not wait for them to load. Throws `unavailable` if they do not.
 */
export async function probePdf(limits: PdfWorkerData): Promise<void> {
  try {
    await renderPdf(new TextEncoder().encode(PROBE), limits);
  } catch (error) {
    throw new EngineError('unavailable', 'The PDF engine cannot draw a page here. Install Custos again.', error);
  }
}
