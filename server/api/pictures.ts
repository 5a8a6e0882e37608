import type { Response } from 'express';
import type { Appliance } from '../appliance/appliance.ts';
import { FACE_SIDES, type FacePlace, type FaceSide } from '../checks/types.ts';
import type { pictureRoutes } from '../contract/pictures.ts';
import { ofBothKinds } from '../contract/route.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { FILE_ENDINGS } from '../lib/media-type.ts';
import {
  type DocumentFile,
  findDocumentFile,
  noteDocumentTaken,
  readDocumentFile,
} from '../verifications/document-file.ts';
import type { Which } from '../verifications/record-action.ts';
import type { Verification } from '../verifications/types.ts';
import type { Call } from './call.ts';
import { sendBytes } from './download.ts';
import type { Handlers } from './mount.ts';
import { createPagePictures, type PictureSource } from './page-picture.ts';
import { personOf, whichOf } from './records.ts';

type Deps = Pick<Appliance, 'audit' | 'clock' | 'db' | 'engines' | 'keys' | 'log' | 'vault'>;

const JPEG_TYPE = 'image/jpeg';
/** A submitted file that a browser opens as a page of the appliance must not be able to do anything there. */
const NO_RIGHTS = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** `no-store` is enough for most caches; `private` covers a shared cache that knows only that. */
const KEPT_NOWHERE = 'private, no-store';
const PAGE_NUMBER = /^[1-9]\d{0,3}$/;

/**
 * Routes for the files of verifications: the originals, the pictures of their pages, and the compared faces. Pictures are made for each request, by
 * the same engines whose boxes are in the record, so the boxes fit.
 */
export function pictureHandlers(deps: Deps): Handlers<typeof pictureRoutes> {
  const pictures = createPagePictures(deps.engines);
  const find = (which: Which, documentId: string): DocumentFile => findDocumentFile(deps, which, documentId);
  /** Throws `erased` if the record was erased while its file was read; then nothing is sent. */
  const make = async <T>(which: Which, documentId: string, work: (file: DocumentFile) => Promise<T>): Promise<T> => {
    const made = await work(find(which, documentId));
    find(which, documentId);
    return made;
  };
  const source = ({ res }: Call, which: Which, file: DocumentFile): PictureSource => ({
    file,
    read: () => readDocumentFile(deps, which, file),
    isWanted: () => !res.destroyed,
  });
  return {
    ...ofBothKinds((kind) => ({
      async get_Document(call: Call) {
        const { res } = call;
        const which = whichOf(kind, call);
        const file = find(which, call.param('document_id'));
        const bytes = await make(which, file.id, () => readDocumentFile(deps, which, file));
        noteDocumentTaken(deps, which, { document: file.id, actor: call.actor });
        res.setHeader('Content-Disposition', `attachment; filename="${file.id}.${FILE_ENDINGS[file.mediaType]}"`);
        res.setHeader('Content-Security-Policy', NO_RIGHTS);
        res.setHeader('Cache-Control', KEPT_NOWHERE);
        sendBytes(res.type(file.mediaType), bytes);
      },
      async get_DocumentPage(call: Call<(typeof pictureRoutes)['getDocumentPage']>) {
        const { width: widthPixelsMax = LIMITS.pictureWidthPixelsDefault, turn = 0 } = call.query;
        const which = whichOf(kind, call);
        const picture = await make(which, call.param('document_id'), (file) => {
          const page = pageOf(call.param('page'));
          return pictures.page(source(call, which, file), { page, turn, widthPixelsMax });
        });
        sendPicture(call.res, picture);
      },
    })),
    async getFace(call) {
      const which = whichOf('kyc', call);
      const side = sideOf(call.param('side'));
      const place = placeOf(side, personOf(deps, which));
      const picture = await make(which, place.document_id, (file) => pictures.face(source(call, which, file), place));
      sendPicture(call.res, picture);
    },
  };
}

/** Sends a picture. Null: the client has disconnected. */
function sendPicture(res: Response, picture: Uint8Array | null): void {
  if (picture === null) return;
  res.setHeader('Cache-Control', KEPT_NOWHERE);
  sendBytes(res.type(JPEG_TYPE), Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
}

/** Returns the face that was compared, or else the largest face found. */
function placeOf(side: FaceSide, { results }: Verification): FacePlace {
  const found = (results.face?.faces ?? []).filter(({ of }) => of === side);
  const place = found.find(({ compared }) => compared) ?? found[0];
  if (!place) throw new AppError('not_found', `No face was found for the side "${side}". Request the other side.`);
  return place;
}

function pageOf(page: string): number {
  if (!PAGE_NUMBER.test(page)) throw new AppError('not_found', 'Pages are numbered from 1. Request an existing page.');
  return Number(page);
}

function sideOf(name: string): FaceSide {
  const side = FACE_SIDES.find((known) => known === name);
  if (!side) throw new AppError('not_found', `There is no such side. Request one of: ${FACE_SIDES.join(', ')}.`);
  return side;
}
