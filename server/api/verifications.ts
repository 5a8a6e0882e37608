import { type Request, type Response, Router } from 'express';
import type { Engines } from '../../models/ports.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { IdempotencyClaim, KeptAnswer } from '../verifications/idempotency.ts';
import type { ListQuery } from '../verifications/store.ts';
import type { SubmitInput, SubmitResult } from '../verifications/submit.ts';
import type { Verification } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { listQuerySchema } from './contract/verification.ts';
import { checkDocument } from './document-check.ts';
import type { Guard } from './guard.ts';
import { createRunningKeys, fingerprintOf, keyReused, readIdempotencyKey } from './idempotency.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import {
  type HitDecisions,
  type PresentOcr,
  presentCreated,
  presentVerification,
  VERIFICATIONS_PATH,
} from './present.ts';
import { addRoute, consumes, produces } from './route.ts';
import { parseParts, readSubmission } from './submission.ts';
import { type ReceivedForm, receiveForm } from './upload.ts';
import { parseOrThrow } from './validate.ts';

export interface VerificationsDeps {
  guard: Guard;
  engines: Pick<Engines, 'image' | 'pdf'>;
  beginUpload(): UploadSession;
  submit(input: SubmitInput): Promise<SubmitResult>;
  findIdempotent(claim: IdempotencyClaim): KeptAnswer | null;
  get(id: string, livemode: boolean): Verification | null;
  list(query: ListQuery): { data: Verification[]; hasMore: boolean };
  ocr: PresentOcr;
  hitDecisions(verificationId: string): HitDecisions;
  uploadTimeoutMs?: number;
}

/** `POST` and `GET /v1/verifications`, `GET /v1/verifications/{id}`. */
export function verificationsRouter(deps: VerificationsDeps): Router {
  const router = Router();
  const running = createRunningKeys();
  const json = produces('application/json');
  addRoute(router, VERIFICATIONS_PATH, {
    get: [...deps.guard.allow('kyc:read'), json, (req, res) => list(deps, req, res)],
    post: [
      ...deps.guard.allowCreate('kyc:write'),
      json,
      consumes('multipart/form-data'),
      async (req, res) => {
        const key = readIdempotencyKey(req.get('idempotency-key'));
        const scope = { keyId: principalOf(res).keyId, method: 'POST', path: VERIFICATIONS_PATH };
        const leave = key === null ? () => {} : running.enter({ ...scope, key });
        try {
          sendCreated(res, await create(deps, req, res, key === null ? null : { ...scope, key }));
        } finally {
          leave();
        }
      },
    ],
  });
  addRoute(router, `${VERIFICATIONS_PATH}/:id`, {
    get: [...deps.guard.allow('kyc:read'), json, (req, res) => retrieve(deps, String(req.params['id']), res)],
  });
  return router;
}

type ClaimScope = Omit<IdempotencyClaim, 'fingerprint'>;

/** Whatever happens, nothing of the upload stays but what a submission took over. */
async function create(
  deps: VerificationsDeps,
  req: Request,
  res: Response,
  scope: ClaimScope | null,
): Promise<SubmitResult> {
  const session = deps.beginUpload();
  try {
    const form = await receiveForm(req, res, session, deps.uploadTimeoutMs);
    return await submitForm(deps, form, session, principalOf(res), scope);
  } finally {
    await session.discard();
  }
}

async function submitForm(
  deps: VerificationsDeps,
  form: ReceivedForm,
  session: UploadSession,
  principal: { keyId: string; livemode: boolean },
  scope: ClaimScope | null,
): Promise<SubmitResult> {
  const raw = parseParts(form);
  const claim = scope && { ...scope, fingerprint: fingerprintOf(form, raw) };
  const kept = claim && deps.findIdempotent(claim);
  if (kept && !kept.sameFingerprint) throw keyReused();
  if (kept) return { status: kept.status, body: kept.body, replayed: true };
  const { submission, documents, warnings } = readSubmission(form, raw, principal.livemode);
  for (const [index, { file }] of form.documents.entries()) await checkDocument(deps.engines, session, file, index);
  return deps.submit({
    session,
    livemode: principal.livemode,
    actor: principal.keyId,
    submission,
    documents,
    idempotency: claim,
    respond: (created) => ({ status: 201, body: JSON.stringify(presentCreated(created, warnings)) }),
  });
}

function sendCreated(res: Response, result: SubmitResult): void {
  const { links } = JSON.parse(result.body) as { links: { self: string } };
  res.setHeader('Location', links.self);
  if (result.replayed) res.setHeader('Idempotent-Replayed', 'true');
  res.status(result.status).type('application/json').send(result.body);
}

function retrieve(deps: VerificationsDeps, id: string, res: Response): void {
  const verification = deps.get(id, principalOf(res).livemode);
  if (!verification) throw new AppError('not_found', 'There is no verification with this id for this API key.');
  res.json(presentVerification(verification, deps.ocr, deps.hitDecisions(id)));
}

function list(deps: VerificationsDeps, req: Request, res: Response): void {
  const query = parseOrThrow(listQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'ver');
  const { data, hasMore } = deps.list({
    livemode: principalOf(res).livemode,
    limit: query.limit ?? LIMITS.listPageDefault,
    ...(query.status === undefined ? {} : { status: query.status }),
    ...cursorOf(query),
  });
  const link = linkHeader(VERIFICATIONS_PATH, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({
    object: 'list',
    url: VERIFICATIONS_PATH,
    has_more: hasMore,
    data: data.map((verification) => presentVerification(verification, deps.ocr, deps.hitDecisions(verification.id))),
  });
}
