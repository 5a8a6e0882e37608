import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { StoredMediaType } from '../lib/media-type.ts';
import { isPassing } from '../lib/transient-errors.ts';
import type { ReadDeps, VerificationDeps } from './deps.ts';
import { erasedNow } from './erased.ts';
import { requireState, type Which } from './record-action.ts';
import type { StoredDocument } from './types.ts';

/** The part of a document, of either kind of record, that its file needs. */
export interface DocumentFile extends Pick<StoredDocument, 'id' | 'page'> {
  mediaType: StoredMediaType;
}

interface DocumentRow {
  media_type: StoredMediaType;
  sealed_description: Buffer;
}

/** Returns a record's file. Throws `not_found`, `erased`. */
export function findDocumentFile(deps: ReadDeps, which: Which, documentId: string): DocumentFile {
  requireState(deps, which, 'any state');
  const select = prepared(
    deps.db,
    'SELECT media_type, sealed_description FROM documents WHERE id = ? AND verification_id = ?',
  );
  const row = select.get(documentId, which.id) as DocumentRow | undefined;
  if (!row)
    throw new AppError('not_found', 'This verification has no document with this id. Use an id from documents[].');
  const described = deps.vault.openJson<StoredDocument>(which.id, 'documents.description', row.sealed_description);
  return { id: documentId, mediaType: row.media_type, ...(described.page !== undefined && { page: described.page }) };
}

/** Returns its plain bytes. Throws `erased` if the record was erased meanwhile, and `file_lost` if the stored file cannot be opened. */
export async function readDocumentFile(
  { vault, keys, log }: Pick<VerificationDeps, 'vault' | 'keys'> & { log: Logger },
  { id: verification }: Which,
  { id: document }: DocumentFile,
): Promise<Buffer> {
  try {
    return await vault.readFile(verification, document);
  } catch (error) {
    if (isPassing(error)) throw error;
    if (keys.dataKey(verification) === null) throw erasedNow();
    log.error('document.file_unreadable', { verification, document }, error);
    const detail = 'The stored file is damaged or missing. Restore it from a backup, or request the document again.';
    throw new AppError('file_lost', detail, error);
  }
}

/** Writes to the audit log that a file was taken out of the appliance. */
export function noteDocumentTaken(
  { db, audit }: Pick<VerificationDeps, 'db' | 'audit'>,
  { kind, id }: Which,
  { document, actor }: { document: string; actor: string },
): void {
  transact(db, () => audit.append({ actor, action: 'document.taken', subjectId: id, details: { kind, document } }));
}
