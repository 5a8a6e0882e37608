import type { EngineVersion, Face, FaceReading, Turn } from '../../models/ports.ts';
import type { ChosenPlace } from './face-choices.ts';
import { makeFinding } from './findings.ts';
import { concludeCheck, type Policy } from './policy.ts';
import { type PictureSize, sharedOf, shareOf, turnShare } from './read/box-share.ts';
import type { DocumentReading, FaceMatch, FacePlace, FaceSide, Finding } from './types.ts';

/** The most faces reported for one picture. A crowd behind a person adds nothing. */
const FACES_TOLD_MAX = 10;
/** Two boxes belong to one face if their overlap is at least this share of their union. */
const SAME_PLACE_MIN = 0.3;

/** The faces of one picture. Null if the picture could not be examined. */
export interface FacePicture extends Pick<DocumentReading, 'document_id' | 'type' | 'side'> {
  reading: FaceReading | null;
  /** false: no text showed how the page is oriented. An upside-down portrait resembles its owner too little and others too much. */
  laidByText?: boolean;
  /** The picture's original size in pixels, and the turn applied before face detection. Absent: the positions of the faces are not reported. */
  laid?: { size: PictureSize; turn: Turn };
  /** It is the face on an authentic chip, which goes before the printed one. */
  fromChip?: true;
}

export interface FaceInput {
  /** false: no face is compared. null: not given, which changes nothing. */
  consent: boolean | null;
  /** The identity documents. */
  portraits: readonly FacePicture[];
  selfies: readonly FacePicture[];
  /** Returns the likelihood, 0..1, that two embeddings of a model belong to one person. */
  compare: (a: number[], b: number[], model: EngineVersion) => number;
  /** Returns their cosine, 0..1, which shows whether two pictures are one and the same. */
  cosine: (a: number[], b: number[]) => number;
  /** The faces that reviewers chose, by file. */
  chosen?: ReadonlyMap<string, ChosenPlace>;
  /** Degrees clockwise by which the selfies were turned before face detection. None by default. */
  turn?: Turn;
  policy: Policy;
}

/** The face chosen for comparison, or the reasons why there is none. */
interface Choice {
  picture: FacePicture;
  face: Face | null;
  findings: Finding[];
  /** A reviewer chose it. */
  byPerson?: true;
}

/** Two chosen faces and their score. */
interface Comparison {
  score: number;
  cosine: number;
  model: EngineVersion;
  selfie: Choice;
  portrait: Choice;
}

/**
 * Checks whether each selfie shows the person of each identity document. The score is that of the least similar pair, so a second
 * selfie or document never hides a wrong one. It is null if a picture or a face is missing.
 */
export function checkFace(input: FaceInput): FaceMatch {
  const { consent, policy } = input;
  if (consent === false) return notCompared([makeFinding('consent_refused')], policy);
  const { selfies, portraits } = chooseAll(input);
  const findings = [...selfies, ...portraits].flatMap((choice) => choice.findings);
  if (input.turn) findings.push(makeFinding('selfie_turned', { evidence: { turn: input.turn } }));
  if (selfies.length === 0) findings.push(makeFinding('selfie_missing'));
  if (portraits.length === 0) findings.push(notFound('face_portrait_not_found', null, policy));
  findings.push(...compareWithChip(input));
  const closest = leastAlike(selfies, portraits, input);
  const compared = closest ? [closest.selfie.face, closest.portrait.face] : [];
  const faces = [
    ...input.portraits.flatMap((picture) => placesOf('reference', picture, { compared, policy })),
    ...input.selfies.flatMap((picture) => placesOf('selfie', picture, { compared, policy })),
  ];
  const places = faces.length > 0 && { faces };
  if (!closest) return { ...notCompared(findings, policy), ...places };
  return {
    ...concludeCheck([...findings, ...judgeScore(closest, input)], policy),
    ...limitsOf(policy),
    score: closest.score,
    model: closest.model,
    ...places,
  };
}

/** The face on the chip and the printed one are of one person: a document whose picture was exchanged shows here. */
function compareWithChip({ portraits, compare, policy }: FaceInput): Finding[] {
  const chip = portraits.find(({ fromChip }) => fromChip);
  const own = chip && choosePortrait(chip, policy).face;
  const model = chip?.reading?.model;
  if (!own || !model) return [];
  const printed = portraits.filter((one) => one.type === chip.type && one !== chip && one.laidByText !== false);
  const choices = printed.flatMap((one) => choosePortrait(one, policy).face ?? []);
  const score = Math.max(...choices.map((face) => compare(own.embedding, face.embedding, model)));
  if (choices.length === 0 || score >= policy.face.review_from) return [];
  const evidence = { fields: ['face'], score, threshold: policy.face.review_from };
  return [makeFinding('chip_print_mismatch', { document_id: printed[0]?.document_id ?? '', evidence })];
}

/** Returns where the faces of one picture are, the largest first. */
function placesOf(
  of: FaceSide,
  picture: FacePicture,
  { compared, policy }: { compared: readonly (Face | null)[]; policy: Policy },
): FacePlace[] {
  const { document_id, laid } = picture;
  if (!laid) return [];
  const { size, turn } = laid;
  return sureFaces(picture, policy)
    .slice(0, FACES_TOLD_MAX)
    .map((face) => ({
      document_id,
      of,
      box: shareOf(face.box, size, turn),
      ...(turn && { turn }),
      compared: compared.includes(face),
    }));
}

function notCompared(findings: Finding[], policy: Policy): FaceMatch {
  return { passed: null, findings, ...limitsOf(policy), score: null, model: null };
}

function limitsOf({ face }: Policy): { threshold: number; review_from: number } {
  return { threshold: face.match_from, review_from: face.review_from };
}

function judgeScore(
  { score, cosine, model, selfie, portrait }: Comparison,
  { compare, policy }: Pick<FaceInput, 'compare' | 'policy'>,
): Finding[] {
  const { face } = policy;
  if (portrait.picture.laidByText === false)
    return [makeFinding('faces_unsure', { document_id: portrait.picture.document_id, evidence: { score } })];
  if (cosine >= face.same_picture_cosine_from) {
    const evidence = { cosine, threshold: face.same_picture_cosine_from };
    return [makeFinding('selfie_shows_document', { document_id: selfie.picture.document_id, evidence })];
  }
  if (score >= face.match_from) return [];
  const side = Math.min(...[selfie, portrait].map((choice) => (choice.face ? sideOf(choice.face) : 0)));
  if (score < face.review_from && side < face.differ_side_pixels_min) {
    const evidence = { score, threshold: face.match_from, side, minimum: face.differ_side_pixels_min };
    return [makeFinding('faces_small_differ', { document_id: selfie.picture.document_id, evidence })];
  }
  const { document_id } = selfie.picture;
  const evidence = { score, threshold: face.match_from, portrait: portrait.picture.document_id };
  if (score >= face.review_from) return [makeFinding('faces_grey_band', { document_id, evidence })];
  // Otherwise a reviewer who picked a stranger's face would fail an applicant alone and permanently.
  if (selfie.byPerson || portrait.byPerson) return [makeFinding('faces_chosen_differ', { document_id, evidence })];
  const [inSelfie, onDocument] = [sureFaces(selfie.picture, policy), sureFaces(portrait.picture, policy)];
  const scores = inSelfie.flatMap((a) => onDocument.map((b) => compare(a.embedding, b.embedding, model)));
  const other = Math.max(...scores);
  if (other < face.review_from) return [makeFinding('faces_differ', { document_id, evidence })];
  const faces = inSelfie.length + onDocument.length;
  return [makeFinding('face_other_matches', { document_id, evidence: { ...evidence, faces, other } })];
}

function leastAlike(selfies: Choice[], portraits: Choice[], { compare, cosine }: FaceInput): Comparison | null {
  let least: Comparison | null = null;
  for (const selfie of selfies)
    for (const portrait of portraits) {
      const model = selfie.picture.reading?.model;
      if (!selfie.face || !portrait.face || !model) continue;
      const [a, b] = [selfie.face.embedding, portrait.face.embedding];
      const score = compare(a, b, model);
      if (!least || score < least.score) least = { score, cosine: cosine(a, b), model, selfie, portrait };
    }
  return least;
}

/**
 * Returns the faces that a comparison of these pictures uses, at most one per picture. It leaves out a portrait on a page that
 * may be turned: upside down it resembles others too much.
 */
export function facesToCompare(
  input: Pick<FaceInput, 'selfies' | 'portraits' | 'chosen' | 'policy'>,
): { documentId: string; embedding: number[]; model: EngineVersion }[] {
  const portraits = input.portraits.filter(({ laidByText }) => laidByText !== false);
  const choices = chooseAll({ ...input, portraits });
  return [...choices.selfies, ...choices.portraits].flatMap(({ picture: { document_id, reading }, face }) =>
    face && reading ? [{ documentId: document_id, embedding: face.embedding, model: reading.model }] : [],
  );
}

/** Returns the faces above the detector's confidence threshold, largest first. */
function sureFaces({ reading }: FacePicture, policy: Policy): Face[] {
  const sure = (reading?.faces ?? []).filter(({ score }) => score >= policy.face.detection_min);
  return sure.sort((a, b) => area(b) - area(a));
}

/** Returns the face of each selfie, and one portrait for each type of document. Reviewers' choices go before automatic ones. */
function chooseAll({
  selfies,
  portraits,
  chosen = new Map(),
  policy,
}: Pick<FaceInput, 'selfies' | 'portraits' | 'chosen' | 'policy'>): { selfies: Choice[]; portraits: Choice[] } {
  const withWord = (byItself: typeof choosePortrait) => (picture: FacePicture) => {
    const place = chosen.get(picture.document_id);
    return place ? chooseAsTold(picture, place, policy) : byItself(picture, policy);
  };
  return {
    selfies: selfies.map(withWord(chooseFromSelfie)),
    portraits: onePerDocument(portraits, withWord(choosePortrait)),
  };
}

/** Returns the face at the place that a reviewer chose. The current engines may find it slightly elsewhere, or not at all. */
function chooseAsTold(picture: FacePicture, { box, turn = 0 }: ChosenPlace, policy: Policy): Choice {
  const { document_id, laid } = picture;
  const face = sureFaces(picture, policy).find(
    (found) =>
      laid && sharedOf(shareOf(found.box, laid.size, laid.turn), turnShare(box, turn, laid.turn)) >= SAME_PLACE_MIN,
  );
  const none = { picture, face: null, byPerson: true } as const;
  if (!face) return { ...none, findings: [makeFinding('face_chosen_lost', { document_id })] };
  if (isTooSmall(face, policy)) return { ...none, findings: [tooSmall(face, picture, policy)] };
  return { ...none, face, findings: [] };
}

/** Returns the most prominent face of a selfie, unless another one is nearly as prominent. */
function chooseFromSelfie(picture: FacePicture, policy: Policy): Choice {
  const weight = weightIn(picture);
  const faces = sureFaces(picture, policy).sort((a, b) => weight(b) - weight(a));
  const [largest, next] = faces;
  const { document_id } = picture;
  if (!largest) return { picture, face: null, findings: [notFound('face_selfie_not_found', picture, policy)] };
  if (isTooSmall(largest, policy)) return { picture, face: null, findings: [tooSmall(largest, picture, policy)] };
  if (!next) return { picture, face: largest, findings: [] };
  const clear = isClear(weight(largest), weight(next), policy);
  const ratio = roundedDown(weight(largest) / weight(next));
  const evidence = { faces: faces.length, ratio, minimum: policy.face.largest_ratio_min };
  const finding = makeFinding(clear ? 'face_others_present' : 'face_several', { document_id, evidence });
  return { picture, face: clear ? largest : null, findings: [finding] };
}

/**
 * Returns one portrait for each type of document: from the first side with a large enough face. The back goes last, because it
 * shows at most a small, pale second portrait. Ghost portraits on the same side are smaller than the main one. A side on which a
 * reviewer chose a face goes before all others.
 */
function onePerDocument(pictures: readonly FacePicture[], choose: (picture: FacePicture) => Choice): Choice[] {
  const groups = [...Map.groupBy(pictures, ({ type }) => type).values()];
  return groups.flatMap((group) => {
    const sides = group.toSorted((a, b) => Number(a.side === 'back') - Number(b.side === 'back'));
    const choices = sides.map(choose);
    const best = choices.find(({ byPerson }) => byPerson) ?? choices.find(({ face }) => face) ?? choices[0];
    return best ? [best] : [];
  });
}

function choosePortrait(picture: FacePicture, policy: Policy): Choice {
  const faces = sureFaces(picture, policy);
  const [largest, next] = faces;
  if (!largest) return { picture, face: null, findings: [notFound('face_portrait_not_found', picture, policy)] };
  if (isTooSmall(largest, policy)) return { picture, face: null, findings: [tooSmall(largest, picture, policy)] };
  if (!next || isClear(area(largest), area(next), policy)) return { picture, face: largest, findings: [] };
  const evidence = { faces: faces.length, ratio: roundedDown(area(largest) / area(next)) };
  const finding = makeFinding('face_portrait_others', { document_id: picture.document_id, evidence });
  return { picture, face: largest, findings: [finding] };
}

/** Whether one face outweighs the next by enough to be the subject of the picture. */
function isClear(largest: number, next: number, { face }: Policy): boolean {
  return largest >= face.largest_ratio_min * next;
}

/** Rounds down to two decimals, so that a reported value never reaches a limit that was missed. */
function roundedDown(ratio: number): number {
  return Math.floor(ratio * 100) / 100;
}

/**
 * Returns how prominent a face is in a selfie: the square of its box's shorter side, so a face that the picture cuts off counts less. The weight
 * falls with the distance from the centre, to half at the middle of an edge. On 104 LFW pictures with several faces, 37 had no clear face by area
 * alone. With this weight 3 have none, and the clear face is always the person the picture is of.
 */
function weightIn({ laid }: FacePicture): (face: Face) => number {
  return (face) => {
    const square = sideOf(face) ** 2;
    if (!laid) return square;
    const { x, y, width, height } = shareOf(face.box, laid.size, laid.turn);
    return square * (1 - Math.hypot(x + width / 2 - 0.5, y + height / 2 - 0.5));
  };
}

function notFound(
  code: 'face_selfie_not_found' | 'face_portrait_not_found',
  picture: FacePicture | null,
  { face }: Policy,
): Finding {
  const score = Math.max(0, ...(picture?.reading?.faces ?? []).map((found) => found.score));
  const evidence = { score: Math.floor(score * 100) / 100, minimum: face.detection_min };
  return makeFinding(code, { ...(picture ? { document_id: picture.document_id } : {}), evidence });
}

function isTooSmall(face: Face, policy: Policy): boolean {
  return sideOf(face) < policy.face.side_pixels_min;
}

function sideOf({ box }: Face): number {
  return Math.min(box.width, box.height);
}

function tooSmall({ box }: Face, { document_id }: FacePicture, policy: Policy): Finding {
  const evidence = { width: box.width, height: box.height, minimum: policy.face.side_pixels_min };
  return makeFinding('face_too_small', { document_id, evidence });
}

function area({ box }: Face): number {
  return box.width * box.height;
}
