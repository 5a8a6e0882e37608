import { PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngineError, type PdfHeader } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { guardDecoders } from './decoders.ts';
import { withDocument } from './document.ts';
import type { PdfWorkerData, RenderInput, TextInput } from './options.ts';
import { probePdf } from './probe.ts';
import { renderPdf } from './render.ts';
import { readPdfText } from './text.ts';
import { unpackInPieces } from './unpack.ts';

/**
 * Returns the page count, and whether opening the file requires a password (the count is then 0, because it cannot be
 * read); a PDF with only an owner password opens without. Throws `bad_input` if it is not a readable PDF.
 */
async function inspectPdf(file: Uint8Array, limits: PdfWorkerData): Promise<PdfHeader> {
  try {
    return await withDocument(file, limits.imagePixelsMax, async (document) => {
      return { pageCount: document.numPages, encrypted: false };
    });
  } catch (error) {
    if (error instanceof PasswordException) return { pageCount: 0, encrypted: true };
    throw new EngineError('bad_input', 'The file is not a readable PDF.', error);
  }
}

serveOperations(async (limits: PdfWorkerData) => {
  guardDecoders();
  unpackInPieces();
  await probePdf(limits);
  return {
    inspect: async (file: Uint8Array) => ({ output: await inspectPdf(file, limits) }),
    render: async ({ file, page }: RenderInput) => {
      const output = await renderPdf(file, limits, page);
      return { output, transfer: [output.pixels.buffer as ArrayBuffer] };
    },
    text: async ({ file, limits: bounds }: TextInput) => ({ output: await readPdfText(file, bounds, limits) }),
  };
});
