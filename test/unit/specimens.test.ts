import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderFirstPage } from '../bench/naive/pdf.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';
import { blur, toPhoto } from '../support/specimens/camera.ts';
import { CARD_SIZE, drawCard } from '../support/specimens/card.ts';
import {
  checkDigit,
  frenchIdLines,
  mrvaLines,
  mrvbLines,
  td1Lines,
  td2Lines,
  td3Lines,
} from '../support/specimens/mrz.ts';
import { drawPassport, PASSPORT_SIZE } from '../support/specimens/passport.ts';
import { toPdf, toPdfPages } from '../support/specimens/pdf.ts';
import { PEOPLE, type SpecimenPerson } from '../support/specimens/people.ts';
import { drawSheet, SHEETS, type SheetFormat } from '../support/specimens/sheets.ts';

/** The holder of the specimens in ICAO 9303 parts 4 and 5. */
const ERIKSSON: SpecimenPerson = {
  ...PEOPLE.clean,
  lastName: 'Eriksson',
  firstNames: 'Anna Maria',
  dob: '1974-08-12',
  sex: 'F',
  documentNumber: 'D23145890',
  expires: '2012-04-15',
};

describe('machine readable zones', () => {
  test.each([
    ['L898902C3', '6'],
    ['740812', '2'],
    ['120415', '9'],
    ['ZE184226B<<<<<', '1'],
    ['D23145890', '7'],
  ])('the check digit of %s is %s, as ICAO 9303 has it', (field, digit) => {
    expect(checkDigit(field)).toBe(digit);
  });

  test('the lines of a card are those of the specimen in ICAO 9303 part 5', () => {
    expect(td1Lines(ERIKSSON)).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ]);
  });

  test('the lines of a passport have the order of ICAO 9303 part 4, and their composite check digit holds', () => {
    const [first, second] = td3Lines({ ...ERIKSSON, documentNumber: 'L898902C3' });
    expect(first).toBe('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<');
    expect(second.slice(0, 28)).toBe('L898902C36UTO7408122F1204159');
    expect(second).toHaveLength(44);
    expect(second[43]).toBe(checkDigit(second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43)));
  });

  test('the lines of a document of ID-2 size are those of the specimen in ICAO 9303 part 6', () => {
    expect(td2Lines(ERIKSSON)).toEqual([
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'D231458907UTO7408122F1204159<<<<<<<6',
    ]);
  });

  test('the lines of visas have the order of ICAO 9303 part 7, and no composite check digit', () => {
    const visitor = { ...ERIKSSON, documentNumber: 'L8988901C' };
    expect(mrvaLines(visitor)).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L8988901C4UTO7408122F1204159<<<<<<<<<<<<<<<<',
    ]);
    expect(mrvbLines(visitor)).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'L8988901C4UTO7408122F1204159<<<<<<<<',
    ]);
  });

  test('the lines of the old French card are those of the specimen that is printed everywhere', () => {
    const berthier = { lastName: 'Berthier', firstNames: 'Corinne', dob: '1965-12-06', documentNumber: '880692310285' };
    expect(frenchIdLines({ ...ERIKSSON, ...berthier }, '')).toEqual([
      'IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<',
      '8806923102858CORINNE<<<<<<<6512068F6',
    ]);
    const [first, second] = frenchIdLines({ ...ERIKSSON, documentNumber: '880692310285', firstNames: 'Anne-Lise Zoé' });
    expect(first).toBe('IDFRAERIKSSON<<<<<<<<<<<<<<<<<952042');
    expect(second.slice(13, 27)).toBe('ANNE<LISE<<ZOE');
  });

  test('accents, apostrophes and hyphens are written with the letters of the zone', () => {
    const lines = td1Lines({ ...ERIKSSON, lastName: "D'Ångström-Groß", firstNames: 'Zoé' });
    expect(lines[2]).toBe('DANGSTROM<GROSS<<ZOE<<<<<<<<<<');
  });

  test('a name that is too long is cut at the end of the line', () => {
    const lines = td1Lines({ ...ERIKSSON, firstNames: 'Maximiliana Alexandrina Wilhelmina' });
    expect(lines[2]).toBe('ERIKSSON<<MAXIMILIANA<ALEXANDR');
  });
});

describe('people', () => {
  test('no two share a document number, and all but the expired one are valid for years', () => {
    const people: SpecimenPerson[] = Object.values(PEOPLE);
    expect(new Set(people.map((person) => person.documentNumber)).size).toBe(people.length);
    const short = people.filter((person) => person.expires < '2034-01-01');
    expect(short).toEqual([PEOPLE.expired]);
  });
});

/** Drawn only once, because each card takes half a second. */
let drawn: ReturnType<typeof drawCard> | undefined;
const cleanCard = async () => {
  drawn ??= drawCard({ person: PEOPLE.clean, portrait: await cropFace(FACES.man) });
  return drawn;
};

describe('pictures', inWholeRunAlone('2 s'), () => {
  test('a card has two sides of the size of an ID-1 card', async () => {
    const card = await cleanCard();
    for (const side of [card.front, card.back]) {
      expect(await sharp(side).metadata()).toMatchObject({ format: 'jpeg', ...CARD_SIZE });
    }
    expect(CARD_SIZE.width / CARD_SIZE.height).toBeCloseTo(85.6 / 53.98, 2);
  });

  test('the zone on the back is the one that was given', async () => {
    const portrait = await cropFace(FACES.man);
    const genuine = await cleanCard();
    const lines = td1Lines(PEOPLE.clean);
    const forged = await drawCard({ person: PEOPLE.clean, portrait, mrzLines: [lines[0], lines[1], lines[1]] });
    expect(forged.front.equals(genuine.front)).toBe(true);
    const zone = { left: 0, top: 690 + 2 * 79, width: CARD_SIZE.width, height: 80 };
    const rows = await Promise.all([genuine.back, forged.back].map((side) => readGrey(side, zone)));
    expect(differingShare(rows[0] ?? [], rows[1] ?? [])).toBeGreaterThan(0.05);
  });

  test('a passport page has the size of an ID-3 page and prints dark lines at its foot', async () => {
    const page = await drawPassport(PEOPLE.clean, await cropFace(FACES.man));
    expect(await sharp(page).metadata()).toMatchObject({ format: 'jpeg', ...PASSPORT_SIZE });
    const foot = await readGrey(page, { left: 100, top: 1200, width: 1800, height: 130 });
    const dark = foot.filter((value) => value < 80).length / foot.length;
    expect(dark).toBeGreaterThan(0.05);
  });

  const SHEET_RATIOS = [
    ['TD2', 105 / 74],
    ['MRVA', 120 / 80],
    ['MRVB', 105 / 74],
    ['FRENCH_ID', 105 / 74],
  ] as const;
  test.each(sampleOf('sheets', SHEET_RATIOS, 1))(
    'a sheet with a zone of the format %s has its proportions and dark lines at its foot',
    async (format, ratio) => {
      const sheet = await drawSheet(format as SheetFormat, PEOPLE.clean, await cropFace(FACES.man));
      const { width, height } = await sharp(sheet).metadata();
      expect(width / height).toBeCloseTo(ratio, 2);
      const foot = await readGrey(sheet, { left: 120, top: height - 190, width: width - 240, height: 120 });
      expect(foot.filter((value) => value < 80).length / foot.length).toBeGreaterThan(0.05);
      expect(SHEETS[format].lines(PEOPLE.clean)).toHaveLength(2);
    },
  );

  test('a face is enlarged to the size that was asked, the same on every run', async () => {
    const face = await cropFace(FACES.man, { size: 900 });
    expect(await sharp(face).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 909 });
    expect(face.equals(await cropFace(FACES.man, { size: 900 }))).toBe(true);
    expect(face.equals(await cropFace(FACES.stranger, { size: 900 }))).toBe(false);
  });

  test('a place outside the grid is refused', async () => {
    await expect(cropFace({ row: 0, column: 18 })).rejects.toThrow(RangeError);
    await expect(cropFace({ row: 6, column: 0 })).rejects.toThrow(RangeError);
  });

  test('blurring takes away nearly all sharpness', async () => {
    const selfie = await cropFace(FACES.manAgain);
    const [sharpBefore, sharpAfter] = await Promise.all([selfie, await blur(selfie)].map(readSharpness));
    expect(sharpAfter).toBeLessThan((sharpBefore ?? 0) / 5);
  });

  test(
    'a photo of a card is as wide as asked and as heavy as those of a phone',
    inWholeRunAlone('a picture of six megapixels'),
    async () => {
      const { front } = await cleanCard();
      const photo = await toPhoto(front, 3000);
      expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 3000 });
      expect(photo.length).toBeGreaterThan(1_700_000);
    },
  );
});

describe('PDF', () => {
  test('one page shows the picture', inWholeRunAlone('1 s'), async () => {
    const { back } = await cleanCard();
    const file = await toPdf(back);
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await countPages(file)).toBe(1);
    const page = await sharp(await renderFirstPage(file))
      .greyscale()
      .stats();
    expect(page.channels[0]?.min).toBeLessThan(60);
  });

  test('several pages are as many as were asked', async () => {
    const face = await cropFace(FACES.man);
    expect(await countPages(await toPdfPages([face, face, face]))).toBe(3);
  });
});

interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

async function readGrey(picture: Buffer, region: Region): Promise<number[]> {
  return [...(await sharp(picture).extract(region).greyscale().raw().toBuffer())];
}

function differingShare(first: number[], second: number[]): number {
  return first.filter((value, i) => Math.abs(value - (second[i] ?? 0)) > 60).length / first.length;
}

async function readSharpness(picture: Buffer): Promise<number> {
  return (await sharp(picture).stats()).sharpness;
}

async function countPages(file: Buffer): Promise<number> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(file) });
  const { numPages } = await task.promise;
  await task.destroy();
  return numPages;
}
