/**
 * Draws the OCR-B characters of an MRZ into one strip, `mrz/ocr-b.png`, and writes its description beside it. The strip
 * is committed, so a machine without the font can draw any line. Run this again only to change the strip:
 *
 *     node test/support/specimens/draw-mrz.ts [FONT]
 *
 * The font is Debian's `fonts-ocr-b` (public domain and permissive licences).
 */
import { writeFileSync } from 'node:fs';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';

const FONT = process.argv[2] ?? '/usr/share/fonts/opentype/ocr-b/OCRB.otf';
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const CELL = { width: 48, height: 64 };
const TARGET = new URL('mrz/', import.meta.url);

/** The font size at which one character is as wide as a cell: all OCR-B characters have one width. */
function fitFontSize(context: { font: string; measureText(text: string): { width: number } }): number {
  context.font = '100px "OCR B strip"';
  return (100 * CELL.width) / context.measureText('0').width;
}

async function drawStrip(): Promise<void> {
  if (!GlobalFonts.registerFromPath(FONT, 'OCR B strip')) throw new Error(`cannot read the font ${FONT}`);
  const canvas = createCanvas(CELL.width * CHARACTERS.length, CELL.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = `${fitFontSize(context)}px "OCR B strip"`;
  context.textBaseline = 'alphabetic';
  for (const [i, character] of [...CHARACTERS].entries()) {
    context.fillText(character, i * CELL.width, CELL.height - 12);
  }
  const strip = await sharp(canvas.toBuffer('image/png')).greyscale().png({ palette: true, colours: 16 }).toBuffer();
  writeFileSync(new URL('ocr-b.png', TARGET), strip);
  const description = { characters: CHARACTERS, cellWidth: CELL.width, cellHeight: CELL.height };
  writeFileSync(new URL('ocr-b.json', TARGET), `${JSON.stringify(description, null, 2)}\n`);
}

await drawStrip();
