import { compareFaces } from '../../models/face/compare.ts';
import { identityReadings } from '../checks/documents.ts';
import { checkFace, type FacePicture } from '../checks/face.ts';
import { checkLiveness } from '../checks/liveness.ts';
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
    const portraits = identities.map(({ document_id, type, side }) => ({ document_id, type, side }));
    return checkFace({
      consent,
      selfies: look ? await selfiePictures(context) : [],
      portraits: look ? await Promise.all(portraits.map((picture) => withFaces(context, picture))) : [],
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
