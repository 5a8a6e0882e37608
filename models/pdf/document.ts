import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** pdf.js reads its fonts, character maps and decoders from its own package; nothing is fetched. */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => `${join(PACKAGE, name)}/`;
/** A font for Latin letters, which pdf.js brings for files that name Helvetica and hold no font. */
export const PLAIN_FONT = join(PACKAGE, 'standard_fonts', 'LiberationSans-Regular.ttf');

/**
 * Runs `use` on the opened document and frees it whatever happens. No scripts and no XFA forms run. `imagePixelsMax` bounds
 * each image inside: 2.7 kB of PDF took 22 s and 4.8 GB without it. Throws pdf.js's own errors (`PasswordException`,
 * `InvalidPDFException`), and one if the file says that it has fewer than no pages, which pdf.js takes as it stands.
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
