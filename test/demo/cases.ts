import { cropFace, FACES, type FacePlace } from '../support/faces.ts';
import { blur, turnPicture } from '../support/specimens/camera.ts';
import { drawCard } from '../support/specimens/card.ts';
import { checkDigit, td1Lines } from '../support/specimens/mrz.ts';
import { drawPassport } from '../support/specimens/passport.ts';
import { toPdf } from '../support/specimens/pdf.ts';
import { PEOPLE, type SpecimenPerson } from '../support/specimens/people.ts';
import { photograph } from '../support/specimens/photograph.ts';
import type { CreateRequest, Upload } from '../support/verification-client.ts';

export interface DemoCase {
  title: string;
  expected: 'completed' | 'failed' | 'needs_review';
  /** The reason that the result must include, or null if it must give none. */
  reason: string | null;
  /** The name that the answer must show, with its accents; case is ignored. Absent: any name. */
  name?: { first: string; last: string };
  draw(): Promise<CreateRequest>;
}

/** One verification of each kind that a clerk meets. All people and documents are fictitious and drawn here. */
export const DEMO_CASES: DemoCase[] = [
  {
    title: 'identity card and selfie of one man',
    expected: 'completed',
    reason: null,
    draw: async () => request(PEOPLE.clean, await drawUploads(PEOPLE.clean)),
  },
  {
    title: 'passport and selfie of one man',
    expected: 'completed',
    reason: null,
    draw: async () => request(PEOPLE.clean, await drawPassportUploads(PEOPLE.clean)),
  },
  {
    title: 'a name with accents and a hyphen',
    expected: 'completed',
    reason: null,
    name: { first: PEOPLE.accented.firstNames, last: PEOPLE.accented.lastName },
    draw: async () => request(PEOPLE.accented, await drawUploads(PEOPLE.accented, { faces: WOMAN })),
  },
  {
    title: 'both sides of the card lying on their side',
    expected: 'completed',
    reason: null,
    draw: async () => request(PEOPLE.clean, await layOnSide(await drawUploads(PEOPLE.clean))),
  },
  {
    title: 'passport photographed askew on a table',
    expected: 'completed',
    reason: null,
    draw: async () => request(PEOPLE.clean, await photographPassport(await drawPassportUploads(PEOPLE.clean))),
  },
  {
    title: 'front of the card as a PDF',
    expected: 'completed',
    reason: null,
    draw: async () => request(PEOPLE.withPdf, await wrapFront(await drawUploads(PEOPLE.withPdf))),
  },
  {
    title: "another man's selfie",
    expected: 'failed',
    reason: 'faces_differ',
    draw: async () => request(PEOPLE.clean, await swapSelfie(await drawUploads(PEOPLE.clean))),
  },
  {
    title: 'name and birth date on a list',
    expected: 'failed',
    reason: 'hit_confirmed',
    draw: async () => request(PEOPLE.listed, await drawUploads(PEOPLE.listed)),
  },
  {
    title: 'name alone on a list',
    expected: 'needs_review',
    reason: 'hit_possible',
    draw: async () => request(PEOPLE.namesake, await drawUploads(PEOPLE.namesake)),
  },
  {
    title: 'card out of focus',
    expected: 'needs_review',
    reason: 'image_blurred',
    draw: async () => request(PEOPLE.clean, await blurCard(await drawUploads(PEOPLE.clean))),
  },
  {
    title: 'expired card',
    expected: 'failed',
    reason: 'document_expired',
    draw: async () => request(PEOPLE.expired, await drawUploads(PEOPLE.expired)),
  },
  {
    title: 'expiry year changed in the zone',
    expected: 'failed',
    reason: 'mrz_forged',
    draw: async () => request(PEOPLE.clean, await drawUploads(PEOPLE.clean, { mrzLines: forgeExpiry(PEOPLE.clean) })),
  },
];

/** The list that the demonstration loads, in the appliance's plain form: two of the people above, and others. */
export const DEMO_LIST = `id,name,type,birth_dates,nationalities,programs,topics
D-1,"${PEOPLE.listed.lastName}, ${PEOPLE.listed.firstNames}",person,${PEOPLE.listed.dob},,DEMO,sanction
D-2,"${PEOPLE.namesake.lastName}, ${PEOPLE.namesake.firstNames}",person,,,DEMO,sanction
D-3,"Oduya-Lindqvist, Henrietta",person,1966-02-08,,DEMO,sanction
D-4,Blauwater Handelsmaatschappij,entity,,,DEMO,sanction
D-5,"Szentgyorgyi, Barnabas",person,1958,,DEMO,sanction
D-6,"Thornbrugge, Casimir",person,1959-07-21,,DEMO,sanction
D-7,"Marchetti-Osei, Ludovica",person,1963-10-02,,DEMO,pep
`;

interface Faces {
  portrait: FacePlace;
  selfie: FacePlace;
}

const MAN: Faces = { portrait: FACES.man, selfie: FACES.manAgain };
const WOMAN: Faces = { portrait: FACES.woman, selfie: FACES.womanAgain };

function request(person: SpecimenPerson, uploads: Upload[]): CreateRequest {
  return { applicant: { first_name: person.firstNames, last_name: person.lastName, dob: person.dob }, uploads };
}

interface DrawOptions {
  mrzLines?: readonly string[];
  faces?: Faces;
}

async function drawUploads(person: SpecimenPerson, { mrzLines, faces = MAN }: DrawOptions = {}): Promise<Upload[]> {
  const portrait = await cropFace(faces.portrait);
  const { front, back } = await drawCard({ person, portrait, ...(mrzLines ? { mrzLines } : {}) });
  return [
    { name: 'front.jpg', file: front, mediaType: 'image/jpeg', type: 'national_id', side: 'front' },
    { name: 'back.jpg', file: back, mediaType: 'image/jpeg', type: 'national_id', side: 'back' },
    await drawSelfie(faces),
  ];
}

async function drawPassportUploads(person: SpecimenPerson): Promise<Upload[]> {
  const page = await drawPassport(person, await cropFace(FACES.man));
  return [{ name: 'passport.jpg', file: page, mediaType: 'image/jpeg', type: 'passport' }, await drawSelfie(MAN)];
}

async function drawSelfie({ selfie }: Faces): Promise<Upload> {
  const file = await cropFace(selfie);
  return { name: 'selfie.jpg', file, mediaType: 'image/jpeg', type: 'selfie' };
}

function swapSelfie(uploads: Upload[]): Promise<Upload[]> {
  return change(uploads, 'selfie', async (upload) => ({ ...upload, file: await cropFace(FACES.stranger) }));
}

function blurCard(uploads: Upload[]): Promise<Upload[]> {
  return change(uploads, 'national_id', async (upload) => ({ ...upload, file: await blur(upload.file) }));
}

function layOnSide(uploads: Upload[]): Promise<Upload[]> {
  return change(uploads, 'national_id', async (upload) => ({ ...upload, file: await turnPicture(upload.file, 90) }));
}

/** Turned by 12 degrees: no scanner does that, but people who photograph by hand often do. */
function photographPassport(uploads: Upload[]): Promise<Upload[]> {
  return change(uploads, 'passport', async (upload) => ({ ...upload, file: await photograph(upload.file, 1, 12) }));
}

async function wrapFront(uploads: Upload[]): Promise<Upload[]> {
  const asPdf = async (upload: Upload): Promise<Upload> =>
    upload.side === 'front'
      ? { ...upload, name: 'front.pdf', file: await toPdf(upload.file), mediaType: 'application/pdf' }
      : upload;
  return change(uploads, 'national_id', asPdf);
}

function change(uploads: Upload[], type: Upload['type'], by: (upload: Upload) => Promise<Upload>): Promise<Upload[]> {
  return Promise.all(uploads.map((upload) => (upload.type === type ? by(upload) : upload)));
}

/** The MRZ with a later year of expiry but unchanged check digits. */
function forgeExpiry(person: SpecimenPerson): string[] {
  const [first, second, third] = td1Lines(person);
  const forged = `${second.slice(0, 8)}39${second.slice(10)}`;
  if (checkDigit(forged.slice(8, 14)) === second[14]) throw new Error('the forged date has the same check digit');
  return [first, forged, third];
}
