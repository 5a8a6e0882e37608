import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { ImageKind, PasswordException, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngineError, type RasterImage } from '../ports.ts';
import { countLostPictures } from './decoders.ts';
import { PLAIN_FONT, withDocument } from './document.ts';
import { isEmptyPage } from './empty-page.ts';
import { IMAGE_SHARE_MIN, type PdfWorkerData } from './options.ts';

// The fallback fonts of pdf.js for broken embedded fonts: it uses these names, and no system font is available.
for (const family of ['sans-serif', 'serif', 'monospace']) GlobalFonts.registerFromPath(PLAIN_FONT, family);

/** PDF user space: 72 units per inch. */
const UNITS_PER_INCH = 72;
/** A page the size of a card would be unreadably small at 200 dpi: its content is mostly a photograph. */
const RENDER_SIDE_PIXELS_MIN = 1600;
const BITS_A_PIXEL: Readonly<Record<number, number>> = {
  [ImageKind.GRAYSCALE_1BPP]: 1,
  [ImageKind.RGB_24BPP]: 24,
  [ImageKind.RGBA_32BPP]: 32,
};

/**
 * Renders one page (from 0) on white, at `renderDpi` within the limits of the working size. Throws `bad_input` if the
 * file needs a password or cannot be read, if an image on the page cannot be decoded, and if the page is in one colour
 * although it has content: pdf.js leaves out what it cannot decode. An empty page is rendered blank.
 */
export async function renderPdf(file: Uint8Array, limits: PdfWorkerData, index = 0): Promise<RasterImage> {
  try {
    // pdf.js takes the bytes away, and they may be read again.
    return await withDocument(file.slice(), limits.imagePixelsMax, async (document) => {
      const page = await document.getPage(index + 1);
      const lostBefore = countLostPictures();
      const image = await renderPage(page, limits);
      // For masks, and for pictures within the page's own operators, this is the only indication.
      if (hasLostImage(page) || countLostPictures() > lostBefore)
        throw new EngineError('bad_input', 'An image in the PDF cannot be decoded.');
      if (isUniform(image.pixels) && !(await isEmptyPage(file, limits, index))) {
        throw new EngineError(
          'bad_input',
          'The content of the PDF page cannot be decoded, so the page would be blank.',
        );
      }
      return image;
    });
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const why = error instanceof PasswordException ? 'needs a password' : 'cannot be read';
    throw new EngineError('bad_input', `The PDF ${why}.`, error);
  }
}

async function renderPage(page: PDFPageProxy, limits: PdfWorkerData): Promise<RasterImage> {
  const viewport = page.getViewport({ scale: renderScale(page, limits) });
  const width = Math.max(1, Math.round(viewport.width));
  const height = Math.max(1, Math.round(viewport.height));
  const canvas = createCanvas(width, height);
  const task = page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#ffffff' });
  // Skia draws lazily, when the pixels are read: if that happened only at the end, a page of 400,000 lines would keep
  // this thread in native code for a minute, where it cannot be ended.
  task.onContinue = (goOn: () => void) => {
    canvas.getContext('2d').getImageData(0, 0, 1, 1);
    goOn();
  };
  await task.promise;
  return { width, height, pixels: withoutAlpha(canvas.getContext('2d').getImageData(0, 0, width, height).data) };
}

function renderScale(page: PDFPageProxy, limits: PdfWorkerData): number {
  const { width, height } = page.getViewport({ scale: 1 });
  const side = Math.max(width, height);
  if (!(side > 0)) throw new EngineError('bad_input', 'The page of the PDF has no size.');
  const pixels = (side * limits.renderDpi) / UNITS_PER_INCH;
  return Math.min(Math.max(pixels, RENDER_SIDE_PIXELS_MIN), limits.workingSidePixelsMax) / side;
}

function hasLostImage(page: PDFPageProxy): boolean {
  for (const objects of [page.objs, page.commonObjs]) {
    for (const [id, object] of objects as Iterable<[string, unknown]>) {
      if (id.includes('img_') && isLost(object)) return true;
    }
  }
  return false;
}

/** pdf.js resolves an image that it could not decode to null, and one whose data ends early to incomplete data: it paints nothing there. */
function isLost(image: unknown): boolean {
  if (image === null) return true;
  const {
    width = 0,
    height = 0,
    kind = 0,
    data,
  } = image as Partial<Record<'width' | 'height' | 'kind', number>> & {
    data?: Uint8Array | null;
  };
  const bits = BITS_A_PIXEL[kind];
  // Masks, and pictures that another decoder made a bitmap of, have no such kind or data.
  if (bits === undefined || !ArrayBuffer.isView(data)) return false;
  return data.length * 8 < width * height * bits * IMAGE_SHARE_MIN;
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

function isUniform(pixels: Uint8Array): boolean {
  const first = pixels[0];
  return pixels.every((value) => value === first);
}
