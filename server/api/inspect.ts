import type { Appliance } from '../appliance/appliance.ts';
import { type InspectionAnswer, inspectPartsSchema, type inspectRoutes } from '../contract/inspect.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { createTurns } from '../lib/turns.ts';
import { type InspectedFile, inspectFile } from '../pipeline/inspect.ts';
import type { Call } from './call.ts';
import { checkDocument } from './document-check.ts';
import { tooManyDocuments } from './form.ts';
import type { Handlers } from './mount.ts';
import { documentsMissing } from './submission.ts';
import { receiveForm } from './upload.ts';
import { parseOrThrow } from './validate.ts';

type Deps = Pick<Appliance, 'clock' | 'engines' | 'policies' | 'vault'>;

/** Route that says what kind of document a file is, before it is submitted. It inspects one file at a time and stores nothing. */
export function inspectHandlers(deps: Deps): Handlers<typeof inspectRoutes> {
  const inTurn = createTurns({
    atOnce: LIMITS.inspectionsAtOnce,
    waitingMax: LIMITS.inspectionsWaitingMax,
    refuse: () =>
      new AppError('rate_limited', {
        detail: 'Too many files are being inspected. Wait a few seconds, or send the file without inspecting it.',
        retryAfterSeconds: 5,
      }),
  });
  /** The turn lasts until the engines are free again; the answer may go out earlier. */
  const inspect = (file: InspectedFile): Promise<InspectionAnswer> =>
    new Promise((resolve, reject) => {
      inTurn(async () => {
        const { answer, ended } = await inspectFile(deps, file);
        resolve(answer);
        await ended;
      }).catch(reject);
    });
  return { inspectDocument: async (call) => inspect(await receiveOne(deps, call)) };
}

/** Receives the form's one file. Throws the same errors as a create. */
async function receiveOne({ engines, vault }: Deps, { req, res }: Call): Promise<InspectedFile> {
  const session = vault.beginUpload();
  try {
    const { parts, documents } = await receiveForm(req, res, session);
    const [first, ...others] = documents;
    if (!first) throw documentsMissing();
    if (others.length > 0) throw tooManyDocuments('Send one file at a time as documents[].', 1);
    const { consent } = parts;
    const said = parseOrThrow(
      inspectPartsSchema,
      consent === undefined ? {} : { consent },
      'Some parts of the form are not valid. See errors.',
    );
    await checkDocument(engines, session, first.file, { index: 0, pagesMax: LIMITS.companyPdfPagesMax });
    const mediaType = must(first.file.mediaType, 'a file of no known type was refused');
    return { bytes: await session.read(first.file), mediaType, faces: said.consent === true };
  } finally {
    await session.discard();
  }
}
