import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { blurGrid, createGrid, type Grid } from './grid.ts';
import type { Random } from './random.ts';

/** A character's advance in the drawing, in pixels, before the simulated photograph. */
export const DRAWN_PITCH = 26;
/** For OCR-B: a capital's height and the baseline's position, as shares of the pitch (2.54 mm; capitals of 2.4 mm). */
const CAPITALS = 0.97;
const MARGIN_CHARACTERS = 3;
const HEIGHT = Math.round(DRAWN_PITCH * 3.4);

/** A monospaced font, and how often it is used. */
interface Typeface {
  file: string;
  family: string;
  share: number;
}

const FONTS = '/usr/share/fonts';
/** Debian's `fonts-ocr-b`, and other monospaced fonts in which some specimens are printed. */
const TYPEFACES: readonly Typeface[] = [
  { file: `${FONTS}/opentype/ocr-b/OCRB.otf`, family: 'zone-a', share: 0.66 },
  { file: `${FONTS}/opentype/ocr-b/OCRBS.otf`, family: 'zone-b', share: 0.2 },
  { file: `${FONTS}/truetype/dejavu/DejaVuSansMono.ttf`, family: 'zone-c', share: 0.07 },
  { file: `${FONTS}/truetype/liberation/LiberationMono-Regular.ttf`, family: 'zone-d', share: 0.07 },
];

export const FONT_FILES: readonly string[] = TYPEFACES.map(({ file }) => file);

/** Throws if a font is missing, naming Debian's packages. */
export function registerFonts(): void {
  for (const { file, family } of TYPEFACES) {
    if (GlobalFonts.registerFromPath(file, family)) continue;
    throw new Error(
      `The font ${file} cannot be read. Run "apt-get install fonts-ocr-b fonts-dejavu-core fonts-liberation".`,
    );
  }
}

/** A line as ink on paper: how much ink covers each pixel, 0..1, and the positions of the characters' middles. */
export interface Inked {
  ink: Grid;
  /** Pixels of the drawing. */
  centresX: Float32Array;
  centreY: number;
}

/** Draws `text`, and what may be above and below it, as printers do: thinner or thicker, wider or narrower, slightly bled. */
export function drawInk(text: string, neighbours: readonly [string | null, string | null], random: Random): Inked {
  const width = Math.ceil((text.length + 2 * MARGIN_CHARACTERS) * DRAWN_PITCH);
  const canvas = createCanvas(width, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = 'black';
  context.fillRect(0, 0, width, HEIGHT);
  context.fillStyle = 'white';
  const centreY = HEIGHT / 2;
  const print = choosePrint(context, random);
  const centresX = printLine(context, text, centreY, print, random);
  const spacing = DRAWN_PITCH * random.between(1.45, 2.5);
  for (const [i, other] of neighbours.entries()) {
    if (other !== null) printLine(context, other, centreY + (i === 0 ? -spacing : spacing), print, random);
  }
  return { ink: spreadInk(coverage(context, width), random), centresX, centreY };
}

interface Print {
  /** The glyphs' width relative to the pitch. */
  stretch: number;
  wobble: number;
}

function choosePrint(context: SKRSContext2D, random: Random): Print {
  const family = chooseFamily(random);
  context.font = `100px "${family}"`;
  const capital = context.measureText('H').actualBoundingBoxAscent;
  context.font = `${(100 * CAPITALS * DRAWN_PITCH * random.between(0.93, 1.05)) / capital}px "${family}"`;
  context.textAlign = 'center';
  return { stretch: random.between(0.86, 1.1), wobble: random.chance(0.2) ? 0.02 * DRAWN_PITCH : 0 };
}

function chooseFamily(random: Random): string {
  let rest = random.next();
  for (const { family, share } of TYPEFACES) {
    rest -= share;
    if (rest < 0) return family;
  }
  return (TYPEFACES[0] as Typeface).family;
}

function printLine(context: SKRSContext2D, text: string, centreY: number, print: Print, random: Random): Float32Array {
  const centres = new Float32Array(text.length);
  const baseline = centreY + (CAPITALS * DRAWN_PITCH) / 2;
  const shift = random.between(-0.5, 0.5);
  for (let i = 0; i < text.length; i++) {
    const x = (MARGIN_CHARACTERS + i + 0.5) * DRAWN_PITCH + shift;
    centres[i] = x;
    context.setTransform(
      print.stretch,
      0,
      0,
      1,
      x + random.normal() * print.wobble,
      baseline + random.normal() * print.wobble,
    );
    context.fillText(text.charAt(i), 0, 0);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  return centres;
}

function coverage(context: SKRSContext2D, width: number): Grid {
  const { data } = context.getImageData(0, 0, width, HEIGHT);
  const grid = createGrid(width, HEIGHT);
  for (let i = 0; i < grid.values.length; i++) grid.values[i] = (data[i * 4] ?? 0) / 255;
  return grid;
}

/** Bleeding ink rounds the corners; the cut-off decides the thickness of the strokes. */
function spreadInk(grid: Grid, random: Random): Grid {
  const sigma = random.between(0.3, 0.075 * DRAWN_PITCH);
  const blurred = blurGrid(grid, sigma, sigma);
  const cut = random.between(0.27, 0.68);
  const steepness = random.between(6, 30);
  const low = 1 / (1 + Math.exp(steepness * cut));
  const high = 1 / (1 + Math.exp(-steepness * (1 - cut)));
  for (let i = 0; i < blurred.values.length; i++) {
    const covered = 1 / (1 + Math.exp(-steepness * ((blurred.values[i] ?? 0) - cut)));
    blurred.values[i] = (covered - low) / (high - low);
  }
  return blurred;
}
