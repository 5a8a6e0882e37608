import type { Request, Response } from 'express';
import type { Engines } from '../../models/ports.ts';
import type { Applicant } from '../checks/types.ts';
import type { Warning } from '../contract/problem.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { IdempotencyClaim, KeptAnswer } from '../verifications/idempotency.ts';
import type { SubmitInput, SubmitResult } from '../verifications/submit.ts';
import type { Verification } from '../verifications/types.ts';
import { principalOf } from './authorise.ts';
import { type ClaimScope, claimKey, formMeaning } from './idempotency.ts';
import { takePersonFiles } from './person-files.ts';
import { parseParts, readSubmission } from './submission.ts';
import { type ReceivedForm, receiveForm } from './upload.ts';

export interface CreateDeps {
  engines: Pick<Engines, 'image' | 'pdf'>;
  beginUpload(): UploadSession;
  submit(input: SubmitInput): Promise<SubmitResult>;
  findIdempotent(claim: IdempotencyClaim): KeptAnswer | null;
  /** What the policy says of a `webhook_url` of a mode now. */
  judgeWebhookUrl(url: string, livemode: boolean): Promise<'allowed' | 'refused' | 'unresolved'>;
  uploadTimeoutMs?: number;
}

export interface CreateOptions {
  scope: ClaimScope | null;
  /** The body of the 201. */
  present(created: Verification, warnings: Warning[]): unknown;
  /** Adds to the applicant what is known from elsewhere. */
  fill?(applicant: Applicant): Applicant;
  /** The person of a company whose verification this is. */
  link?: SubmitInput['link'];
}

/** Takes a KYC verification in from a form. Whatever happens, nothing of the upload stays but what a submission took over. */
export async function createVerification(
  deps: CreateDeps,
  req: Request,
  res: Response,
  options: CreateOptions,
): Promise<SubmitResult> {
  const session = deps.beginUpload();
  try {
    const form = await receiveForm(req, res, session, deps.uploadTimeoutMs);
    return await submitForm(deps, form, session, principalOf(res), options);
  } finally {
    await session.discard();
  }
}

async function submitForm(
  deps: CreateDeps,
  form: ReceivedForm,
  session: UploadSession,
  { livemode, actorId }: { actorId: string; livemode: boolean },
  { scope, present, fill, link }: CreateOptions,
): Promise<SubmitResult> {
  const raw = parseParts(form);
  const { claim, replay } = claimKey(deps, scope, formMeaning(form, raw));
  if (replay) return replay;
  const { submission, documents: sent, warnings } = readSubmission(form, raw, livemode);
  const documents = await takePersonFiles(deps.engines, session, sent);
  const allWarnings = [...warnings, ...(await warnOfWebhook(deps, submission.webhook_url, livemode))];
  return deps.submit({
    session,
    livemode,
    actor: actorId,
    submission: { ...submission, applicant: fill?.(submission.applicant) ?? submission.applicant },
    documents,
    idempotency: claim,
    respond: (created) => ({ status: 201, body: JSON.stringify(present(created, allWarnings)) }),
    ...(link === undefined ? {} : { link }),
  });
}

/** Deliveries to it are blocked until an administrator allows it; one that has no address now is as good as not allowed. */
async function warnOfWebhook(deps: CreateDeps, url: string | null, livemode: boolean): Promise<Warning[]> {
  if (url === null || (await deps.judgeWebhookUrl(url, livemode)) === 'allowed') return [];
  return [{ code: 'webhook_url_not_allowed', field: 'webhook_url' }];
}
