import { type Request, type RequestHandler, type Response, Router } from 'express';
import { newCorrectionSchema } from '../contract/corrections.ts';
import { newFaceChoiceSchema } from '../contract/face-choices.ts';
import { noteQuerySchema } from '../contract/openapi-reviews.ts';
import {
  approvalQuerySchema,
  newAssignmentSchema,
  newDocumentRequestSchemas,
  newNoteSchema,
  newReviewSchema,
} from '../contract/reviews.ts';
import type { ErrorItem } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Act, Which } from '../verifications/act.ts';
import type { FormerAttempt } from '../verifications/attempts.ts';
import type { NewFaceChoice } from '../verifications/choose-face.ts';
import type { NewCorrection } from '../verifications/correct.ts';
import type { IdempotencyClaim, KeptAnswer } from '../verifications/idempotency.ts';
import type { listNotes } from '../verifications/notes.ts';
import type { NewDocumentRequest, NewReview, Note, ReviewReason } from '../verifications/review-types.ts';
import type { SubmitResult } from '../verifications/submit.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { answerOnce, type ClaimScope, claimKey, createRunningKeys, type RunningKeys } from './idempotency.ts';
import { jsonBody } from './json-body.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { presentAttempt, presentNote } from './present-review.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';

const PATHS: Record<VerificationKind, string> = { kyc: VERIFICATIONS_PATH, kyb: KYB_PATH };

/** An act whose answer the route makes of what it gives. */
type NoteAct = Omit<Act, 'respond'> & { respond: (note: Note) => ReturnType<Act['respond']> };

export interface ReviewsDeps {
  guard: Guard;
  /** Throws `not_found`. */
  mustExist(which: Which): void;
  /** The record as its own route gives it. */
  answer(which: Which): unknown;
  findIdempotent(claim: IdempotencyClaim): KeptAnswer | null;
  review(act: Act, review: NewReview): SubmitResult;
  /** What holds an approval back, for this reason or for any. */
  approvalFaults(which: Which, reason: ReviewReason<'approve'> | null): ErrorItem[];
  rerun(act: Act): Promise<SubmitResult>;
  correct(act: Act, correction: NewCorrection): Promise<SubmitResult>;
  chooseFace(act: Act, choice: NewFaceChoice): Promise<SubmitResult>;
  requestDocuments(act: Act, request: NewDocumentRequest): SubmitResult;
  assign(act: Act, assignee: string | null): SubmitResult;
  addNote(act: NoteAct, text: string): SubmitResult;
  listNotes(which: Which, page: Parameters<typeof listNotes>[2]): ReturnType<typeof listNotes>;
  formerAttempts(which: Which): FormerAttempt[];
}

/** What people do with verifications of both kinds that wait for them. */
export function reviewsRouter(deps: ReviewsDeps): Router {
  const router = Router();
  for (const kind of ['kyc', 'kyb'] as const) addRoutes(router, deps, kind);
  return router;
}

function addRoutes(router: Router, deps: ReviewsDeps, kind: VerificationKind): void {
  const { guard } = deps;
  const path = `${PATHS[kind]}/:id`;
  // Before a body is read: whoever asks for a record that is not theirs learns that, whatever they send.
  const found: RequestHandler = (req, res, next) => {
    deps.mustExist(whichOf(kind, req, res));
    next();
  };
  const read = [...guard.allow(`${kind}:read`), produces('application/json'), found];
  const review = [...guard.allow(`${kind}:review`), produces('application/json'), found];
  const write = [...guard.allow(`${kind}:write`), produces('application/json'), found];
  const post = createPosts(deps, kind, createRunningKeys());
  addRoute(router, `${path}/review`, {
    post: [...review, ...jsonBody, post('review', (act, req) => deps.review(act, readReview(req.body)))],
  });
  addRoute(router, `${path}/approval`, {
    get: [
      ...read,
      (req, res) => {
        const { reason = null } = parseQuery(approvalQuerySchema, req.query, 'The reason is not valid. See errors.');
        const errors = deps.approvalFaults(whichOf(kind, req, res), reason);
        res.json({ object: 'approval', possible: errors.length === 0, errors });
      },
    ],
  });
  addRoute(router, `${path}/rerun`, {
    post: [
      ...guard.allowCreate(`${kind}:review`),
      produces('application/json'),
      found,
      post('rerun', (act) => deps.rerun(act)),
    ],
  });
  if (kind === 'kyc') {
    addRoute(router, `${path}/corrections`, {
      post: [...review, ...jsonBody, post('corrections', (act, req) => deps.correct(act, readCorrection(req.body)))],
    });
    addRoute(router, `${path}/face-choices`, {
      post: [...review, ...jsonBody, post('face-choices', (act, req) => deps.chooseFace(act, readChoice(req.body)))],
    });
  }
  addRoute(router, `${path}/request-documents`, {
    post: [
      ...write,
      ...jsonBody,
      post('request-documents', (act, req) => deps.requestDocuments(act, readRequest(kind, req.body))),
    ],
  });
  addRoute(router, `${path}/assignment`, {
    put: [...review, ...jsonBody, (req, res) => assign(deps, kind, req, res, readAssignee(req.body))],
    delete: [...review, (req, res) => assign(deps, kind, req, res, null)],
  });
  addRoute(router, `${path}/notes`, {
    get: [...read, (req, res) => sendNotes(deps, kind, req, res)],
    post: [
      ...review,
      ...jsonBody,
      post('notes', (act, req) => {
        const { text } = parseOrThrow(newNoteSchema, req.body, 'The note is not valid. See errors.');
        const self = `${PATHS[kind]}/${act.id}/notes`;
        const respond = (note: Note) => ({ status: 201, body: JSON.stringify(presentNote(note, self)) });
        return deps.addNote({ ...act, respond }, text);
      }),
    ],
  });
  addRoute(router, `${path}/attempts`, {
    get: [
      ...read,
      (req, res) => {
        const which = whichOf(kind, req, res);
        const data = deps.formerAttempts(which).map(presentAttempt);
        sendWhole(res, `${PATHS[kind]}/${which.id}/attempts`, data);
      },
    ],
  });
}

/** Makes the handlers of POSTs: each done once under its Idempotency-Key, and answered with the record as it is then. */
function createPosts(deps: ReviewsDeps, kind: VerificationKind, running: RunningKeys) {
  return (name: string, work: (act: Act, req: Request) => SubmitResult | Promise<SubmitResult>): RequestHandler =>
    (req, res) => {
      const which = whichOf(kind, req, res);
      const { actorId } = principalOf(res);
      const respond = () => ({ status: 200, body: JSON.stringify(deps.answer(which)) });
      return answerOnce(running, req, res, `${PATHS[kind]}/${which.id}/${name}`, async (scope: ClaimScope | null) => {
        const { claim, replay } = claimKey(deps, scope, { body: req.body ?? null });
        return replay ?? work({ ...which, actor: actorId, idempotency: claim, respond }, req);
      });
    };
}

function whichOf(kind: VerificationKind, req: Request, res: Response): Which {
  return { kind, id: String(req.params['id']), livemode: principalOf(res).livemode };
}

function readReview(body: unknown): NewReview {
  return parseOrThrow(newReviewSchema, body, 'The decision is not valid. See errors.');
}

function readRequest(kind: VerificationKind, body: unknown): NewDocumentRequest {
  const detail = 'What is asked for is not valid. See errors.';
  const { types, note } =
    kind === 'kyc'
      ? parseOrThrow(newDocumentRequestSchemas.kyc, body, detail)
      : parseOrThrow(newDocumentRequestSchemas.kyb, body, detail);
  return {
    types: types.map((wanted) => ({ type: wanted.type, side: 'side' in wanted ? (wanted.side ?? null) : null })),
    note: note ?? null,
  };
}

function readCorrection(body: unknown): NewCorrection {
  const read = parseOrThrow(newCorrectionSchema, body, 'The correction is not valid. See errors.');
  const { document_id, type, fields, note } = read;
  return { documentId: document_id, values: { ...(type === undefined ? {} : { type }), fields }, note };
}

function readChoice(body: unknown): NewFaceChoice {
  const read = parseOrThrow(newFaceChoiceSchema, body, 'The choice is not valid. See errors.');
  return { documentId: read.document_id, face: read.face, note: read.note };
}

function readAssignee(body: unknown): string {
  return parseOrThrow(newAssignmentSchema, body, 'The assignment is not valid. See errors.').assignee;
}

function assign(deps: ReviewsDeps, kind: VerificationKind, req: Request, res: Response, assignee: string | null): void {
  const which = whichOf(kind, req, res);
  const respond = () => ({ status: 200, body: JSON.stringify(deps.answer(which)) });
  const act = { ...which, actor: principalOf(res).actorId, idempotency: null, respond };
  res.type('application/json').send(deps.assign(act, assignee).body);
}

function sendNotes(deps: ReviewsDeps, kind: VerificationKind, req: Request, res: Response): void {
  const which = whichOf(kind, req, res);
  const query = parseQuery(noteQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'note');
  const { data, hasMore } = deps.listNotes(which, { limit: query.limit ?? LIMITS.listPageDefault, ...cursorOf(query) });
  const url = `${PATHS[kind]}/${which.id}/notes`;
  const link = linkHeader(url, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url, has_more: hasMore, data: data.map((note) => presentNote(note, url)) });
}
