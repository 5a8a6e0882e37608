import { frenchIdLines, mrvaLines, mrvbLines, td2Lines } from './mrz.ts';
import { layPaper, placePortrait, printMrz, toJpeg, write, writeField } from './paper.ts';
import type { SpecimenPerson } from './people.ts';

/** Dots per millimetre: 406 dpi. */
const DOTS = 16;
/** ICAO 9303 part 3, section 4: 2.54 mm from one character to the next. */
const PITCH = 2.54 * DOTS;

interface Sheet {
  title: string;
  /** In millimetres. */
  width: number;
  height: number;
  lines: (person: SpecimenPerson) => readonly [string, string];
}

/** One-page documents with two MRZ lines, besides the passport: of ID-2 size, both visas, and France's old identity card. */
export const SHEETS = {
  TD2: { title: 'CARTE DE SERVICE / OFFICIAL CARD', width: 105, height: 74, lines: td2Lines },
  MRVA: { title: 'VISA', width: 120, height: 80, lines: mrvaLines },
  MRVB: { title: 'VISA', width: 105, height: 74, lines: mrvbLines },
  FRENCH_ID: { title: "CARTE NATIONALE D'IDENTITÉ", width: 105, height: 74, lines: (person) => frenchIdLines(person) },
} as const satisfies Record<string, Sheet>;

export type SheetFormat = keyof typeof SHEETS;

/** One such document as a JPEG, marked SPECIMEN. `portrait` is a JPEG or PNG of the holder's face. */
export async function drawSheet(format: SheetFormat, person: SpecimenPerson, portrait: Buffer): Promise<Buffer> {
  const sheet: Sheet = SHEETS[format];
  const [width, height] = [sheet.width * DOTS, sheet.height * DOTS];
  const paper = layPaper(width, height, '#f2f5ee', '#dfe8d6');
  write(paper, sheet.title, 70, 90, { sizePixels: 44, bold: true, color: '#24502f' });
  write(paper, 'SPECIMEN', width - 400, 90, { sizePixels: 54, bold: true, color: '#a8233a' });
  await placePortrait(paper, portrait, { x: 70, y: 150, width: 420, height: 540 });
  const fields = [
    { label: 'Nom / Surname', value: person.lastName.toUpperCase() },
    { label: 'Prénoms / Given names', value: person.firstNames },
    { label: 'Date de naissance / Date of birth', value: person.dob.split('-').reverse().join('.') },
    { label: 'N° du document / Document No.', value: person.documentNumber },
  ];
  for (const [i, field] of fields.entries()) writeField(paper, field, 560, 180 + i * 130);
  const lines = sheet.lines(person);
  await printMrz(paper, lines, (width - lines[0].length * PITCH) / 2, height - 200);
  return toJpeg(paper);
}
