import type { ChipChallengeAnswer } from '../contract/authenticity.ts';
import { type AddedDocumentsAnswer, addedDocumentsPartsSchema } from '../contract/person-documents.ts';
import type { Warning } from '../contract/problem.ts';
import type { reviewRoutes } from '../contract/review-routes.ts';
import type { VerificationAnswer } from '../contract/verification.ts';
import type { verificationRoutes } from '../contract/verification-routes.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { type ChipChallenge, createChallenge } from '../verifications/chip-challenges.ts';
import { addPersonDocuments } from '../verifications/person-documents.ts';
import { listVerifications } from '../verifications/store.ts';
import { storeSubmission } from '../verifications/store-submission.ts';
import type { Call } from './call.ts';
import { createVerification, type UploadDeps } from './create-verification.ts';
import { type AnswerOnce, formMeaning, type Once } from './idempotency.ts';
import type { Handlers } from './mount.ts';
import { takePersonFiles } from './person-files.ts';
import { presentCreated } from './present.ts';
import { listQueryOf, personOf, presentPerson } from './records.ts';
import { readSources, refuseBiometrics, type SentSource, takeSources } from './sources.ts';
import { documentsMissing, matchDocuments, parseParts, type RawParts, type SentFile } from './submission.ts';
import { type ReceivedForm, receiveForm } from './upload.ts';
import { parseOrThrow, unknownFields } from './validate.ts';

type Rows = Omit<typeof verificationRoutes, 'eraseVerification' | 'streamVerification'> &
  Pick<typeof reviewRoutes, 'addDocuments'>;

/** Routes for verifications of people: create, read, list, and add files. */
export function verificationHandlers(appliance: UploadDeps, once: Once): Handlers<Rows> {
  return {
    createVerification: (call) => createVerification(appliance, once, call, { present: presentCreated }),
    listVerifications: (call) =>
      call.page(
        'ver',
        (page) => listVerifications(appliance, listQueryOf(appliance, call, page)),
        (record) => presentPerson(appliance, record),
      ),
    getVerification: (call) => presentPerson(appliance, personOf(appliance, call)),
    createChipChallenge: ({ who }) => presentChallenge(transact(appliance.db, () => createChallenge(appliance, who))),
    addDocuments: {
      before: (call) => void personOf(appliance, call),
      answer: (call) => once(call, (answer) => addDocuments(appliance, call, answer)),
    },
  };
}

/** Adds files from a form. Whatever the outcome, of the upload only the stored files stay. */
async function addDocuments(appliance: UploadDeps, { id, livemode, actor, req, res }: Call, answer: AnswerOnce) {
  const session = appliance.vault.beginUploadInto(id);
  try {
    const form = await receiveForm(req, res, session, appliance.uploadTimeoutMs);
    const raw = parseParts(form);
    return await answer(formMeaning(form, raw), async (keep) => {
      refuseBiometrics(form, raw);
      const { sent, given, warnings } = readFiles(form, raw);
      const documents = await takePersonFiles(appliance.engines, session, sent);
      const sources = await takeSources(session, given);
      const files = [...documents, ...sources].map(({ file }) => file);
      return storeSubmission(appliance, { record: session, isNew: false, files }, () => {
        addPersonDocuments(appliance, { kind: 'kyc', id, livemode, actor }, documents, { sources });
        const record = presentPerson(appliance, personOf(appliance, { id, livemode }));
        return keep(201, session, presentAdded(record, warnings));
      });
    });
  } finally {
    await session.discard();
  }
}

function readFiles(form: ReceivedForm, raw: RawParts): { sent: SentFile[]; given: SentSource[]; warnings: Warning[] } {
  const { documents_meta, chip, mdoc, ...others } = raw;
  const given = {
    ...(documents_meta === undefined ? {} : { documents_meta }),
    ...(chip === undefined ? {} : { chip }),
    ...(mdoc === undefined ? {} : { mdoc }),
  };
  const parts = parseOrThrow(
    addedDocumentsPartsSchema,
    given,
    'The description of the files is not valid. See errors.',
  );
  const sources = readSources(form, parts);
  if (form.documents.length === 0 && sources.length === 0) throw documentsMissing();
  const { documents, warnings } = matchDocuments(form, parts);
  const unknown = [...form.unknownParts, ...Object.keys(others)];
  return {
    sent: documents,
    given: sources,
    warnings: [
      ...unknown.map((field): Warning => ({ code: 'unknown_field', field })),
      ...unknownFields(addedDocumentsPartsSchema, given),
      ...warnings,
    ].slice(0, LIMITS.errorItemsMax),
  };
}

function presentChallenge({ id, livemode, challenge, createdAtMs, expiresAtMs }: ChipChallenge): ChipChallengeAnswer {
  return {
    id,
    object: 'chip_challenge',
    livemode,
    challenge: challenge.toString('hex'),
    created_at: isoTime(createdAtMs),
    expires_at: isoTime(expiresAtMs),
  };
}

function presentAdded(record: VerificationAnswer, warnings: Warning[]): AddedDocumentsAnswer {
  const { id, status, documents, links } = record;
  return { id, status, documents, links: { self: links.self }, warnings };
}
