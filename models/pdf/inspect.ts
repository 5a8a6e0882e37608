import { PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngineError, type PdfHeader } from '../ports.ts';
import { withDocument } from './document.ts';
import type { PdfWorkerData } from './options.ts';

/**
 * Page count, and whether a password is needed to open the file (the count is 0 then, since it cannot be read); a PDF
 * that only an owner's password protects opens without. Throws `bad_input` where it is no readable PDF.
 */
export async function inspectPdf(file: Uint8Array, limits: PdfWorkerData): Promise<PdfHeader> {
  try {
    return await withDocument(file, limits.imagePixelsMax, async (document) => {
      return { pageCount: document.numPages, encrypted: false };
    });
  } catch (error) {
    if (error instanceof PasswordException) return { pageCount: 0, encrypted: true };
    throw new EngineError('bad_input', 'The file is no readable PDF.', error);
  }
}
