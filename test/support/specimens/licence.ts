import { loadImage } from '@napi-rs/canvas';
import { type AamvaOptions, aamvaPayload } from './aamva.ts';
import { drawBarcode } from './barcode.ts';
import { CARD_SIZE } from './card.ts';
import { layPaper, type Paper, placePortrait, toJpeg, write, writeField } from './paper.ts';

export interface LicenceOptions extends AamvaOptions {
  /** JPEG or PNG of the holder's face. */
  portrait: Buffer;
}

/** The symbol on the back of the drawn card, which is 1600 pixels wide: the standard asks for modules of at least 0.17 mm. */
const MODULE_PIXELS = 4;
const SYMBOL = { x: 90, y: 560 };

/** Both sides of a driving licence of no state as JPEGs, marked SPECIMEN: the data as printed text, and as PDF417 on the back. */
export async function drawLicence(options: LicenceOptions): Promise<{ front: Buffer; back: Buffer }> {
  return { front: await drawFront(options), back: await drawBack(options) };
}

async function drawFront({ person, portrait }: LicenceOptions): Promise<Buffer> {
  const paper = layCard();
  write(paper, 'DRIVER LICENSE', 60, 96, { sizePixels: 46, bold: true, color: '#2d5a3d' });
  write(paper, 'STATE OF UTOPIA', 1080, 96, { sizePixels: 46, bold: true, color: '#2d5a3d' });
  await placePortrait(paper, portrait, { x: 60, y: 170, width: 460, height: 590 });
  write(paper, 'SPECIMEN', 130, 860, { sizePixels: 62, bold: true, color: '#a8233a' });
  const fields = [
    { label: 'Surname', value: person.lastName.toUpperCase() },
    { label: 'Given names', value: person.firstNames.toUpperCase() },
    { label: 'Date of birth', value: printDate(person.dob) },
    { label: 'License No.', value: person.documentNumber },
    { label: 'Date of expiry', value: printDate(person.expires) },
    { label: 'Address', value: person.address },
  ];
  for (const [i, field] of fields.entries()) writeField(paper, field, 590, 198 + i * 130);
  return toJpeg(paper);
}

async function drawBack(options: LicenceOptions): Promise<Buffer> {
  const paper = layCard();
  write(paper, 'CLASS D: ANY SINGLE VEHICLE UNDER 26,001 LBS', 90, 130, { sizePixels: 32 });
  write(paper, 'RESTRICTIONS: NONE', 90, 190, { sizePixels: 32 });
  write(paper, 'SPECIMEN', 1130, 330, { sizePixels: 62, bold: true, color: '#a8233a' });
  const symbol = await loadImage(await drawBarcode('PDF417', aamvaPayload(options), MODULE_PIXELS));
  paper.context.drawImage(symbol, SYMBOL.x, SYMBOL.y);
  return toJpeg(paper);
}

function layCard(): Paper {
  return layPaper(CARD_SIZE.width, CARD_SIZE.height, '#f4f7f2', '#e2ebdf');
}

/** A date with the month first can be read as day first, so the specimen names the month. */
function printDate(date: string): string {
  const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}
