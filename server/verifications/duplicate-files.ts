import { createHmac } from 'node:crypto';
import { prepared } from '../db/prepared.ts';
import { transactUnsynced } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import type { Verification } from './types.ts';

type Deps = Pick<VerificationDeps, 'db' | 'keys'>;

/** Stores a mark of each file of a record, so that the same bytes can be recognised. May be called twice. */
export function markFiles(deps: Deps, { id, livemode, documents }: Verification): void {
  const insert = prepared(
    deps.db,
    'INSERT OR IGNORE INTO file_marks (document_id, verification_id, mark) VALUES (?, ?, ?)',
  );
  transactUnsynced(deps.db, () => {
    for (const { id: documentId, sha256 } of documents) insert.run(documentId, id, markOf(deps, livemode, sha256));
  });
}

/** Returns records of the same mode that hold a file of this one, each once, the newest first, at most `LIMITS.duplicatesMax`. */
export function findSameFiles(deps: Deps, { id, livemode, documents }: Verification) {
  const select = prepared(
    deps.db,
    `SELECT DISTINCT verification_id FROM file_marks WHERE mark = ? AND verification_id <> ?
     ORDER BY verification_id DESC LIMIT ?`,
  ).pluck();
  const same = new Map<string, { documentId: string; otherId: string }>();
  for (const { id: documentId, sha256 } of documents) {
    const others = select.all(markOf(deps, livemode, sha256), id, LIMITS.duplicatesMax) as string[];
    for (const otherId of others) if (!same.has(otherId)) same.set(otherId, { documentId, otherId });
  }
  return [...same.values()].sort((a, b) => (a.otherId < b.otherId ? 1 : -1)).slice(0, LIMITS.duplicatesMax);
}

/** Live and test files never have the same mark. */
function markOf({ keys }: Deps, livemode: boolean, sha256: string): Buffer {
  return createHmac('sha256', keys.duplicateKey)
    .update(`${livemode ? 'live' : 'test'}:${sha256}`)
    .digest();
}
