import { prepared } from '../db/prepared.ts';
import { transactUnsynced } from '../db/transact.ts';
import { BINARY } from '../lib/media-type.ts';
import { genuine } from '../rows/guard.ts';
import type { DbDeps, ReadDeps } from './deps.ts';
import type { StoredAttachment, StoredSource } from './types.ts';

/** A file of a chip or a mobile document in the vault. */
export interface SourceFile extends Pick<StoredAttachment, 'id' | 'sizeBytes' | 'sha256'> {
  source: StoredSource;
}

/** The file with which each source begins. */
const FIRST: Readonly<Record<StoredSource['kind'], string>> = { chip: 'EF_SOD', mdoc: 'device_response' };

interface Row {
  id: string;
  size_bytes: number;
  sealed_description: Buffer;
}

/** Returns the files of the newest chip and of the newest mobile document of a record, in order. Later ones replace earlier ones. */
export function sourceFiles({ db, vault }: ReadDeps, verificationId: string): SourceFile[] {
  const select = prepared(db, 'SELECT * FROM documents WHERE verification_id = ? AND media_type = ? ORDER BY position');
  const all = (select.all(verificationId, BINARY) as Row[]).map((found): SourceFile => {
    const { id, size_bytes: sizeBytes, sealed_description } = genuine(db, 'documents', found);
    const described = vault.openJson<Required<StoredAttachment>>(
      verificationId,
      'documents.description',
      sealed_description,
    );
    return { id, sizeBytes, sha256: described.sha256, source: described.source };
  });
  return (['chip', 'mdoc'] as const).flatMap((kind) => {
    const own = all.filter(({ source }) => source.kind === kind);
    return own.slice(
      Math.max(
        0,
        own.findLastIndex(({ source }) => source.name === FIRST[kind]),
      ),
    );
  });
}

/** Stores which versions of trust lists a record's result names, so that they are kept. */
export function nameTrustVersions({ db }: DbDeps, verificationId: string, versionIds: readonly string[]): void {
  const insert = prepared(db, 'INSERT OR IGNORE INTO used_trust_versions (verification_id, version_id) VALUES (?, ?)');
  transactUnsynced(db, () => {
    for (const id of versionIds) insert.run(verificationId, id);
  });
}

/** Returns the versions of trust lists that records name. */
export function namedTrustVersions({ db }: DbDeps): Set<string> {
  return new Set(prepared(db, 'SELECT DISTINCT version_id FROM used_trust_versions').pluck().all() as string[]);
}
