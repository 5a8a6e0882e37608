import type { CompanyDocumentType, DocumentDescriptor } from '../checks/kyb/types.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { StagedFile } from '../vault/staging.ts';
import type { VerificationDeps } from './deps.ts';
import { insertDocument } from './documents.ts';
import { recordAction, sealedRecord, type Which } from './record-action.ts';
import { reopen } from './reopen.ts';
import { isFinal } from './state.ts';
import { getKybVerification } from './store.ts';
import type { CompanyDocument, KybVerification } from './types.ts';

export interface AddedFile {
  file: StagedFile;
  name: string | null;
  /** null: the caller did not say. */
  type: CompanyDocumentType | null;
}

/**
 * Creates the rows of files for a company, in the transaction of `storeSubmission`, and acts on their arrival. A record in
 * `needs_review` is reopened. A record that has ended keeps its state, and the files are read all the same. A running job checks
 * for them before it ends. Returns the updated record. Throws `not_found`, `too_many_documents`.
 */
export function addCompanyDocuments(
  deps: VerificationDeps,
  input: Which & { actor: string; files: readonly AddedFile[] },
): KybVerification {
  const { id, livemode, actor, files } = input;
  recordAction(deps, input, 'any state');
  const before = load(deps, id, livemode);
  if (before.documents.length + files.length > LIMITS.companyDocumentsMax)
    throw new AppError(
      'too_many_documents',
      `A company verification takes at most ${LIMITS.companyDocumentsMax} files. Send the rest with a new verification.`,
    );
  const record = sealedRecord(deps, id);
  for (const document of placeFiles(before, files)) insertDocument(deps, record, document);
  deps.audit.append({ actor, action: 'kyb.documents.added', subjectId: id, details: { documents: files.length } });
  if (before.status === 'needs_review') reopen(deps, id, { actor, by: 'document' });
  else if (isFinal(before.status)) deps.queue.enqueueAgain(id);
  return load(deps, id, livemode);
}

/** Returns the rows of new files, each with the descriptor that it answers. */
export function placeFiles(
  { documents, submission }: Pick<KybVerification, 'documents' | 'submission'>,
  files: readonly AddedFile[],
): CompanyDocument[] {
  const placed: CompanyDocument[] = [];
  const first = documents.length;
  for (const [index, { file, name, type }] of files.entries()) {
    const descriptor = descriptorOf(submission.documents, [...documents, ...placed], { name, type });
    placed.push({
      id: file.documentId,
      position: first + index,
      mediaType: must(file.mediaType, 'only files of a known type are submitted'),
      sizeBytes: file.sizeBytes,
      name,
      sha256: file.sha256,
      type: type ?? (descriptor === null ? undefined : submission.documents[descriptor]?.type) ?? 'other',
      descriptor,
    });
  }
  return placed;
}

/**
 * Returns the descriptor of a file. A descriptor with exactly its name goes first, preferably also of its type. Otherwise it is the first descriptor
 * of its type that has no file yet, or else the one whose file is the newest. Returns null if none is of its type.
 */
function descriptorOf(
  descriptors: readonly DocumentDescriptor[],
  documents: readonly CompanyDocument[],
  { name, type }: Pick<AddedFile, 'name' | 'type'>,
): number | null {
  const known = descriptors.map((descriptor, index) => ({ ...descriptor, index }));
  const named = name === null ? [] : known.filter((descriptor) => descriptor.name === name);
  const byName = named.find((descriptor) => descriptor.type === type) ?? named[0];
  if (byName) return byName.index;
  const typed = known.filter((descriptor) => descriptor.type === type);
  const free = typed.find(({ index }) => !documents.some(({ descriptor }) => descriptor === index));
  if (free) return free.index;
  return documents.findLast(({ descriptor }) => typed.some(({ index }) => index === descriptor))?.descriptor ?? null;
}

function load(deps: VerificationDeps, id: string, livemode: boolean): KybVerification {
  return must(getKybVerification(deps, id, livemode), 'its state was just read');
}
