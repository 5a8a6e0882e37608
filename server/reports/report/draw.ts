import {
  type Canvas,
  createCanvas,
  GlobalFonts,
  type Image,
  ImageData,
  loadImage,
  PDFDocument,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import { inside } from '../../../models/threads/inside.ts';
import { assert } from '../../lib/assert.ts';
import { createFontLibrary } from './fonts/library.ts';
import type { Report } from './layout/blocks.ts';
import type { Limits } from './layout/flow.ts';
import { layOut } from './layout/lay-out.ts';
import { type Op, PAGE } from './layout/page.ts';
import { dateString, parsePdf, textString, writePdf } from './pdf/objects.ts';
import { correctText, type DrawnText } from './pdf/text-layer.ts';
import { createTextSetter, type Run, type TextSetter } from './text/glyph-runs.ts';

/** An upright 8-bit sRGB picture without alpha: width * height * 3 bytes, row by row. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A picture as a small JPEG file. */
export type Thumbnail = Buffer;

const AUTHOR = 'Custos';
/** Pixels of the longer side: about 200 per inch at the size in the report. */
const THUMBNAIL_SIDE_MAX = 460;
const PICTURE_QUALITY = 78;

/** Returns a picture small enough for a report. */
export async function makeThumbnail({ width, height, pixels }: Raster): Promise<Thumbnail> {
  const whole = createCanvas(width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    data[to] = pixels[from] ?? 0;
    data[to + 1] = pixels[from + 1] ?? 0;
    data[to + 2] = pixels[from + 2] ?? 0;
    data[to + 3] = 255;
  }
  whole.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  const scale = Math.min(1, THUMBNAIL_SIDE_MAX / Math.max(width, height));
  const small = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  // Halves step by step, because a single large step would skip pixels.
  drawScaled(whole, small);
  return small.encode('jpeg', PICTURE_QUALITY);
}

function drawScaled(from: Canvas, to: Canvas): void {
  let source = from;
  while (source.width > 2 * to.width && source.height > 2 * to.height) {
    const half = createCanvas(source.width >> 1, source.height >> 1);
    half.getContext('2d').drawImage(source, 0, 0, half.width, half.height);
    source = half;
  }
  to.getContext('2d').drawImage(source, 0, 0, to.width, to.height);
}

/** Draws the report as a PDF file; leaves out a picture that is null. Blocks this thread until it is done. */
export async function drawReport(
  report: Report,
  thumbnails: readonly (Thumbnail | null)[],
  limits: Limits,
): Promise<Buffer> {
  const setter = createSetter();
  const pictures = await Promise.all(thumbnails.map((file) => (file === null ? null : inside(() => loadImage(file)))));
  const pages = layOut(report, pictures, setter, limits);
  const document = new PDFDocument({ compressionLevel: 0, encodingQuality: PICTURE_QUALITY });
  const drawn = pages.map((page) => drawPage(document, page, pictures, setter));
  const pdf = parsePdf(document.close());
  correctText(pdf, drawn);
  describe(pdf, report);
  return writePdf(pdf);
}

/** Uses this thread's font library: the drawing library knows each font by its registered name. */
function createSetter(): TextSetter {
  const fonts = createFontLibrary((sfnt, name) => {
    assert(GlobalFonts.has(name) || GlobalFonts.register(sfnt, name) !== null, 'the drawing library takes a font');
  });
  const context = createCanvas(1, 1).getContext('2d');
  const measure = ({ text, face }: Run, size: number): number => {
    context.font = fontOf(face.name, size);
    return context.measureText(text).width;
  };
  return createTextSetter(fonts, measure);
}

const fontOf = (name: string, size: number): string => `${size}px "${name}"`;

function drawPage(
  document: PDFDocument,
  ops: readonly Op[],
  pictures: readonly (Image | null)[],
  setter: TextSetter,
): DrawnText[] {
  const context = document.beginPage(PAGE.width, PAGE.height) as SKRSContext2D;
  const texts: DrawnText[] = [];
  for (const op of ops) {
    switch (op.kind) {
      case 'rect':
        context.fillStyle = op.color;
        context.fillRect(op.x, op.y, op.width, op.height);
        break;
      case 'picture': {
        const picture = pictures[op.picture];
        if (picture) context.drawImage(picture, op.x, op.y, op.width, op.height);
        break;
      }
      case 'text': {
        const { run, rtl, x, y, size } = op;
        context.font = fontOf(run.face.name, size);
        context.direction = rtl ? 'rtl' : 'ltr';
        context.textAlign = 'left';
        context.fillStyle = op.color;
        context.fillText(run.text, x, y);
        texts.push({ ...run, rtl, x, y, width: setter.runWidth(run, size) });
        break;
      }
    }
  }
  document.endPage();
  return texts;
}

/** Sets title, dates and language, which viewers show and filing systems index (ISO 32000-1, 14.3.3 and 14.9.2). */
function describe(pdf: ReturnType<typeof parsePdf>, { head }: Report): void {
  const info = Number(/\/Info (\d+) 0 R/.exec(pdf.trailer)?.[1]);
  const texts = { Title: head.title, Subject: head.subject, Keywords: head.keywords, Author: AUTHOR, Creator: AUTHOR };
  const entries = Object.entries(texts).map(([key, text]) => `/${key} ${textString(text)}`);
  const date = dateString(head.madeAt);
  pdf.objects.set(info, {
    value: `<<${entries.join('\n')}\n/CreationDate ${date}\n/ModDate ${date}>>`,
    stream: null,
  });
  const root = pdf.objects.get(Number(/\/Root (\d+) 0 R/.exec(pdf.trailer)?.[1]));
  assert(root, 'the drawn PDF has a catalogue');
  root.value = root.value.replace(/^<<\/Type \/Catalog/, `<</Type /Catalog\n/Lang (${head.language ?? 'en'})`);
}
