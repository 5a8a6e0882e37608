import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** pdf.js reads its fonts, character maps and decoders from its own package; nothing is downloaded. */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => `${join(PACKAGE, name)}/`;
/** A font for Latin letters, which pdf.js includes for files that name Helvetica and embed no font. */
export const PLAIN_FONT = join(PACKAGE, 'standard_fonts', 'LiberationSans-Regular.ttf');

/**
 * Runs `use` on the opened document and always frees it. Runs no scripts and no XFA forms. `imagePixelsMax` limits each
 * embedded image: without it, 2.7 kB of PDF took 22 s and 4.8 GB. Throws pdf.js's own errors (`PasswordException`,
 * `InvalidPDFException`), and one if the file claims a negative number of pages, which pdf.js accepts.
 */
export async function withDocument<T>(
  file: Uint8Array,
  imagePixelsMax: number,
  use: (document: PDFDocumentProxy) => Promise<T>,
  verbosity: number = VerbosityLevel.ERRORS,
): Promise<T> {
  const task = getDocument({
    data: file,
    maxImageSize: imagePixelsMax,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
    verbosity,
  });
  try {
    const document = await task.promise;
    if (document.numPages < 0) throw new RangeError(`The PDF says that it has ${document.numPages} pages.`);
    return await use(document);
  } finally {
    await task.destroy();
  }
}
