import { readMrz } from '../../models/mrz/read.ts';
import { readDocument } from '../checks/read/document.ts';
import type { DocumentReading } from '../checks/types.ts';
import type { StoredDocument } from '../verifications/types.ts';
import { readableDocuments } from './documents.ts';
import type { Step, StepContext } from './step.ts';

/** A picture of unknown type with a face and fewer words than this is taken for a selfie: even a card's front has more. */
const SELFIE_WORDS_MAX = 4;

/** Reads the text of every document but the declared selfies: the machine-readable zone, and the printed fields. */
export const readStep: Step<'read'> = {
  name: 'read',
  async run(context) {
    const documents = readableDocuments(context).filter(({ type }) => type !== 'selfie');
    return { documents: await Promise.all(documents.map((document) => readOne(context, document))) };
  },
};

async function readOne(context: StepContext, document: StoredDocument): Promise<DocumentReading> {
  const { engines, pictures, today } = context;
  const page = await engines.text.read((await pictures.decode(document)).image);
  const reading = readDocument({
    document_id: document.id,
    declaredType: document.type,
    declaredSide: document.side,
    page,
    mrz: readMrz(page.lines, today),
    today,
  });
  const isSelfie =
    reading.type === 'unknown' && reading.words <= SELFIE_WORDS_MAX && (await showsFace(context, document));
  return isSelfie ? { ...reading, type: 'selfie', fields: {} } : reading;
}

/** Only with consent: without it no face is looked for. */
async function showsFace({ verification, pictures }: StepContext, document: StoredDocument): Promise<boolean> {
  if (verification.submission.consent === false) return false;
  return (await pictures.faces(document, { within: 'whole', turn: 0 })).faces.length > 0;
}
