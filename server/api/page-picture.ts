import {
  type Box,
  EngineError,
  type EngineFailure,
  type Engines,
  type RasterImage,
  type Turn,
} from '../../models/ports.ts';
import type { FacePlace } from '../checks/types.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { BINARY } from '../lib/media-type.ts';
import { createTurns } from '../lib/turns.ts';
import { decodeSourceFace } from '../pipeline/source-face.ts';
import type { DocumentFile } from '../verifications/document-file.ts';

/** A file to make a picture of, when its turn comes. */
export interface PictureSource {
  file: DocumentFile;
  read(): Promise<Buffer>;
  /** Returns false if the client has disconnected. */
  isWanted(): boolean;
}

/**
 * Pictures made for people to view, as JPEG files. Each method throws `not_found`, `picture_unavailable`, `rate_limited`; it returns null if the
 * client has disconnected.
 */
export interface PagePictures {
  /** Returns a page (counted from 1), upright by its file's own orientation, then turned. Wide pages are scaled down. */
  page(
    source: PictureSource,
    showing: { page: number; turn: Turn; widthPixelsMax: number },
  ): Promise<Uint8Array | null>;
  /** Returns a face with a margin around it. */
  face(source: PictureSource, place: FacePlace): Promise<Uint8Array | null>;
}

/** The margin on each side, as a share of the face's width and height. */
const FACE_MARGIN = 0.25;
/** Engine failures that are not the file's fault. */
const OWN_FAULTS: readonly EngineFailure[] = ['unavailable', 'nonsense'];

/** Makes a few pictures at once and queues a few more, so verifications in progress keep their share of the engines. */
export function createPagePictures(engines: Pick<Engines, 'image' | 'pdf'>): PagePictures {
  const inTurn = createTurns({
    atOnce: LIMITS.picturesAtOnce,
    waitingMax: LIMITS.picturesWaitingMax,
    refuse: () =>
      new AppError('rate_limited', {
        detail: 'Too many pictures are being created. Wait a second, then send the request again.',
        retryAfterSeconds: 1,
      }),
  });
  const make = (source: PictureSource, work: (bytes: Buffer) => Promise<Uint8Array>): Promise<Uint8Array | null> =>
    inTurn(async () => (source.isWanted() ? ofEngines(source.read().then(work)) : null));
  return {
    page: (source, { page, ...showing }) =>
      make(source, async (bytes) => engines.image.show(await openPage(engines, source.file, bytes, page), showing)),
    face: (source, { box, turn = 0 }) =>
      make(source, async (bytes) => {
        const image = await openPage(engines, source.file, bytes, 1);
        const crop = aroundFace(box, image, turn);
        return engines.image.show(image, { turn, crop, widthPixelsMax: LIMITS.facePictureSidePixelsMax });
      }),
  };
}

async function openPage(
  engines: Pick<Engines, 'image' | 'pdf'>,
  { mediaType, page: only }: DocumentFile,
  bytes: Buffer,
  page: number,
): Promise<RasterImage> {
  const isPdf = mediaType === 'application/pdf';
  if (page > 1) {
    const { pageCount } = isPdf && only === undefined ? await engines.pdf.inspect(bytes) : { pageCount: 1 };
    if (page > pageCount) throw noSuchPage(pageCount);
  }
  if (mediaType === BINARY) return (await decodeSourceFace(engines.image, bytes)).image;
  return isPdf ? engines.pdf.render(bytes, (only ?? page) - 1) : (await engines.image.decode(bytes)).image;
}

function noSuchPage(count: number): AppError {
  return new AppError(
    'not_found',
    `This document has ${count} page${count === 1 ? '' : 's'}. Request one that exists.`,
  );
}

/** Turns a fault of the file into a problem; passes a fault of the appliance on. */
async function ofEngines<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof EngineError) || OWN_FAULTS.includes(error.failure)) throw error;
    const detail =
      'The file is damaged and cannot be shown as a picture. Download the file itself, or request it again from the applicant.';
    throw new AppError('picture_unavailable', detail, error);
  }
}

/** Returns the face's box with its margin, in whole pixels of the picture turned by `turn`. */
function aroundFace(face: FacePlace['box'], image: RasterImage, turn: Turn): Box {
  const onSide = turn === 90 || turn === 270;
  const [width, height] = onSide ? [image.height, image.width] : [image.width, image.height];
  const [marginX, marginY] = [FACE_MARGIN * face.width, FACE_MARGIN * face.height];
  const x = Math.max(0, Math.round((face.x - marginX) * width));
  const y = Math.max(0, Math.round((face.y - marginY) * height));
  const right = Math.min(width, Math.round((face.x + face.width + marginX) * width));
  const bottom = Math.min(height, Math.round((face.y + face.height + marginY) * height));
  return { x, y, width: right - x, height: bottom - y };
}
