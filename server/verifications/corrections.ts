import { type Correction, withCorrections } from '../checks/read/corrections.ts';
import type { KycResults } from '../checks/types.ts';
import { prepared } from '../db/prepared.ts';
import { genuine } from '../rows/guard.ts';
import type { ReadDeps } from './deps.ts';

interface CorrectionRow {
  id: string;
  document_id: string;
  corrected_by: string;
  corrected_at: number;
  sealed_correction: Buffer;
}

/** The encrypted part of a row. */
export type SealedCorrection = Pick<Correction, 'values' | 'former' | 'note'>;

/** Returns the corrections of a verification, oldest first. */
export function correctionsOf({ db, vault }: ReadDeps, verificationId: string): Correction[] {
  const select = prepared(db, 'SELECT * FROM corrections WHERE verification_id = ? ORDER BY seq');
  const rows = (select.all(verificationId) as CorrectionRow[]).map((row) => genuine(db, 'corrections', row));
  if (rows.length === 0) return [];
  const open = vault.opener(verificationId);
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    ...open<SealedCorrection>('corrections.correction', row.sealed_correction),
    correctedBy: row.corrected_by,
    correctedAtMs: row.corrected_at,
  }));
}

/** Returns what was read from a verification's documents with later corrections, and as it was read. */
export function correctedRead(
  read: NonNullable<KycResults['read']>,
  corrections: readonly Correction[],
): NonNullable<KycResults['read']> {
  return corrections.length === 0
    ? read
    : { documents: withCorrections(read.documents, corrections), as_read: read.documents };
}
