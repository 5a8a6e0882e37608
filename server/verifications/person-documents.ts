import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import { documentsInForce, insertDocument } from './documents.ts';
import { type Act, recordAction, sealedRecord } from './record-action.ts';
import { reopen } from './reopen.ts';
import { getVerification } from './store.ts';
import {
  insertFrames,
  insertSources,
  type SubmittedFile,
  type SubmittedFrame,
  type SubmittedSource,
  toStored,
} from './submit.ts';
import type { StoredDocument } from './types.ts';

/**
 * Creates the rows of further files for a person's verification in `needs_review`, in the transaction of `storeSubmission`, and
 * runs all of its steps again. A file of a declared type and side replaces earlier ones of the same type and side. Throws
 * `not_found`, `state_conflict`, `too_many_documents`, `chip_challenge_invalid`.
 * @param beside frames of the challenge that a new selfie comes from; files of a chip or a mobile document
 */
export function addPersonDocuments(
  deps: VerificationDeps,
  act: Act,
  files: readonly SubmittedFile[],
  beside: { frames?: readonly SubmittedFrame[]; sources?: readonly SubmittedSource[] } = {},
): void {
  const { frames = [], sources = [] } = beside;
  const { actor, id } = act;
  recordAction(deps, act, 'while it waits for a person');
  const { documents } = must(getVerification(deps, id, act.livemode), 'its state was just read');
  if (documents.length + files.length > LIMITS.personDocumentsMax)
    throw new AppError(
      'too_many_documents',
      `A verification of a person takes at most ${LIMITS.personDocumentsMax} files. Decide it, or create a new one.`,
    );
  const record = sealedRecord(deps, id);
  for (const [index, file] of files.entries()) {
    const stored = toStored(file, documents.length + index);
    const replaces = replacedBy(stored, documents);
    insertDocument(deps, record, replaces.length === 0 ? stored : { ...stored, replaces });
  }
  insertFrames(deps, record, frames);
  insertSources(deps, record, sources, act);
  deps.audit.append({
    actor,
    action: 'documents.added',
    subjectId: id,
    details: { documents: files.length + sources.length },
  });
  reopen(deps, id, { actor, by: 'document' });
}

/** Returns the ids of the documents in force of the same type and side. A document without such a type replaces nothing. */
function replacedBy({ type, side }: StoredDocument, documents: readonly StoredDocument[]): string[] {
  if (type === 'unknown' || type === 'other') return [];
  return documentsInForce(documents)
    .filter((former) => former.type === type && former.side === side)
    .map(({ id }) => id);
}
