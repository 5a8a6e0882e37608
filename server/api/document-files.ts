import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Engines } from '../../models/ports.ts';
import { FACE_SIDES, type FacePlace, type FaceSide, type KycResults } from '../checks/types.ts';
import { pageQuerySchema } from '../contract/pictures.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { FILE_ENDINGS } from '../lib/media-type.ts';
import type { Which } from '../verifications/act.ts';
import type { DocumentFile } from '../verifications/document-file.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { sendBytes } from './download.ts';
import type { Guard } from './guard.ts';
import { createPagePictures, type PictureSource } from './page-picture.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';
import { parseQuery } from './validate.ts';

export interface DocumentFilesDeps {
  guard: Guard;
  engines: Pick<Engines, 'image' | 'pdf'>;
  /** Throws `not_found`, `erased`. */
  find(which: Which, documentId: string): DocumentFile;
  /** Throws `erased`, `file_lost`. */
  read(which: Which, file: DocumentFile): Promise<Buffer>;
  noteTaken(which: Which, taken: { document: string; actor: string }): void;
  /** Of a person's record; null: there is none. Throws `erased`. */
  results(which: Which): Pick<KycResults, 'face'> | null;
}

const JPEG_TYPE = 'image/jpeg';
/** A file of strangers that is opened as a page of the appliance must be able to do nothing there. */
const NO_RIGHTS = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** `no-store` alone would do; a shared cache that knows only `private` keeps it no more. */
const KEPT_NOWHERE = 'private, no-store';
const PAGE_NUMBER = /^[1-9]\d{0,3}$/;

/**
 * The files of verifications: as they came, the pictures of their pages, and the faces that were compared. Pictures are made anew each
 * time, by the very engines whose boxes the record tells, so that these fit.
 */
export function documentFilesRouter(deps: DocumentFilesDeps): Router {
  const router = Router();
  const pictures = createPagePictures(deps.engines);
  const source = (res: Response, which: Which, file: DocumentFile): PictureSource => ({
    file,
    read: () => deps.read(which, file),
    isWanted: () => !res.destroyed,
  });
  const kinds = [
    { kind: 'kyc', path: VERIFICATIONS_PATH, scope: 'kyc:read' },
    { kind: 'kyb', path: KYB_PATH, scope: 'kyb:read' },
  ] as const;
  for (const { kind, path, scope } of kinds) {
    const document = `${path}/:id/documents/:document_id`;
    const allow = deps.guard.allow(scope);
    addRoute(router, document, { get: [...allow, sendFile(deps, kind)] });
    addRoute(router, `${document}/pages/:page`, {
      get: [
        ...allow,
        produces(JPEG_TYPE),
        async (req, res) => {
          const { width = LIMITS.pictureWidthPixelsDefault, turn = 0 } = parseQuery(
            pageQuerySchema,
            req.query,
            'The picture cannot be made like this. See errors.',
          );
          const which = whichOf(kind, req, res);
          const file = deps.find(which, String(req.params['document_id']));
          const page = pageOf(req);
          const picture = await pictures.page(source(res, which, file), { page, turn, widthPixelsMax: width });
          refuseGone(deps, which, file);
          sendPicture(res, picture);
        },
      ],
    });
  }
  addRoute(router, `${VERIFICATIONS_PATH}/:id/faces/:side`, {
    get: [
      ...deps.guard.allow('kyc:read'),
      produces(JPEG_TYPE),
      async (req, res) => {
        const which = whichOf('kyc', req, res);
        const side = sideOf(req);
        const place = placeOf(side, deps.results(which));
        const file = deps.find(which, place.document_id);
        const picture = await pictures.face(source(res, which, file), place);
        refuseGone(deps, which, file);
        sendPicture(res, picture);
      },
    ],
  });
  return router;
}

function sendFile(deps: DocumentFilesDeps, kind: VerificationKind): RequestHandler {
  return async (req, res) => {
    const which = whichOf(kind, req, res);
    const file = deps.find(which, String(req.params['document_id']));
    const bytes = await deps.read(which, file);
    refuseGone(deps, which, file);
    deps.noteTaken(which, { document: file.id, actor: principalOf(res).actorId });
    res.setHeader('Content-Disposition', `attachment; filename="${file.id}.${FILE_ENDINGS[file.mediaType]}"`);
    res.setHeader('Content-Security-Policy', NO_RIGHTS);
    res.setHeader('Cache-Control', KEPT_NOWHERE);
    sendBytes(res.type(file.mediaType), bytes);
  };
}

/** Throws `erased` where the record went since: nothing of it is given any more. */
function refuseGone({ find }: DocumentFilesDeps, which: Which, file: DocumentFile): void {
  find(which, file.id);
}

/** Null: whoever asked has gone. */
function sendPicture(res: Response, picture: Uint8Array | null): void {
  if (picture === null) return;
  res.setHeader('Cache-Control', KEPT_NOWHERE);
  sendBytes(res.type(JPEG_TYPE), Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
}

/** The face that was compared, else the largest that was found. */
function placeOf(side: FaceSide, results: Pick<KycResults, 'face'> | null): FacePlace {
  if (!results) throw new AppError('not_found', 'There is no verification with this id for this API key.');
  const found = (results.face?.faces ?? []).filter(({ of }) => of === side);
  const place = found.find(({ compared }) => compared) ?? found[0];
  if (!place) throw new AppError('not_found', `No face is known of the ${side} of this verification.`);
  return place;
}

function whichOf(kind: VerificationKind, req: Request, res: Response): Which {
  return { kind, id: String(req.params['id']), livemode: principalOf(res).livemode };
}

function pageOf(req: Request): number {
  const page = String(req.params['page']);
  if (!PAGE_NUMBER.test(page)) throw new AppError('not_found', 'Pages are numbered from 1.');
  return Number(page);
}

function sideOf(req: Request): FaceSide {
  const side = FACE_SIDES.find((known) => known === req.params['side']);
  if (!side) throw new AppError('not_found', `There are the faces ${FACE_SIDES.join(' and ')}.`);
  return side;
}
