import { compareFaces, cosineOf } from '../../models/face/compare.ts';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import { choiceOf } from '../../models/face/recognition.ts';
import { EngineError, type EngineVersion, type Turn } from '../../models/ports.ts';
import { identityReadings } from '../checks/documents.ts';
import { checkFace, type FacePicture, facesToCompare } from '../checks/face.ts';
import { facesChosen } from '../checks/face-choices.ts';
import type { Policy } from '../checks/policy.ts';
import type { PictureSize } from '../checks/read/box-share.ts';
import type { DocumentReading, FaceMatch } from '../checks/types.ts';
import { must } from '../lib/assert.ts';
import { BINARY } from '../lib/media-type.ts';
import type { MarkedFace } from '../verifications/duplicate-faces.ts';
import type { StoredDocument } from '../verifications/types.ts';
import { knownType, readableDocuments } from './documents.ts';
import { readEngines } from './read.ts';
import type { Step, StepContext } from './step.ts';

/** The other orientations that a selfie may have, the likeliest first. */
const OTHER_TURNS: readonly Turn[] = [180, 90, 270];

/** Compares the selfie with the portraits of the identity documents. Without consent it searches for no face. */
export const faceStep: Step<'face'> = {
  name: 'face',
  async ahead(context) {
    if (context.verification.submission.consent === false) return;
    await Promise.all(readableDocuments(context).map((document) => lookAhead(context, document)));
  },
  async run(context) {
    const { verification, policy, results } = context;
    const { consent } = verification.submission;
    const similarity = { compare: compareByModel, cosine: cosineOf };
    if (consent === false) return checkFace({ consent, selfies: [], portraits: [], ...similarity, policy });
    const identities = identityReadings(must(results.read, 'reading comes before faces').documents);
    const portraits = await portraitPictures(context, identities);
    const chosen = facesChosen(verification.faceChoices);
    const compareTurned = async (turn: Turn): Promise<FaceMatch> => {
      const selfies = await selfiePictures(context, turn);
      return checkFace({ consent, selfies, portraits, chosen, ...similarity, turn, policy });
    };
    const turned = turnOfChosen(context);
    if (turned !== null) return compareTurned(turned);
    let best = await compareTurned(0);
    if (!portraits.some(showsFace)) return best;
    // A face on its side or upside down is not found, or resembles nobody. So the selfie is turned before it can fail the
    // applicant. Turning does not make a stranger resemble the portrait.
    for (const other of OTHER_TURNS) {
      if ((best.score ?? 0) >= best.review_from) break;
      const match = await compareTurned(other);
      if ((match.score ?? 0) >= match.threshold) best = match;
    }
    return best;
  },
};

/** Compares by the calibration of the model's networks. An unknown model uses the calibration of the shipped ones. */
export function compareByModel(a: ArrayLike<number>, b: ArrayLike<number>, model: EngineVersion): number {
  return compareFaces(a, b, choiceOf(model) ?? SHIPPED_FACE_NETS);
}

/**
 * Starts a selfie at once, and a portrait once its page is read, because the text shows its orientation. The other sides decide
 * whether a back is examined.
 */
async function lookAhead(context: StepContext, document: StoredDocument): Promise<void> {
  const { pictures, results } = context;
  if (document.type === 'selfie') return void (await pictures.faces(document, { within: 'whole', turn: 0 }));
  if (results.read) return;
  const [identity] = identityReadings([await readEngines(context, document)]);
  if (identity && identity.side !== 'back') await lookForPortrait(context, identity);
}

/** Returns the turn of the selfie in which a reviewer chose a face, which is kept. Null if there is no such choice. */
function turnOfChosen(context: StepContext): Turn | null {
  const chosen = facesChosen(context.verification.faceChoices);
  const places = selfiesOf(context).flatMap(({ id }) => chosen.get(id) ?? []);
  return places[0] ? (places[0].turn ?? 0) : null;
}

/** Returns the faces that the record's comparison used, each with its file. The face step runs first. */
export async function comparedFaces(context: StepContext): Promise<MarkedFace[]> {
  const { results, policy } = context;
  const identities = identityReadings(must(results.read, 'reading comes before faces').documents);
  const selfies = await selfiePictures(context, turnOf(results.face));
  const chosen = facesChosen(context.verification.faceChoices);
  return facesToCompare({ selfies, portraits: await portraitPictures(context, identities), chosen, policy });
}

/** Returns by how much the face step turned the selfies. */
function turnOf(face: FaceMatch | undefined): Turn {
  const turn = face?.findings.find(({ code }) => code === 'selfie_turned')?.evidence?.['turn'];
  return ([0, ...OTHER_TURNS] as const).find((known) => known === turn) ?? 0;
}

/**
 * Returns the sides of each document that may show its portrait. A back is examined only if no other side shows a face: it rarely
 * has one, and a search without a result takes longest. The face on a chip goes first.
 */
async function portraitPictures(context: StepContext, identities: DocumentReading[]): Promise<FacePicture[]> {
  const chip = await chipPortrait(context);
  const mobile = await mobilePortrait(context);
  const look = (some: DocumentReading[]) => Promise.all(some.map((identity) => lookForPortrait(context, identity)));
  const looked = await look(identities.filter(({ side }) => side !== 'back'));
  const found = new Set(looked.filter(showsFace).map(({ type }) => type));
  return [
    ...chip,
    ...mobile,
    ...looked,
    ...(await look(identities.filter(({ side, type }) => side === 'back' && !found.has(type)))),
  ];
}

/** Returns the face of DG2. Only an authentic chip has one that counts: otherwise somebody could write their own face on a chip. */
async function chipPortrait(context: StepContext): Promise<FacePicture[]> {
  const { authenticity } = context.results;
  const [reading] = authenticity?.readings ?? [];
  const chip = authenticity?.sources.find(({ kind, result }) => kind === 'chip' && result === 'valid');
  if (!reading || !chip?.portrait || chip.data_groups?.['DG2'] !== 'successful') return [];
  const found = await sourcePortrait(context, { kind: 'chip', name: 'DG2' }, reading.type);
  return found.map((picture) => ({ ...picture, fromChip: true }));
}

/** Returns the face in an authentic mobile document. It is a document of its own, beside any that was photographed. */
async function mobilePortrait(context: StepContext): Promise<FacePicture[]> {
  const { authenticity } = context.results;
  const isProven = authenticity?.sources.some(
    ({ kind, result, portrait }) => kind === 'mdoc' && result === 'valid' && portrait,
  );
  if (!isProven) return [];
  return (await sourcePortrait(context, { kind: 'mdoc', name: 'device_response' }, 'unknown')).filter(showsFace);
}

async function sourcePortrait(
  { sources, pictures }: StepContext,
  wanted: { kind: 'chip' | 'mdoc'; name: string },
  type: DocumentReading['type'],
): Promise<FacePicture[]> {
  const file = sources.find(({ source }) => source.kind === wanted.kind && source.name === wanted.name);
  if (!file) return [];
  const picture = { id: file.id, type, mediaType: BINARY } as const;
  try {
    const { size } = await pictures.decode(picture);
    const faces = await pictures.faces(picture, { within: 'whole', turn: 0 });
    return [{ document_id: file.id, type, side: null, reading: faces, laid: { size, turn: 0 } }];
  } catch (error) {
    if (error instanceof EngineError && error.failure === 'bad_input') return [];
    throw error;
  }
}

/** Returns the faces of the selfies, which the face step finds. */
export function selfiePictures(context: StepContext, turn: Turn): Promise<FacePicture[]> {
  return Promise.all(
    selfiesOf(context).map(async (document) => ({
      document_id: document.id,
      type: 'selfie',
      side: null,
      reading: await context.pictures.faces(document, { within: 'whole', turn }),
      laid: { size: await sizeOf(context, document), turn },
    })),
  );
}

/** Returns the selfies in force, in order. */
export function selfiesOf(context: StepContext): StoredDocument[] {
  return readableDocuments(context).filter((document) => knownType(context, document) === 'selfie');
}

/** A portrait is often a small part of its page. Its orientation is that of the page's text. */
async function lookForPortrait(context: StepContext, identity: DocumentReading): Promise<FacePicture> {
  const { document_id, type, side, turn = 0 } = identity;
  const document = must(
    context.verification.documents.find(({ id }) => id === document_id),
    'a reading names a document of the record',
  );
  const reading = await context.pictures.faces(document, { within: 'parts', turn });
  const laid = { size: await sizeOf(context, document), turn };
  return { document_id, type, side, reading, laid, laidByText: tellsHowItLies(identity, context.policy) };
}

async function sizeOf({ pictures }: StepContext, document: StoredDocument): Promise<PictureSize> {
  return (await pictures.decode(document)).size;
}

/** An upside-down or sideways page gives words too, but with low confidence. */
function tellsHowItLies({ mrz, text_confidence }: DocumentReading, { reading }: Policy): boolean {
  return mrz !== null || text_confidence >= reading.text_confidence_min;
}

function showsFace({ reading }: FacePicture): boolean {
  return reading !== null && reading.faces.length > 0;
}
