import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas, GlobalFonts, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import strip from './mrz/ocr-b.json' with { type: 'json' };

const FONTS = new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
const STRIP = new URL('mrz/ocr-b.png', import.meta.url);

/** The fonts come from an installed package, because a bare machine has none. */
for (const [file, name] of [
  ['LiberationSans-Regular.ttf', 'Specimen'],
  ['LiberationSans-Bold.ttf', 'Specimen Bold'],
  ['FoxitSerif.pfb', 'Specimen Serif'],
  ['FoxitSerifBold.pfb', 'Specimen Serif Bold'],
] as const) {
  if (!GlobalFonts.registerFromPath(fileURLToPath(new URL(file, FONTS)), name))
    throw new Error(`The font ${file} is missing: it comes with the package pdfjs-dist, so run "npm ci".`);
}

export interface Paper {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** A sheet with the pale waves of security paper, light enough to keep printed text readable. */
export function layPaper(width: number, height: number, ground: string, wave: string): Paper {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = wave;
  context.lineWidth = 2;
  for (let y = -40; y < height + 40; y += 16) {
    context.beginPath();
    for (let x = 0; x <= width; x += 20) context.lineTo(x, y + 22 * Math.sin(x / 120 + y / 90));
    context.stroke();
  }
  return { canvas, context };
}

export interface TextStyle {
  sizePixels: number;
  bold?: boolean;
  color?: string;
  serif?: boolean;
}

/** Writes one line; `y` is its baseline. */
export function write({ context }: Paper, text: string, x: number, y: number, style: TextStyle): void {
  context.font = fontOf(style);
  context.fillStyle = style.color ?? '#1c2026';
  context.fillText(text, x, y);
}

/** The width of one line in pixels. */
export function widthOf({ context }: Paper, text: string, style: TextStyle): number {
  context.font = fontOf(style);
  return context.measureText(text).width;
}

function fontOf({ sizePixels, bold, serif }: TextStyle): string {
  return `${sizePixels}px "Specimen${serif ? ' Serif' : ''}${bold ? ' Bold' : ''}"`;
}

export interface LabelledValue {
  label: string;
  value: string;
}

/** A small label with its value in bold below it, as on real documents; `y` is the label's baseline. */
export function writeField(paper: Paper, { label, value }: LabelledValue, x: number, y: number): void {
  write(paper, label, x, y, { sizePixels: 25, color: '#3d4a5c' });
  write(paper, value, x, y + 49, { sizePixels: 43, bold: true });
}

/** Places a portrait into a box and cuts its sides if the proportions differ. */
export async function placePortrait(
  { context }: Paper,
  portrait: Buffer,
  box: { x: number; y: number; width: number; height: number },
): Promise<void> {
  const image = await loadImage(portrait);
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const [width, height] = [box.width / scale, box.height / scale];
  const [left, top] = [(image.width - width) / 2, (image.height - height) / 2];
  context.drawImage(image, left, top, width, height, box.x, box.y, box.width, box.height);
}

let stripImage: Promise<Image> | undefined;

/**
 * Prints the lines of an MRZ in OCR-B between two margins; `y` is the top of the first line. The line pitch is 5/3 of
 * the character pitch (ICAO 9303 part 3: 4.23 mm and 2.54 mm).
 */
export async function printMrz(paper: Paper, lines: readonly string[], marginPixels: number, y: number): Promise<void> {
  stripImage ??= loadImage(fileURLToPath(STRIP));
  const image = await stripImage;
  const pitch = (paper.canvas.width - 2 * marginPixels) / (lines[0]?.length ?? 1);
  const height = (strip.cellHeight * pitch) / strip.cellWidth;
  paper.context.globalCompositeOperation = 'multiply';
  for (const [row, line] of lines.entries()) {
    for (const [column, character] of [...line].entries()) {
      const left = strip.characters.indexOf(character) * strip.cellWidth;
      const [x, top] = [marginPixels + column * pitch, y + (row * pitch * 5) / 3];
      paper.context.drawImage(image, left, 0, strip.cellWidth, strip.cellHeight, x, top, pitch, height);
    }
  }
  paper.context.globalCompositeOperation = 'source-over';
}

export async function toJpeg({ canvas }: Paper): Promise<Buffer> {
  return canvas.encode('jpeg', 92);
}
