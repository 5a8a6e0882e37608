import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../lib/errors.ts';
import type { ListQuery } from '../verifications/store.ts';
import type { Verification } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { type CreateDeps, createVerification } from './create-verification.ts';
import type { Guard } from './guard.ts';
import { answerOnce, createRunningKeys } from './idempotency.ts';
import { type AddDocumentsDeps, addDocuments } from './person-documents.ts';
import { type PresentOcr, presentCreated, presentVerification, VERIFICATIONS_PATH } from './present.ts';
import type { Beside } from './present-record.ts';
import { sendRecordPage } from './record-page.ts';
import type { EraseHandler } from './retention.ts';
import { addRoute, consumes, produces } from './route.ts';

export interface VerificationsDeps extends CreateDeps, AddDocumentsDeps {
  guard: Guard;
  get(id: string, livemode: boolean): Verification | null;
  list(query: ListQuery): { data: Verification[]; hasMore: boolean };
  erase: EraseHandler;
  ocr: PresentOcr;
  beside(verificationId: string): Beside;
}

/** `POST` and `GET /v1/verifications`, `GET` and `DELETE /v1/verifications/{id}`, `POST /v1/verifications/{id}/documents`. */
export function verificationsRouter(deps: VerificationsDeps): Router {
  const router = Router();
  const running = createRunningKeys();
  const json = produces('application/json');
  const present = (verification: Verification) =>
    presentVerification(verification, deps.ocr, deps.beside(verification.id));
  const pages = { path: VERIFICATIONS_PATH, prefix: 'ver', list: deps.list, present } as const;
  addRoute(router, VERIFICATIONS_PATH, {
    get: [...deps.guard.allow('kyc:read'), json, (req, res) => sendRecordPage(req, res, pages)],
    post: [
      ...deps.guard.allowCreate('kyc:write'),
      json,
      consumes('multipart/form-data'),
      (req, res) =>
        answerOnce(running, req, res, VERIFICATIONS_PATH, (scope) =>
          createVerification(deps, req, res, { scope, present: presentCreated }),
        ),
    ],
  });
  addRoute(router, `${VERIFICATIONS_PATH}/:id/documents`, {
    post: [
      ...deps.guard.allowCreate('kyc:write'),
      json,
      whenFound(deps),
      consumes('multipart/form-data'),
      (req, res) => {
        const { id } = find(deps, req, res);
        return answerOnce(running, req, res, `${VERIFICATIONS_PATH}/${id}/documents`, (scope) =>
          addDocuments(deps, req, res, { id, scope, answer: () => present(find(deps, req, res)) }),
        );
      },
    ],
  });
  addRoute(router, `${VERIFICATIONS_PATH}/:id`, {
    get: [...deps.guard.allow('kyc:read'), json, (req, res) => void res.json(present(find(deps, req, res)))],
    delete: [...deps.guard.allow('admin'), json, deps.erase('kyc')],
  });
  return router;
}

/** Before a body is read: whoever asks for a record that is not theirs learns that, whatever they send. */
function whenFound(deps: VerificationsDeps): RequestHandler {
  return (req, res, next) => {
    find(deps, req, res);
    next();
  };
}

function find(deps: VerificationsDeps, req: Request, res: Response): Verification {
  const verification = deps.get(String(req.params['id']), principalOf(res).livemode);
  if (!verification) throw new AppError('not_found', 'There is no verification with this id for this API key.');
  return verification;
}
