import type { FaceChoice } from '../checks/face-choices.ts';
import { prepared } from '../db/prepared.ts';
import { genuine } from '../rows/guard.ts';
import type { ReadDeps } from './deps.ts';

interface FaceChoiceRow {
  id: string;
  document_id: string;
  chosen_by: string;
  chosen_at: number;
  sealed_choice: Buffer;
}

/** The encrypted part of a row. */
export type SealedFaceChoice = Pick<FaceChoice, 'face' | 'note'>;

/** Returns reviewers' face choices in a verification, oldest first. */
export function faceChoicesOf({ db, vault }: ReadDeps, verificationId: string): FaceChoice[] {
  const select = prepared(db, 'SELECT * FROM face_choices WHERE verification_id = ? ORDER BY seq');
  const rows = (select.all(verificationId) as FaceChoiceRow[]).map((row) => genuine(db, 'face_choices', row));
  if (rows.length === 0) return [];
  const open = vault.opener(verificationId);
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    ...open<SealedFaceChoice>('face_choices.choice', row.sealed_choice),
    chosenBy: row.chosen_by,
    chosenAtMs: row.chosen_at,
  }));
}
