import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Representative, Ubo } from '../../checks/kyb/types.ts';
import { personLinkSchema } from '../../contract/kyb-create.ts';
import { AppError } from '../../lib/errors.ts';
import type { NewId } from '../../lib/ids.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { UploadSession } from '../../vault/staging.ts';
import type { AddDocumentsInput } from '../../verifications/company-documents.ts';
import type { NewLink } from '../../verifications/person-links.ts';
import { isFinal } from '../../verifications/state.ts';
import type { ListQuery } from '../../verifications/store.ts';
import type { SubmitKybInput, SubmitResult } from '../../verifications/submit.ts';
import type { KybVerification } from '../../verifications/types.ts';
import { principalOf, requireScope } from '../authorise.ts';
import { type CreateDeps, createVerification } from '../create-verification.ts';
import { checkDocument } from '../document-check.ts';
import type { Guard } from '../guard.ts';
import { answerOnce, type ClaimScope, claimKey, createRunningKeys, formMeaning, sendResult } from '../idempotency.ts';
import { jsonBody, readJsonBody } from '../json-body.ts';
import { KYB_PATH } from '../present.ts';
import type { Beside } from '../present-record.ts';
import { sendRecordPage } from '../record-page.ts';
import type { EraseHandler } from '../retention.ts';
import { addRoute, consumes, produces } from '../route.ts';
import { parseParts } from '../submission.ts';
import { receiveForm } from '../upload.ts';
import { parseOrThrow, unknownFields } from '../validate.ts';
import { readCompanyFiles } from './files.ts';
import { presentFiles, presentKyb, presentKybCreated, presentLink } from './present.ts';
import { fillApplicant, findPerson, readCompany } from './submission.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

export interface KybDeps extends CreateDeps {
  guard: Guard;
  newId: NewId;
  get(id: string, livemode: boolean): KybVerification | null;
  list(query: ListQuery): { data: KybVerification[]; hasMore: boolean };
  erase: EraseHandler;
  submitKyb(input: SubmitKybInput): Promise<SubmitResult>;
  beginUploadInto(verificationId: string): UploadSession;
  addDocuments(input: AddDocumentsInput): Promise<SubmitResult>;
  linkPerson(link: NewLink): KybVerification;
  beside(verificationId: string): Beside;
}

/** `/v1/kyb/verifications`: companies, their files, and the verifications of their people. */
export function kybRouter(deps: KybDeps): Router {
  const router = Router();
  const running = createRunningKeys();
  const json = produces(JSON_TYPE);
  const present = (record: KybVerification) => presentKyb(record, deps.beside(record.id));
  const read = [...deps.guard.allow('kyb:read'), json];
  const write = [...deps.guard.allowCreate('kyb:write'), json];
  const pages = { path: KYB_PATH, prefix: 'kyb_ver', list: deps.list, present } as const;
  addRoute(router, KYB_PATH, {
    get: [...read, (req, res) => sendRecordPage(req, res, pages)],
    post: [
      ...write,
      ...jsonBody,
      (req, res) => answerOnce(running, req, res, KYB_PATH, (scope) => create(deps, req, res, scope)),
    ],
  });
  addRoute(router, `${KYB_PATH}/:id`, {
    get: [...read, (req, res) => void res.json(present(find(deps, req, res)))],
    delete: [...deps.guard.allow('admin'), json, deps.erase('kyb')],
  });
  addRoute(router, `${KYB_PATH}/:id/documents`, {
    post: [
      ...write,
      whenFound(deps),
      consumes(FORM_TYPE),
      (req, res) => {
        const { id } = find(deps, req, res);
        return answerOnce(running, req, res, `${KYB_PATH}/${id}/documents`, (scope) =>
          addDocuments(deps, req, res, { id, scope }),
        );
      },
    ],
  });
  addRoute(router, `${KYB_PATH}/:id/persons/:person_id/verification`, {
    post: [
      ...write,
      whenFound(deps),
      consumes(JSON_TYPE, FORM_TYPE),
      whenOf(FORM_TYPE, requireScope('kyc:write')),
      whenOf(JSON_TYPE, requireScope('kyc:read')),
      ...readJsonBody.map((handler) => whenOf(JSON_TYPE, handler)),
      (req, res) => {
        const record = find(deps, req, res);
        const person = personOf(record, String(req.params['person_id']));
        // The same link again changes nothing, so that it needs no key.
        if (req.is(JSON_TYPE)) return sendResult(res, linkPerson(deps, req, res, record.id, person.id));
        const path = `${KYB_PATH}/${record.id}/persons/${person.id}/verification`;
        return answerOnce(running, req, res, path, (scope) =>
          createForPerson(deps, req, res, { kyb: record, person, scope }),
        );
      },
    ],
  });
  return router;
}

/** Before a body is read: whoever asks for a record that is not theirs learns that, whatever they send. */
function whenFound(deps: KybDeps): RequestHandler {
  return (req, res, next) => {
    const record = find(deps, req, res);
    const personId = req.params['person_id'];
    if (personId !== undefined) personOf(record, String(personId));
    next();
  };
}

function whenOf(type: string, handler: RequestHandler): RequestHandler {
  return (req, res, next) => (req.is(type) ? handler(req, res, next) : next());
}

function find(deps: KybDeps, req: Request, res: Response): KybVerification {
  const record = deps.get(String(req.params['id']), principalOf(res).livemode);
  if (!record) throw new AppError('not_found', 'There is no verification with this id for this API key.');
  return record;
}

function personOf({ submission }: KybVerification, personId: string): Representative | Ubo {
  const person = findPerson(submission, personId);
  if (!person) throw new AppError('not_found', 'This verification has no person with this id.');
  if (!('legal_name' in person)) return person;
  throw new AppError('state_conflict', 'This owner is a company. Only a person has a KYC verification.');
}

async function create(deps: KybDeps, req: Request, res: Response, scope: ClaimScope | null): Promise<SubmitResult> {
  const { claim, replay } = claimKey(deps, scope, { body: req.body });
  if (replay) return replay;
  const { livemode, actorId } = principalOf(res);
  const { submission, warnings } = readCompany(req.body, livemode, deps.newId);
  return deps.submitKyb({
    livemode,
    actor: actorId,
    submission,
    idempotency: claim,
    respond: (created) => ({ status: 201, body: JSON.stringify(presentKybCreated(created, warnings)) }),
  });
}

/** Whatever happens, nothing of the upload stays but what was taken over. */
async function addDocuments(
  deps: KybDeps,
  req: Request,
  res: Response,
  { id, scope }: { id: string; scope: ClaimScope | null },
): Promise<SubmitResult> {
  const { livemode, actorId } = principalOf(res);
  const session = deps.beginUploadInto(id);
  try {
    const form = await receiveForm(req, res, session, deps.uploadTimeoutMs);
    const raw = parseParts(form);
    const { claim, replay } = claimKey(deps, scope, formMeaning(form, raw));
    if (replay) return replay;
    const { files, warnings } = readCompanyFiles(form, raw);
    for (const [index, { file }] of files.entries()) {
      await checkDocument(deps.engines, session, file, { index, pagesMax: LIMITS.companyPdfPagesMax });
    }
    const respond = (record: KybVerification) => ({
      status: 201,
      body: JSON.stringify(presentFiles(record, warnings)),
    });
    return await deps.addDocuments({ session, id, livemode, actor: actorId, files, idempotency: claim, respond });
  } finally {
    await session.discard();
  }
}

function linkPerson(deps: KybDeps, req: Request, res: Response, kybId: string, personId: string): SubmitResult {
  const { livemode, actorId } = principalOf(res);
  const { verification_id: verificationId } = parseOrThrow(
    personLinkSchema,
    req.body,
    'The link is not valid. See errors.',
  );
  const company = deps.linkPerson({ kybId, personId, verificationId, livemode, actor: actorId });
  const ended = isFinal(company.status);
  const status = company.links.find((link) => link.personId === personId)?.status ?? 'pending';
  const warnings = unknownFields(personLinkSchema, req.body);
  const body = JSON.stringify(presentLink(kybId, { personId, verificationId, status, ended }, warnings));
  return { status: 201, body, replayed: false };
}

function createForPerson(
  deps: KybDeps,
  req: Request,
  res: Response,
  { kyb, person, scope }: { kyb: KybVerification; person: Representative | Ubo; scope: ClaimScope | null },
): Promise<SubmitResult> {
  return createVerification(deps, req, res, {
    scope,
    fill: (applicant) => fillApplicant(applicant, person),
    link: { kybId: kyb.id, personId: person.id },
    present: ({ id, status }, warnings) =>
      presentLink(kyb.id, { personId: person.id, verificationId: id, status, ended: isFinal(kyb.status) }, warnings),
  });
}
