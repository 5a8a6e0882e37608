import { td3Lines } from './mrz.ts';
import { layPaper, placePortrait, printMrz, toJpeg, write, writeField } from './paper.ts';
import type { SpecimenPerson } from './people.ts';

/** The data page of a passport, ID-3 (125 x 88 mm), at 406 dpi. */
export const PASSPORT_SIZE = { width: 2000, height: 1408 };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The data page of a passport of Utopia as a JPEG, marked SPECIMEN. `portrait` is a JPEG or PNG of the holder's face. */
export async function drawPassport(person: SpecimenPerson, portrait: Buffer): Promise<Buffer> {
  const paper = layPaper(PASSPORT_SIZE.width, PASSPORT_SIZE.height, '#f7f4ee', '#ece5d8');
  write(paper, 'PASSEPORT / PASSPORT', 90, 100, { sizePixels: 48, bold: true, color: '#5b2333' });
  write(paper, 'UTOPIA', 1000, 100, { sizePixels: 48, bold: true, color: '#5b2333' });
  write(paper, 'SPECIMEN', 1560, 100, { sizePixels: 54, bold: true, color: '#a8233a' });
  await placePortrait(paper, portrait, { x: 90, y: 190, width: 560, height: 720 });
  const left = [
    { label: 'Type / Type', value: 'P' },
    { label: 'Nom / Surname', value: person.lastName.toUpperCase() },
    { label: 'Prénoms / Given names', value: person.firstNames },
    { label: 'Date de naissance / Date of birth', value: printDate(person.dob) },
    { label: 'Sexe / Sex', value: person.sex },
    { label: 'Date de délivrance / Date of issue', value: printDate(person.issued) },
    { label: "Date d'expiration / Date of expiry", value: printDate(person.expires) },
  ];
  for (const [i, field] of left.entries()) writeField(paper, field, 740, 210 + i * 125);
  writeField(paper, { label: 'Code du pays / Code', value: 'UTO' }, 1080, 210);
  writeField(paper, { label: 'N° du passeport / Passport No.', value: person.documentNumber }, 1480, 210);
  writeField(paper, { label: 'Nationalité / Nationality', value: 'UTO' }, 1480, 210 + 3 * 125);
  writeField(paper, { label: 'Lieu de naissance / Place of birth', value: person.birthplace }, 1400, 210 + 4 * 125);
  await printMrz(paper, td3Lines(person), 100, 1200);
  return toJpeg(paper);
}

/** YYYY-MM-DD as DD MMM YYYY, by ICAO 9303 part 3, section 3.1. */
function printDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}
