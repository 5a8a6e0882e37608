import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The first page of a PDF as a PNG at 200 dpi. */
export async function renderFirstPage(file: Buffer): Promise<Buffer> {
  const task = getDocument({ data: new Uint8Array(file) });
  const document = await task.promise;
  const page = await document.getPage(1);
  const viewport = page.getViewport({ scale: 200 / 72 });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  await task.destroy();
  return canvas.toBuffer('image/png');
}
