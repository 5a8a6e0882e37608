import { OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withDocument } from './document.ts';
import type { PdfWorkerData } from './options.ts';

/** Of pdf.js' `OPS`: operations that draw nothing themselves. */
const DRAW_NOTHING: ReadonlySet<number> = new Set([
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.beginText,
  OPS.endText,
  OPS.beginMarkedContent,
  OPS.beginMarkedContentProps,
  OPS.endMarkedContent,
]);

/** Returns whether a page is empty, and pdf.js left nothing out: pdf.js reports that only as a warning on the console. */
export async function isEmptyPage(
  file: Uint8Array,
  { imagePixelsMax }: PdfWorkerData,
  index: number,
): Promise<boolean> {
  let warned = false;
  const { warn } = console;
  console.warn = () => {
    warned = true;
  };
  try {
    return await withDocument(
      file,
      imagePixelsMax,
      async (document) => {
        const { fnArray } = await (await document.getPage(index + 1)).getOperatorList();
        return !warned && fnArray.every((code) => DRAW_NOTHING.has(code));
      },
      VerbosityLevel.WARNINGS,
    );
  } finally {
    console.warn = warn;
  }
}
