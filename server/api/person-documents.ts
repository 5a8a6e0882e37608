import type { Request, Response } from 'express';
import type { Engines } from '../../models/ports.ts';
import { type AddedDocumentsAnswer, addedDocumentsPartsSchema } from '../contract/person-documents.ts';
import type { Warning } from '../contract/problem.ts';
import type { VerificationAnswer } from '../contract/verification.ts';
import { LIMITS } from '../lib/limits.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { Act } from '../verifications/act.ts';
import type { IdempotencyClaim, KeptAnswer } from '../verifications/idempotency.ts';
import type { AddedDocuments } from '../verifications/person-documents.ts';
import type { SubmitResult } from '../verifications/submit.ts';
import { principalOf } from './authorise.ts';
import { type ClaimScope, claimKey, formMeaning } from './idempotency.ts';
import { takePersonFiles } from './person-files.ts';
import { documentsMissing, matchDocuments, parseParts, type RawParts, type SentFile } from './submission.ts';
import { type ReceivedForm, receiveForm } from './upload.ts';
import { parseOrThrow, unknownFields } from './validate.ts';

export interface AddDocumentsDeps {
  engines: Pick<Engines, 'image' | 'pdf'>;
  beginUploadInto(verificationId: string): UploadSession;
  addDocuments(act: Act, added: AddedDocuments): Promise<SubmitResult>;
  findIdempotent(claim: IdempotencyClaim): KeptAnswer | null;
  uploadTimeoutMs?: number;
}

/**
 * Takes further files for a person's verification in from a form. `answer` gives the record as it is then. Whatever happens,
 * nothing of the upload stays but what was taken over.
 */
export async function addDocuments(
  deps: AddDocumentsDeps,
  req: Request,
  res: Response,
  { id, scope, answer }: { id: string; scope: ClaimScope | null; answer: () => VerificationAnswer },
): Promise<SubmitResult> {
  const { livemode, actorId } = principalOf(res);
  const session = deps.beginUploadInto(id);
  try {
    const form = await receiveForm(req, res, session, deps.uploadTimeoutMs);
    const raw = parseParts(form);
    const { claim, replay } = claimKey(deps, scope, formMeaning(form, raw));
    if (replay) return replay;
    const { sent, warnings } = readFiles(form, raw);
    const files = await takePersonFiles(deps.engines, session, sent);
    const respond = () => ({ status: 201, body: JSON.stringify(presentAdded(answer(), warnings)) });
    const act = { kind: 'kyc', id, livemode, actor: actorId, idempotency: claim, respond } as const;
    return await deps.addDocuments(act, { session, files });
  } finally {
    await session.discard();
  }
}

function readFiles(form: ReceivedForm, raw: RawParts): { sent: SentFile[]; warnings: Warning[] } {
  if (form.documents.length === 0) throw documentsMissing();
  const { documents_meta: sent, ...others } = raw;
  const given = sent === undefined ? {} : { documents_meta: sent };
  const parts = parseOrThrow(
    addedDocumentsPartsSchema,
    given,
    'The description of the files is not valid. See errors.',
  );
  const { documents, warnings } = matchDocuments(form, parts);
  const unknown = [...form.unknownParts, ...Object.keys(others)];
  return {
    sent: documents,
    warnings: [
      ...unknown.map((field): Warning => ({ code: 'unknown_field', field })),
      ...unknownFields(addedDocumentsPartsSchema, given),
      ...warnings,
    ].slice(0, LIMITS.errorItemsMax),
  };
}

function presentAdded(record: VerificationAnswer, warnings: Warning[]): AddedDocumentsAnswer {
  const { id, status, documents, links } = record;
  return { id, status, documents, links: { self: links.self }, warnings };
}
