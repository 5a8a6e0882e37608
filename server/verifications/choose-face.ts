import type { ChosenPlace } from '../checks/face-choices.ts';
import { must } from '../lib/assert.ts';
import { invalidField } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from './deps.ts';
import { findDocumentFile, readDocumentFile } from './document-file.ts';
import type { SealedFaceChoice } from './face-choices.ts';
import { type Act, recordAction, refuseTooMany, type Which } from './record-action.ts';
import { reopen } from './reopen.ts';
import { getStepResult } from './store.ts';

/** The face of a file that is compared. */
export interface NewFaceChoice {
  documentId: string;
  /** Its index among the faces that the record reports for the file, from 0. null: the face that Custos picks automatically. */
  face: number | null;
  note: string;
}

/**
 * Opens the files in which faces will be searched for again, so that a file that cannot be opened is reported before anything is
 * stored. Throws `not_found`, `file_lost`.
 */
export async function openFiles(deps: VerificationDeps & { log: Logger }, which: Which): Promise<void> {
  const compared = facesTold(deps, which).map(({ document_id }) => document_id);
  for (const id of new Set(compared)) await readDocumentFile(deps, which, findDocumentFile(deps, which, id));
}

/**
 * Stores which face of a file a reviewer wants compared, and starts the face comparison again, in the caller's transaction.
 * Throws `not_found`, `state_conflict`, `invalid_request`.
 */
export function chooseFace(
  deps: VerificationDeps & { newId: NewId },
  act: Act,
  { documentId, face, note }: NewFaceChoice,
): void {
  recordAction(deps, act, 'while it waits for a person');
  refuseTooMany(deps, 'face_choices', act, LIMITS.faceChoicesMax);
  const id = deps.newId('fch');
  const sealed: SealedFaceChoice = { face: placeOf(deps, act, { documentId, face }), note };
  deps.db
    .prepare(
      `INSERT INTO face_choices (id, verification_id, document_id, chosen_by, chosen_at, sealed_choice)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      act.id,
      documentId,
      act.actor,
      deps.clock.now(),
      deps.vault.sealJson(act.id, 'face_choices.choice', sealed),
    );
  const details = { choice: id, document: documentId, face: face === null ? 'none' : String(face) };
  deps.audit.append({ actor: act.actor, action: 'face.chosen', subjectId: act.id, details });
  reopen(deps, act.id, { actor: act.actor, by: 'face_choice' });
}

function facesTold(deps: VerificationDeps, { id }: Which) {
  return getStepResult(deps, id, 'face')?.faces ?? [];
}

/** Returns the position of that face. Throws `invalid_request`. */
function placeOf(
  deps: VerificationDeps,
  act: Act,
  { documentId, face }: Pick<NewFaceChoice, 'documentId' | 'face'>,
): ChosenPlace | null {
  const faces = facesTold(deps, act).filter(({ document_id }) => document_id === documentId);
  if (faces.length === 0)
    throw invalidField(
      'document_id',
      'document_id is not a document of this verification with a face. Use the id of a document in which a face was found.',
    );
  if (face === null) return null;
  if (face >= faces.length)
    throw invalidField(
      'face',
      `The document shows ${faces.length} faces, so face is out of range. Send the index of a face in boxes.faces, starting at 0.`,
    );
  const { box, turn } = must(faces[face], 'it is one of them');
  return { box, ...(turn && { turn }) };
}
