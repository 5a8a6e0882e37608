import { isPassing } from '../db/passing.ts';
import { transact } from '../db/transact.ts';
import type { RetentionDeps } from './types.ts';

/**
 * Drops templates of faces that an older copy of the main database still holds although their key was destroyed: nobody can open them
 * ever again. Returns of how many records. Those that were kept before faces had keys of their own have the record's, and stay.
 */
export function dropLostFaces({ db, keys, vault, log }: Pick<RetentionDeps, 'db' | 'keys' | 'vault' | 'log'>): number {
  const keyed = new Set(keys.faceKeyIds());
  const marked = db.prepare('SELECT DISTINCT verification_id FROM face_marks').pluck().all() as string[];
  const one = db.prepare('SELECT sealed_face FROM face_marks WHERE verification_id = ? LIMIT 1').pluck();
  const lost = marked.filter((id) => {
    const recordKey = keyed.has(id) ? null : keys.dataKey(id);
    return recordKey !== null && !opens(() => vault.openJson(id, 'face_marks.face', one.get(id) as Buffer, recordKey));
  });
  if (lost.length === 0) return 0;
  const remove = db.prepare('DELETE FROM face_marks WHERE verification_id = ?');
  transact(db, () => {
    for (const id of lost) remove.run(id);
  });
  log.warn('start.lost_faces_dropped', { verifications: lost.length });
  return lost.length;
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    // What the database does not give now is not lost.
    if (isPassing(error)) throw error;
    return false;
  }
}
