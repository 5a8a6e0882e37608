import type { Correction } from '../checks/read/corrections.ts';
import { formerValues } from '../checks/read/corrections.ts';
import { invalidField } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { SealedCorrection } from './corrections.ts';
import type { VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany } from './record-action.ts';
import { reopen } from './reopen.ts';
import { getStepResult } from './store.ts';

/** A reviewer's values for one document. */
export type NewCorrection = Pick<Correction, 'documentId' | 'values' | 'note'>;

/**
 * Stores a reviewer's values for a document in place of what was read, and runs the dependent checks again, in the caller's transaction. The reading
 * itself does not change, and both values are kept. Throws `not_found`, `state_conflict`, `invalid_request`.
 */
export function correctVerification(
  deps: VerificationDeps & { newId: NewId },
  act: Act,
  { documentId, values, note }: NewCorrection,
): void {
  recordAction(deps, act, 'while it waits for a person');
  refuseTooMany(deps, 'corrections', act, LIMITS.correctionsMax);
  const reading = getStepResult(deps, act.id, 'read')?.documents.find(({ document_id }) => document_id === documentId);
  if (!reading || reading.type === 'selfie')
    throw invalidField(
      'document_id',
      'document_id is not a readable document of this verification. Use an id from documents[].',
    );
  const id = deps.newId('cor');
  const sealed: SealedCorrection = { values, former: formerValues(reading, values), note };
  deps.db
    .prepare(
      `INSERT INTO corrections (id, verification_id, document_id, corrected_by, corrected_at, sealed_correction)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      act.id,
      documentId,
      act.actor,
      deps.clock.now(),
      deps.vault.sealJson(act.id, 'corrections.correction', sealed),
    );
  const fields = [...(values.type === undefined ? [] : ['type']), ...Object.keys(values.fields)].join(' ');
  const details = { correction: id, document: documentId, fields };
  deps.audit.append({ actor: act.actor, action: 'document.corrected', subjectId: act.id, details });
  reopen(deps, act.id, { actor: act.actor, by: 'correction' });
}
