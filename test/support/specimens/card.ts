import { td1Lines } from './mrz.ts';
import { layPaper, type Paper, placePortrait, printMrz, toJpeg, write, writeField } from './paper.ts';
import type { SpecimenPerson } from './people.ts';

/** ID-1 (85.60 x 53.98 mm) at 475 dpi. */
export const CARD_SIZE = { width: 1600, height: 1009 };

export interface CardOptions {
  person: SpecimenPerson;
  /** JPEG or PNG of the holder's face. */
  portrait: Buffer;
  /** Replaces the lines made from the person, for forged and damaged MRZs. */
  mrzLines?: readonly string[];
}

/** Both sides of an identity card of Utopia as JPEGs, marked SPECIMEN, with labels in French and English. */
export async function drawCard(options: CardOptions): Promise<{ front: Buffer; back: Buffer }> {
  return { front: await drawFront(options), back: await drawBack(options) };
}

async function drawFront({ person, portrait }: CardOptions): Promise<Buffer> {
  const paper = layCard();
  write(paper, "CARTE D'IDENTITÉ / IDENTITY CARD", 60, 96, { sizePixels: 46, bold: true, color: '#1d3f73' });
  write(paper, 'UTOPIA', 1130, 96, { sizePixels: 46, bold: true, color: '#1d3f73' });
  await placePortrait(paper, portrait, { x: 60, y: 170, width: 460, height: 590 });
  write(paper, 'SPECIMEN', 130, 860, { sizePixels: 62, bold: true, color: '#a8233a' });
  const fields = [
    { label: 'Nom / Surname', value: person.lastName.toUpperCase() },
    { label: 'Prénoms / Given names', value: person.firstNames },
    { label: 'Date de naissance / Date of birth', value: printDate(person.dob) },
    { label: 'Lieu de naissance / Place of birth', value: person.birthplace },
    { label: 'N° du document / Document No.', value: person.documentNumber },
    { label: "Date d'expiration / Date of expiry", value: printDate(person.expires) },
  ];
  for (const [i, field] of fields.entries()) writeField(paper, field, 590, 198 + i * 130);
  writeField(paper, { label: 'Sexe / Sex', value: person.sex }, 1330, 198 + 2 * 130);
  writeField(paper, { label: 'Nationalité / Nationality', value: 'UTO' }, 1250, 198 + 4 * 130);
  return toJpeg(paper);
}

async function drawBack({ person, mrzLines }: CardOptions): Promise<Buffer> {
  const paper = layCard();
  const fields = [
    { label: 'Adresse / Address', value: person.address },
    { label: 'Date de délivrance / Date of issue', value: printDate(person.issued) },
    { label: 'Autorité / Authority', value: 'Ministère des registres' },
  ];
  for (const [i, field] of fields.entries()) writeField(paper, field, 90, 110 + i * 140);
  write(paper, 'SPECIMEN', 1130, 330, { sizePixels: 62, bold: true, color: '#a8233a' });
  await printMrz(paper, mrzLines ?? td1Lines(person), 80, 690);
  return toJpeg(paper);
}

function layCard(): Paper {
  return layPaper(CARD_SIZE.width, CARD_SIZE.height, '#f3f6f8', '#e3ebf1');
}

/** YYYY-MM-DD as DD.MM.YYYY, as European identity cards print it. */
function printDate(date: string): string {
  return date.split('-').reverse().join('.');
}
