import { mrzInPayload } from '../../models/barcode/mrz.ts';
import { readMrz } from '../../models/mrz/read.ts';
import {
  EngineError,
  type Engines,
  type RasterImage,
  type TextHint,
  type TextPage,
  type WordPlace,
} from '../../models/ports.ts';
import { placesOfWords } from '../../models/quality/words.ts';
import { type DocumentInput, lacksFields, readDocument } from '../checks/read/document.ts';
import { LONE_FACE_WORDS_MAX } from '../checks/read/guess.ts';
import type { DocumentReading } from '../checks/types.ts';
import { correctedRead } from '../verifications/corrections.ts';
import type { StoredDocument } from '../verifications/types.ts';
import { readableDocuments } from './documents.ts';
import type { Step, StepContext } from './step.ts';

/**
 * Reads every document: MRZ, barcodes and printed fields. A declared selfie is examined only for an MRZ, which shows that it is a
 * picture of a document.
 */
export const readStep: Step<'read'> = {
  name: 'read',
  ahead: (context) =>
    Promise.all(
      readableDocuments(context).map(
        (document): Promise<unknown> =>
          document.type === 'selfie' ? context.pictures.zone(document) : readEngines(context, document),
      ),
    ),
  async run(context) {
    const read = readableDocuments(context).map((document) =>
      document.type === 'selfie' ? readSelfie(context, document) : readOne(context, document).then((one) => [one]),
    );
    return { documents: (await Promise.all(read)).flat() };
  },
  seen: (read, { verification: { corrections } }) => correctedRead(read, corrections),
};

/** A picture, and what was declared about it. */
export interface DocumentPicture extends Omit<DocumentInput, 'page' | 'again' | 'size' | 'mrz' | 'barcodes'> {
  image: RasterImage;
}

type Print = Required<Pick<DocumentInput, 'mrz' | 'page'>> & { hint: TextHint };

/** What a picture says, and the positions of its words. */
interface ReadPicture {
  reading: DocumentReading;
  words: WordPlace[];
}

/**
 * Returns what one picture of a document says, from every reading engine. The second OCR engine runs if the first one leaves
 * fields open. The pipeline and its measurement share this function.
 */
export async function readPicture(engines: Engines, picture: DocumentPicture): Promise<DocumentReading> {
  return (await readWithWords(engines, picture)).reading;
}

/**
 * Same as `readPicture`, with the positions of its words.
 *
 * @param onSecondTextFailed called if the second OCR engine should have read and could not
 */
export async function readWithWords(
  engines: Engines,
  picture: DocumentPicture,
  onSecondTextFailed: (error: EngineError) => void = () => {},
): Promise<ReadPicture> {
  const { image, ...declared } = picture;
  const { today } = declared;
  const [{ mrz, page, hint }, { barcodes }] = await Promise.all([
    readPrint(engines, image, today),
    engines.barcode.read(image),
  ]);
  const input = {
    ...declared,
    page,
    size: { width: image.width, height: image.height },
    mrz,
    barcodes: barcodes.map((barcode) => ({ ...barcode, zone: mrzInPayload(barcode.text, today) })),
  };
  const words = placesOfWords(page, image);
  const first = readDocument(input);
  if (!lacksFields(first) || showsAFaceAtMost(first)) return { reading: first, words };
  const again = await readAgain(engines, image, { ...hint, turn: page.turn ?? 0 }, onSecondTextFailed);
  return { reading: again ? readDocument({ ...input, again }) : first, words };
}

/** An undeclared picture with hardly a word. */
function showsAFaceAtMost({ type, words }: DocumentReading): boolean {
  return type === 'unknown' && words <= LONE_FACE_WORDS_MAX;
}

/** Returns null if the second engine cannot read. The result is then the first engine's, and names only that one. */
async function readAgain(
  { secondText }: Engines,
  image: RasterImage,
  hint: TextHint,
  onFailed: (error: EngineError) => void,
): Promise<TextPage | null> {
  try {
    return await secondText.read(image, hint);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    onFailed(error);
    return null;
  }
}

/** Reads the MRZ and then the page, whose orientation the MRZ shows. */
async function readPrint(engines: Engines, image: RasterImage, today: string): Promise<Print> {
  const zone = await engines.mrz.read(image);
  const mrz = zone && readMrz(zone, today);
  // If its check digits are correct, the MRZ is final: its rows need no second reading with the printed text.
  const omitted = zone && mrz?.valid ? zone.quads : [];
  const hint = zone ? { turn: zone.turn, omitted } : {};
  return { mrz, page: await engines.text.read(image, hint), hint };
}

/** Returns what the engines read in a picture, without the other evidence of whether it is a document. */
export async function readEngines(context: StepContext, document: StoredDocument): Promise<DocumentReading> {
  return (await readOnce(context, document)).reading;
}

/** Returns the positions of the words that the engines read in a picture. */
export async function findWords(context: StepContext, document: StoredDocument): Promise<WordPlace[]> {
  return (await readOnce(context, document)).words;
}

function readOnce(context: StepContext, document: StoredDocument): Promise<ReadPicture> {
  const { engines, pictures, memoize, today, verification, onSecondTextFailed } = context;
  return memoize(`read ${document.id}`, () =>
    pictures.look(document, (image) =>
      readWithWords(
        engines,
        {
          document_id: document.id,
          declaredType: document.type,
          declaredSide: document.side,
          image,
          today,
        },
        (error) => onSecondTextFailed(verification.id, error),
      ),
    ),
  );
}

async function readOne(context: StepContext, document: StoredDocument): Promise<DocumentReading> {
  const reading = await readEngines(context, document);
  if (!(await isLoneFace(context, document, reading))) return reading;
  if (reading.type === 'unknown') return { ...reading, type: 'selfie', fields: {} };
  return isClear(context, document) ? { ...reading, content: { types: ['selfie'], by: 'face', side: null } } : reading;
}

/** In a blurred or dark picture a document's words may be lost. */
function isClear({ results }: StepContext, { id }: StoredDocument): boolean {
  return !results.quality?.findings.some(({ document_id }) => document_id === id);
}

/** Returns what a declared selfie shows of a document with certainty, or nothing if it shows none. No data is taken from it. */
async function readSelfie(context: StepContext, document: StoredDocument): Promise<DocumentReading[]> {
  const { pictures, today } = context;
  const zone = await pictures.zone(document);
  const { document_id, type, side, content } = readDocument({
    document_id: document.id,
    declaredType: document.type,
    declaredSide: document.side,
    page: { lines: [], confidence: 0, engine: { name: 'none', version: '', languages: [] } },
    mrz: zone && readMrz(zone, today),
    today,
  });
  const nothing = { fields: {}, mrz: null, text_confidence: 0, words: 0, engine: null };
  return content ? [{ document_id, type, side, content, ...nothing }] : [];
}

/** A face, and nothing that a document has. */
async function isLoneFace(context: StepContext, document: StoredDocument, reading: DocumentReading): Promise<boolean> {
  const { words, mrz, barcodes = [] } = reading;
  const holdsData = mrz !== null || barcodes.some(({ kind }) => kind !== 'unknown');
  if (words > LONE_FACE_WORDS_MAX || holdsData) return false;
  return showsFace(context, document);
}

/** Only with consent: without it no face is searched for. */
async function showsFace({ verification, pictures }: StepContext, document: StoredDocument): Promise<boolean> {
  if (verification.submission.consent === false) return false;
  return (await pictures.faces(document, { within: 'whole', turn: 0 })).faces.length > 0;
}
