import type { Appliance } from '../../appliance/appliance.ts';
import type { Representative, Ubo } from '../../checks/kyb/types.ts';
import { personLinkSchema } from '../../contract/kyb-create.ts';
import type { kybRoutes } from '../../contract/verification-routes.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { addCompanyDocuments } from '../../verifications/company-documents.ts';
import { linkPerson } from '../../verifications/person-links.ts';
import { isFinal } from '../../verifications/state.ts';
import { listKybVerifications } from '../../verifications/store.ts';
import { commitOrFull, storeSubmission } from '../../verifications/store-submission.ts';
import { submitKyb } from '../../verifications/submit.ts';
import { requireScope } from '../authorise.ts';
import { type Call, Reply } from '../call.ts';
import { createVerification } from '../create-verification.ts';
import { checkDocument } from '../document-check.ts';
import { type AnswerOnce, formMeaning, type Once } from '../idempotency.ts';
import type { Handlers } from '../mount.ts';
import { companyOf, listQueryOf, presentCompany } from '../records.ts';
import { parseParts } from '../submission.ts';
import { receiveForm } from '../upload.ts';
import { unknownFields } from '../validate.ts';
import { readCompanyFiles } from './files.ts';
import { presentFiles, presentKybCreated, presentLink } from './present.ts';
import { fillApplicant, findPerson, readCompany } from './submission.ts';

type Rows = Omit<typeof kybRoutes, 'eraseKybVerification' | 'streamKybVerification' | 'decideKybHit'>;

/** Routes for verifications of companies, their files, and the verifications of their people. */
export function kybHandlers(appliance: Appliance, once: Once): Handlers<Rows> {
  return {
    createKybVerification: (call) =>
      once(call, (answer) =>
        answer({ body: call.req.body }, (keep) => {
          const { livemode, actor } = call;
          const { submission, warnings } = readCompany(call.req.body, livemode, appliance.newId);
          const record = appliance.vault.newCompanyRecord();
          return storeSubmission(appliance, { record, isNew: true, files: [] }, () => {
            const created = submitKyb(appliance, { record, livemode, actor, submission });
            return keep(201, record, presentKybCreated(created, warnings));
          });
        }),
      ),
    listKybVerifications: (call) =>
      call.page(
        'kyb_ver',
        (page) => listKybVerifications(appliance, listQueryOf(appliance, call, page)),
        (record) => presentCompany(appliance, record),
      ),
    getKybVerification: (call) => presentCompany(appliance, companyOf(appliance, call)),
    addCompanyDocuments: {
      before: (call) => void companyOf(appliance, call),
      answer: (call) => once(call, (answer) => addDocuments(appliance, call, answer)),
    },
    verifyPerson: {
      before(call) {
        personOf(appliance, call);
        const { req, res } = call;
        if (req.is('multipart/form-data')) requireScope('kyc:write')(req, res, () => {});
        if (req.is('application/json')) requireScope('kyc:read')(req, res, () => {});
      },
      answer(call) {
        if (call.req.is('application/json')) return linkOne(appliance, call);
        const { company, person } = personOf(appliance, call);
        return createVerification(appliance, once, call, {
          fill: (applicant) => fillApplicant(applicant, person),
          link: { kybId: company.id, personId: person.id },
          present({ id, status }, warnings) {
            const link = { personId: person.id, verificationId: id, status, ended: isFinal(company.status) };
            return presentLink(company.id, link, warnings);
          },
        });
      },
    },
  };
}

/** Returns the company and its natural person that the path names. Throws `not_found`, `state_conflict`. */
function personOf(
  appliance: Appliance,
  call: Call,
): { company: ReturnType<typeof companyOf>; person: Representative | Ubo } {
  const company = companyOf(appliance, call);
  const person = findPerson(company.submission, call.param('person_id'));
  if (!person)
    throw new AppError(
      'not_found',
      'This verification has no person with this id. Use the id of a representative or owner.',
    );
  if (!('legal_name' in person)) return { company, person };
  throw new AppError('state_conflict', 'This owner is a company. Only a person has a KYC verification.');
}

/** Needs no idempotency key: the same link changes nothing the second time. */
function linkOne(appliance: Appliance, call: Call<Rows['verifyPerson']>) {
  const { id: kybId, livemode, actor } = call;
  const personId = call.param('person_id');
  const { verification_id: verificationId } = call.body;
  const company = commitOrFull(appliance.db, () =>
    linkPerson(appliance, { kybId, personId, verificationId, livemode, actor }),
  );
  const status = company.links.find((link) => link.personId === personId)?.status ?? 'pending';
  const link = { personId, verificationId, status, ended: isFinal(company.status) };
  const answer = presentLink(kybId, link, unknownFields(personLinkSchema, call.req.body));
  return new Reply(answer, { location: answer.links.self });
}

/** Adds files to a company from a form. Whatever the outcome, of the upload only the stored files stay. */
async function addDocuments(appliance: Appliance, { id, livemode, actor, req, res }: Call, answer: AnswerOnce) {
  const session = appliance.vault.beginUploadInto(id);
  try {
    const form = await receiveForm(req, res, session);
    const raw = parseParts(form);
    return await answer(formMeaning(form, raw), async (keep) => {
      const { files, warnings } = readCompanyFiles(form, raw);
      for (const [index, { file }] of files.entries()) {
        await checkDocument(appliance.engines, session, file, { index, pagesMax: LIMITS.companyPdfPagesMax });
      }
      const stored = { record: session, isNew: false, files: files.map(({ file }) => file) };
      return storeSubmission(appliance, stored, () => {
        const changed = addCompanyDocuments(appliance, { kind: 'kyb', id, livemode, actor, files });
        return keep(201, session, presentFiles(changed, warnings));
      });
    });
  } finally {
    await session.discard();
  }
}
