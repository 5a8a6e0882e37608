import type { Appliance } from '../appliance/appliance.ts';
import type { Applicant } from '../checks/types.ts';
import type { Warning } from '../contract/problem.ts';
import type { PersonOfCompany } from '../verifications/person-links.ts';
import { storeSubmission } from '../verifications/store-submission.ts';
import { submitVerification } from '../verifications/submit.ts';
import type { Verification } from '../verifications/types.ts';
import type { Call } from './call.ts';
import { formMeaning, type Once } from './idempotency.ts';
import { takePersonFiles } from './person-files.ts';
import { refuseBiometrics, takeSources } from './sources.ts';
import { parseParts, readSubmission } from './submission.ts';
import { receiveForm } from './upload.ts';

/** `uploadTimeoutMs`: how long a form may take to arrive, in ms; `LIMITS.uploadTimeoutMs` by default. */
export type UploadDeps = Appliance & { uploadTimeoutMs?: number };

export interface CreateOptions {
  /** Returns the body of the 201. */
  present(created: Verification, warnings: Warning[]): object;
  /** Adds known data to the applicant. */
  fill?(applicant: Applicant): Applicant;
  /** The company's person whom this verification covers. */
  link?: PersonOfCompany;
}

/** Creates a KYC verification from a form. Whatever the outcome, of the upload only the files stored with the submission stay. */
export function createVerification(
  appliance: UploadDeps,
  once: Once,
  call: Call,
  options: CreateOptions,
): Promise<void> {
  const { engines, vault } = appliance;
  const { livemode, actor, req, res } = call;
  const { present, fill, link } = options;
  return once(call, async (answer) => {
    const session = vault.beginUpload();
    try {
      const form = await receiveForm(req, res, session, appliance.uploadTimeoutMs);
      const raw = parseParts(form);
      return await answer(formMeaning(form, raw), async (keep) => {
        refuseBiometrics(form, raw);
        const { submission: said, documents: sent, sources: given, warnings } = readSubmission(form, raw, livemode);
        const documents = await takePersonFiles(engines, session, sent);
        const sources = await takeSources(session, given);
        const all = [...warnings, ...(await warnOfWebhook(appliance, said.webhook_url, livemode))];
        const submission = { ...said, applicant: fill?.(said.applicant) ?? said.applicant };
        const input = {
          record: session,
          livemode,
          actor,
          submission,
          documents,
          sources,
          ...(link === undefined ? {} : { link }),
        };
        const files = [...documents, ...sources].map(({ file }) => file);
        return storeSubmission(appliance, { record: session, isNew: true, files }, () =>
          keep(201, session, present(submitVerification(appliance, input), all)),
        );
      });
    } finally {
      await session.discard();
    }
  });
}

/** Warns that deliveries to this URL are blocked until an administrator allows it. A host name without an address counts as not allowed. */
async function warnOfWebhook({ webhooks }: UploadDeps, url: string | null, livemode: boolean): Promise<Warning[]> {
  if (url === null || (await webhooks.judgeOwnUrl(url, livemode)) === 'allowed') return [];
  return [{ code: 'webhook_url_not_allowed', field: 'webhook_url' }];
}
