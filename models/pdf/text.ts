import { PasswordException, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngineError, type PdfText, type PdfTextLimits } from '../ports.ts';
import { withDocument } from './document.ts';
import type { PdfWorkerData } from './options.ts';
import { rowsOf, type TextRun } from './rows.ts';

/** Bits of `annotationFlags` (ISO 32000-1, table 165): hidden, or not shown on the screen. */
const HIDDEN_FLAGS = 0b10_0010;
/** The text height of a form field if the file does not state it: the usual size of print. */
const FIELD_TEXT_HEIGHT = 10;

/**
 * Returns the embedded text of the first pages, including values of form fields. Reading ends with the page that
 * exceeds the limit of characters. Throws `bad_input` if the file needs a password or cannot be read.
 */
export async function readPdfText(file: Uint8Array, limits: PdfTextLimits, data: PdfWorkerData): Promise<PdfText> {
  try {
    return await withDocument(file, data.imagePixelsMax, async (document) => {
      const pages: PdfText['pages'] = [];
      let charsLeft = limits.charsMax;
      for (let number = 1; number <= Math.min(document.numPages, limits.pagesMax) && charsLeft > 0; number++) {
        const page = await document.getPage(number);
        const runs = await runsOf(page, charsLeft);
        charsLeft -= runs.reduce((chars, { text }) => chars + text.length, 0);
        pages.push({ lines: rowsOf(runs) });
        page.cleanup();
      }
      return { pageCount: document.numPages, pages };
    });
  } catch (error) {
    const why = error instanceof PasswordException ? 'needs a password' : 'cannot be read';
    throw new EngineError('bad_input', `The PDF ${why}.`, error);
  }
}

async function runsOf(page: PDFPageProxy, charsMax: number): Promise<TextRun[]> {
  const runs: TextRun[] = [];
  let chars = 0;
  const add = (run: TextRun): void => {
    runs.push({ ...run, text: run.text.slice(0, charsMax - chars) });
    chars += run.text.length;
  };
  // As a stream, so that reading can stop early on a page of endless text.
  const reader = page.streamTextContent().getReader();
  while (chars < charsMax) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) if (chars < charsMax && item.str) add(toRun(item));
  }
  await reader.cancel(new Error('enough was read'));
  for (const field of await page.getAnnotations()) if (chars < charsMax && isShownField(field)) add(fieldRun(field));
  return runs;
}

/** pdf.js's text item; its types do not specify the stream's chunks. */
interface TextItem {
  str: string;
  dir: string;
  transform: [number, number, number, number, number, number];
  width: number;
  height: number;
}

function toRun({ str, dir, transform, width, height }: TextItem): TextRun {
  const [a, b, , , x, y] = transform;
  return { text: str, x, y, width, height, angle: Math.atan2(b, a), rightToLeft: dir === 'rtl' };
}

interface Field {
  fieldValue: string;
  rect: [number, number, number, number];
}

function isShownField(annotation: Partial<Field> & { annotationFlags?: number }): annotation is Field {
  const { fieldValue, rect, annotationFlags = 0 } = annotation;
  return (
    typeof fieldValue === 'string' && fieldValue !== '' && Array.isArray(rect) && !(annotationFlags & HIDDEN_FLAGS)
  );
}

function fieldRun({ fieldValue, rect: [x, y, right, top] }: Field): TextRun {
  const height = Math.min(FIELD_TEXT_HEIGHT, top - y);
  const baseline = y + (top - y - height) / 2;
  return { text: fieldValue, x, y: baseline, width: right - x, height, angle: 0, rightToLeft: false };
}
