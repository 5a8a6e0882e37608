import { compareFaces } from '../../models/face/compare.ts';
import { identityReadings } from '../checks/documents.ts';
import { checkFace, type FacePicture } from '../checks/face.ts';
import { checkLiveness } from '../checks/liveness.ts';
import type { DocumentReading } from '../checks/types.ts';
import { must } from '../lib/assert.ts';
import { knownType, readableDocuments } from './documents.ts';
import type { Step, StepContext } from './step.ts';

/** Compares the selfie with the portraits of the identity documents. Without consent no face is looked for. */
export const faceStep: Step<'face'> = {
  name: 'face',
  async run(context) {
    const { verification, policy, results } = context;
    const { consent } = verification.submission;
    const look = consent !== false;
    const identities = identityReadings(must(results.read, 'reading comes before faces').documents);
    return checkFace({
      consent,
      selfies: look ? await selfiePictures(context) : [],
      portraits: look ? await portraitPictures(context, identities) : [],
      compare: compareFaces,
      policy,
    });
  },
};

/** Records the advisory values of the selfie's face; the face was found by the step before. */
export const livenessStep: Step<'liveness'> = {
  name: 'liveness',
  async run(context) {
    const look = context.verification.submission.consent !== false;
    return checkLiveness({ selfies: look ? await selfiePictures(context) : [] });
  },
};

/**
 * The sides of each document that may show its portrait. A back is looked at only where no other side shows a face: it
 * seldom has one, and a search in vain takes longest.
 */
async function portraitPictures(context: StepContext, identities: DocumentReading[]): Promise<FacePicture[]> {
  const pictures = identities.map(({ document_id, type, side }) => ({ document_id, type, side }));
  const look = (some: typeof pictures) => Promise.all(some.map((picture) => withFaces(context, picture)));
  const looked = await look(pictures.filter(({ side }) => side !== 'back'));
  const found = new Set(looked.filter(({ reading }) => reading && reading.faces.length > 0).map(({ type }) => type));
  return [...looked, ...(await look(pictures.filter(({ side, type }) => side === 'back' && !found.has(type))))];
}

function selfiePictures(context: StepContext): Promise<FacePicture[]> {
  const selfies = readableDocuments(context).filter((document) => knownType(context, document) === 'selfie');
  return Promise.all(selfies.map(({ id }) => withFaces(context, { document_id: id, type: 'selfie', side: null })));
}

async function withFaces(context: StepContext, picture: Omit<FacePicture, 'reading'>): Promise<FacePicture> {
  const document = must(
    context.verification.documents.find(({ id }) => id === picture.document_id),
    'a reading names a document of the record',
  );
  return { ...picture, reading: await context.pictures.faces(document) };
}
