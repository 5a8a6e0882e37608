import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cropFace, FACES } from '../../support/faces.ts';
import { drawCard } from '../../support/specimens/card.ts';
import { drawIdentityCard } from '../../support/specimens/cards/draw.ts';
import { identityCards } from '../../support/specimens/cards/identity-cards.ts';
import { drawLicence } from '../../support/specimens/licence.ts';
import { drawPassport } from '../../support/specimens/passport.ts';
import { PEOPLE } from '../../support/specimens/people.ts';
import { drawSheet, SHEETS, type SheetFormat } from '../../support/specimens/sheets.ts';
import { rawOf } from '../raw-picture.ts';

/** A picture that shows one document up to its edges, and nothing else. */
export interface DocumentPicture {
  name: string;
  load(): Promise<Buffer>;
  /** Where the document ends is a matter of opinion. It keeps its place in the list, so that the parts stay as they were, but is not measured. */
  isUnclear?: boolean;
}

/** Width by height of single documents, from TD3's page to ID-1, with what careless crops cut off. */
const ASPECT_MIN = 1.3;
const ASPECT_MAX = 1.75;
/** The outermost pixels of a picture with a margin are alike: a document's own edges have print, waves or grain. */
const EDGE_PIXELS = 4;
const MARGIN_DEVIATION_MAX = 3.5;

/** Pictures that pass these rules although they show a document with something around it. Found by eye. */
const SURROUNDED = new Set([
  'arg_passports-ICAO_Example.png',
  'arg_visas-MRVA_ICAO_Example.png',
  'db_Passport-France_1200x864.jpg',
  'rou_target.png',
  'rus_10_CR_EXTPASSPORTBIO_2010.jpg',
  'rus_20_BG_DL_2019.jpg',
  'us_Virginia_s.jpg',
]);

/** Laminated with a wide margin, or with the shadow of a drawing. */
const UNCLEAR = new Set([
  'gdai_National-ID-France-1994-recto.jpg',
  'gdai_National-ID-France-1994-verso.jpg',
  'kby_1.jpg',
  'us_California_s.jpg',
]);

/** The drawn specimens: both sides of the card, licence, passport, the sheets, and a card of each layout in each language. */
export async function drawnDocuments(seed: number): Promise<DocumentPicture[]> {
  const portrait = await cropFace(FACES.man);
  const person = PEOPLE.clean;
  const [card, licence] = [await drawCard({ person, portrait }), await drawLicence({ person, portrait })];
  const ready = { card: card.front, 'card, back': card.back, licence: licence.front, 'licence, back': licence.back };
  return [
    ...Object.entries(ready).map(([name, bytes]) => ({ name, load: () => Promise.resolve(bytes) })),
    { name: 'passport', load: () => drawPassport(person, portrait) },
    ...Object.keys(SHEETS).map((format) => ({
      name: format,
      load: () => drawSheet(format as SheetFormat, person, portrait),
    })),
    ...identityCards(seed)
      .filter(({ index }) => index % 2 === 0)
      .map((one) => ({ name: one.id, load: () => drawIdentityCard(one) })),
  ];
}

/** The corpus's pictures that show one document up to its edges, each once. */
export async function realDocuments(corpus: string): Promise<DocumentPicture[]> {
  const seen = new Set<string>();
  const found: DocumentPicture[] = [];
  for (const folder of ['documents', 'printed'].map((name) => join(corpus, name)).filter((path) => existsSync(path)))
    for (const name of readdirSync(folder)
      .filter((file) => /\.(?:png|jpe?g)$/i.test(file))
      .sort()) {
      const bytes = readFileSync(join(folder, name));
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (seen.has(hash) || SURROUNDED.has(name)) continue;
      seen.add(hash);
      if (await fillsPicture(bytes))
        found.push({ name, isUnclear: UNCLEAR.has(name), load: async () => readFileSync(join(folder, name)) });
    }
  return found;
}

/** Whether a picture has a document's shape and no margin of one colour on any side. */
async function fillsPicture(bytes: Buffer): Promise<boolean> {
  const { data, width, height } = await rawOf(bytes);
  if (width / height < ASPECT_MIN || width / height > ASPECT_MAX) return false;
  const strips = [
    { left: 0, top: 0, right: width, bottom: EDGE_PIXELS },
    { left: 0, top: height - EDGE_PIXELS, right: width, bottom: height },
    { left: 0, top: 0, right: EDGE_PIXELS, bottom: height },
    { left: width - EDGE_PIXELS, top: 0, right: width, bottom: height },
  ];
  return strips.every(({ left, top, right, bottom }) => {
    let [n, sum, squares] = [0, 0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++, n++) {
        const value = data[3 * (y * width + x) + 1] as number;
        sum += value;
        squares += value * value;
      }
    return Math.sqrt(squares / n - (sum / n) ** 2) > MARGIN_DEVIATION_MAX;
  });
}
