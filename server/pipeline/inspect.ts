import { mrzInPayload } from '../../models/barcode/mrz.ts';
import { readMrz } from '../../models/mrz/read.ts';
import {
  type Box,
  type DecodedImage,
  EngineError,
  type Engines,
  type QualityMeasures,
  type RasterImage,
  type TextPage,
} from '../../models/ports.ts';
import type { Policy } from '../checks/policy.ts';
import { checkQuality } from '../checks/quality.ts';
import { readDocument } from '../checks/read/document.ts';
import { LONE_FACE_WORDS_MAX } from '../checks/read/guess.ts';
import type { DocumentReading } from '../checks/types.ts';
import type { InspectionAnswer } from '../contract/inspect.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { MediaType } from '../lib/media-type.ts';

export interface InspectionDeps {
  engines: Engines;
  policies: { current(): Policy };
  clock: Clock;
}

export interface InspectedFile {
  bytes: Buffer;
  mediaType: MediaType;
  /** Whether face detection is allowed. */
  faces: boolean;
}

/**
 * How far a detected type can be trusted. A valid MRZ is as certain as its least certain character, and half of that if documents
 * of several kinds have it. A barcode is read correctly or not at all. The other values are an order of trust, not measured.
 */
const CONFIDENCE = { barcode: 1, title: 0.9, face: 0.8, words: 0.5 };

/**
 * A face with a larger share of its picture is not a portrait on a document. Measured: on 35 pictures of documents the largest had up to 0.14. Of 56
 * photographs of faces all had 0.23 and more, and of 27 larger portraits nine tenths had 0.15 and more. Below this share, the words decide.
 */
const SELFIE_FACE_SHARE_MIN = 0.2;
/** Used for a picture that was not read: an MRZ or a barcode says more than its words. */
const UNREAD: TextPage = { lines: [], confidence: 0, engine: { name: 'none', version: '', languages: [] } };
/** A placeholder for a document that does not exist. It appears in no answer. */
const NO_DOCUMENT = 'doc_';

/**
 * Returns what a file shows and what is wrong with its picture, as far as can be determined within `LIMITS.inspectionTimeoutMs`.
 * `ended` resolves when the engines have released the file too.
 */
export async function inspectFile(
  deps: InspectionDeps,
  file: InspectedFile,
): Promise<{ answer: InspectionAnswer; ended: Promise<unknown> }> {
  const time = deadline(LIMITS.inspectionTimeoutMs);
  const { bytes, mediaType } = file;
  const isPdf = mediaType === 'application/pdf';
  const [decoded, header] = await Promise.all([
    time.within(() => (isPdf ? renderFirst(deps.engines, bytes) : deps.engines.image.decode(bytes))),
    isPdf ? time.within(() => deps.engines.pdf.inspect(bytes)) : { pageCount: 1 },
  ]);
  const about = {
    object: 'document_inspection',
    media_type: mediaType,
    bytes: bytes.length,
    pages: header?.pageCount ?? null,
    width: decoded?.original.width ?? null,
    height: decoded?.original.height ?? null,
  } as const;
  const shown = decoded ? await look(deps, decoded, { time, faces: file.faces }) : NOTHING;
  const { measures, ...told } = shown;
  // Without measures nothing can be said about a picture. A file that gives no picture is unreadable.
  const isJudged = measures !== null || (!decoded && time.isComplete());
  const { width, height } = about;
  const document = {
    document_id: NO_DOCUMENT,
    type: told.type,
    width,
    height,
    damaged: decoded?.damaged ?? true,
    measures,
  };
  const judged = checkQuality({ documents: isJudged ? [document] : [], policy: deps.policies.current() });
  const findings = judged.findings.map(({ document_id: _, ...finding }) => finding);
  return { answer: { ...about, ...told, findings, complete: time.isComplete() }, ended: time.ended() };
}

type Shown = Pick<InspectionAnswer, 'turn' | 'type' | 'side' | 'sure'> & { measures: QualityMeasures | null };

const NOTHING: Shown = { turn: 0, type: 'unknown', side: null, sure: 0, measures: null };

/** Goes from the quickest test on: what shows the kind with certainty, then a face that fills the picture, then words, then a face without words. */
async function look(
  { engines, clock }: InspectionDeps,
  { image }: DecodedImage,
  { time, faces }: { time: ReturnType<typeof deadline>; faces: boolean },
): Promise<Shown> {
  const [measures, zone, barcode] = await Promise.all([
    time.within(() => engines.quality.measure(image)),
    time.within(() => engines.mrz.read(image)),
    time.within(() => engines.barcode.read(image)),
  ]);
  const today = isoTime(clock.now()).slice(0, 10);
  const seen = {
    document_id: NO_DOCUMENT,
    declaredType: 'unknown',
    declaredSide: null,
    mrz: zone && readMrz(zone, today),
    barcodes: (barcode?.barcodes ?? []).map(({ quad: _, ...rest }) => ({
      ...rest,
      zone: mrzInPayload(rest.text, today),
    })),
    today,
  } as const;
  const shown = ({ type, side, turn = 0 }: DocumentReading, sure: number): Shown => ({
    turn,
    type,
    side,
    sure,
    measures,
  });
  const unread = readDocument({ ...seen, page: { ...UNREAD, ...(zone?.turn && { turn: zone.turn }) } });
  if (unread.type !== 'unknown') return shown(unread, confidenceOf(unread));
  const selfie: Shown = { turn: 0, type: 'selfie', side: null, sure: CONFIDENCE.face, measures };
  const face = faces
    ? (await time.within(() => engines.face.recognise(image, { within: 'whole' })))?.faces[0]
    : undefined;
  if (face && shareOfPicture(face.box, image) >= SELFIE_FACE_SHARE_MIN) return selfie;
  const page = await time.within(() => engines.text.read(image));
  const reading = page ? readDocument({ ...seen, page }) : unread;
  if (page && face && reading.type === 'unknown' && reading.words <= LONE_FACE_WORDS_MAX) return selfie;
  return shown(reading, confidenceOf(reading));
}

function shareOfPicture(box: Box, { width, height }: RasterImage): number {
  return (box.width * box.height) / (width * height);
}

/** The size of a rendered page is the one at which it was rendered. */
async function renderFirst(engines: Engines, bytes: Buffer): Promise<DecodedImage> {
  const image = await engines.pdf.render(bytes);
  return { image, original: { format: 'png', width: image.width, height: image.height }, damaged: false };
}

function confidenceOf({ type, mrz, content }: DocumentReading): number {
  if (type === 'unknown') return 0;
  const told = content?.types.includes(type as (typeof content.types)[number]) ? content : undefined;
  if (told?.by === 'zone') return (mrz?.confidence ?? 0) / told.types.length;
  return told?.by === 'barcode' || told?.by === 'title' ? CONFIDENCE[told.by] : CONFIDENCE.words;
}

function deadline(timeoutMs: number) {
  let complete = true;
  const works: Promise<unknown>[] = [];
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    setTimeout(() => {
      isOver = true;
      resolve();
    }, timeoutMs).unref();
  });
  const missed = (): null => {
    complete = false;
    return null;
  };
  return {
    /**
     * Returns null if the result is not ready in time, if there was no time left to begin, or if the engine failed: the
     * inspection is then incomplete. Also returns null if the file is to blame.
     */
    async within<T>(begin: () => Promise<T>): Promise<T | null> {
      if (isOver) return missed();
      const work = begin();
      works.push(work);
      const done = work.catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        return error.failure === 'bad_input' ? null : missed();
      });
      return Promise.race([done, over.then(missed)]);
    },
    isComplete: () => complete,
    /** Resolves when all work has ended, including work that was too late. */
    ended: () => Promise.allSettled(works),
  };
}
