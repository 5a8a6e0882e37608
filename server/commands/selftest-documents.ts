import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const FAMILY = 'Custos self-test';
/** ID-1 (85.6 x 54 mm) at about 380 dpi. */
const CARD = { width: 1280, height: 808 };
const PORTRAIT = { width: 800, height: 1000 };
/** JPEG quality, 0 to 100. */
const QUALITY = 92;

/** A fictional person of a fictional state (ISO 3166-1 reserves UTO for specimens, ICAO 9303 part 3). */
const LINES = [
  'SPECIMEN IDENTITY CARD',
  'UTOPIA',
  'Surname: MUSTERFRAU',
  'Given names: ERIKA SELFTEST',
  'Date of birth: 12.08.1986',
  'Nationality: UTO',
  'Sex: F',
  'Document number: X4RTBPFW4',
  'Date of expiry: 14.04.2036',
];

/** Draws a card with printed text for the engines to read, as a JPEG. */
export function drawCard(): Buffer {
  return draw(CARD, '#f4f1e8', (context) => {
    context.fillStyle = '#1c1c28';
    for (const [i, line] of LINES.entries()) {
      context.font = `${i === 0 ? 54 : 42}px "${FAMILY}"`;
      context.fillText(line, 80, 100 + i * 80);
    }
  });
}

/** Draws the outline of a face, enough for the engine to look for one. */
export function drawPortrait(): Buffer {
  return draw(PORTRAIT, '#c9d4dc', (context) => {
    const dot = (x: number, y: number, width: number, height: number, color: string): void => {
      context.fillStyle = color;
      context.beginPath();
      context.ellipse(x, y, width, height, 0, 0, 2 * Math.PI);
      context.fill();
    };
    dot(400, 480, 230, 310, '#d9a982');
    dot(310, 420, 34, 18, '#262626');
    dot(490, 420, 34, 18, '#262626');
    dot(400, 520, 26, 44, '#b98a66');
    dot(400, 640, 80, 20, '#8e3b3b');
  });
}

/** Draws a company certificate. */
export function drawCertificate(company: string): Buffer {
  return draw(CARD, '#ffffff', (context) => {
    context.fillStyle = '#111111';
    context.font = `48px "${FAMILY}"`;
    for (const [i, line] of ['SPECIMEN CERTIFICATE OF REGISTRATION', company, 'Number: 00000000'].entries()) {
      context.fillText(line, 80, 140 + i * 100);
    }
  });
}

type Context = ReturnType<ReturnType<typeof createCanvas>['getContext']>;

function draw(size: { width: number; height: number }, ground: string, paint: (context: Context) => void): Buffer {
  // A bare machine has no fonts; this one is in an installed package.
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), FAMILY);
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, size.width, size.height);
  paint(context);
  return canvas.toBuffer('image/jpeg', QUALITY);
}
