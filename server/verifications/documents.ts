import { prepared } from '../db/prepared.ts';
import type { SealedRecord } from '../vault/staging.ts';
import type { DbDeps, ReadDeps } from './deps.ts';
import type { CompanyDocument, StoredAttachment, StoredDocument } from './types.ts';

/** Returns the ids of a record's files, in order. Decrypts nothing. */
export function documentIds({ db }: DbDeps, verificationId: string): string[] {
  return prepared(db, 'SELECT id FROM documents WHERE verification_id = ? ORDER BY position')
    .pluck()
    .all(verificationId) as string[];
}

/** Adds a file's row. Everything that its sender stated about it is encrypted. */
export function insertDocument(
  { db, vault }: ReadDeps,
  { verificationId, dataKey }: SealedRecord,
  document: StoredDocument | CompanyDocument | StoredAttachment,
): void {
  const { id, position, mediaType, sizeBytes, ...described } = document;
  prepared(
    db,
    `INSERT INTO documents (id, verification_id, position, media_type, size_bytes, sealed_description) VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    verificationId,
    position,
    mediaType,
    sizeBytes,
    vault.sealJson(verificationId, 'documents.description', described, dataKey),
  );
}

/** Files at positions from here on are evidence beside the documents: frames of a challenge, files of a chip, a mobile document. */
export const ATTACHMENT_POSITION = 10_000;

/** Returns how many such files a record has. */
export function countAttachments({ db }: DbDeps, verificationId: string): number {
  const count = prepared(db, 'SELECT count(*) FROM documents WHERE verification_id = ? AND position >= ?');
  return count.pluck().get(verificationId, ATTACHMENT_POSITION) as number;
}

/** Returns the documents that no later one replaced, in order. */
export function documentsInForce(documents: readonly StoredDocument[]): StoredDocument[] {
  const replaced = new Set(documents.flatMap(({ replaces = [] }) => replaces));
  return documents.filter(({ id }) => !replaced.has(id));
}
