import type { ChosenPlace } from '../checks/face-choices.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { type Act, type Allowed, carryOut, refuseTooMany, requireState, sealedRecord } from './act.ts';
import type { VerificationDeps } from './deps.ts';
import { findDocumentFile, readDocumentFile } from './document-file.ts';
import type { SealedFaceChoice } from './face-choices.ts';
import { reopen } from './reopen.ts';
import { getStepResult } from './store.ts';
import type { SubmitResult } from './submit.ts';
import { takeIn } from './take-in.ts';

/** Which face of a file is to be compared. */
export interface NewFaceChoice {
  documentId: string;
  /** Its place among the faces that the record tells of the file, from 0; null: the one that the appliance itself takes. */
  face: number | null;
  note: string;
}

const WHEN: Allowed = 'while it waits for a person';

/**
 * Keeps which face of a file a person wants compared, and compares the faces again. Files that cannot be opened any more are told of
 * before anything is kept, since faces are looked for in them anew. Throws `not_found`, `state_conflict`, `invalid_request`, `file_lost`,
 * `queue_full`, `disk_full`.
 */
export async function chooseFace(
  deps: VerificationDeps & { newId: NewId; log: Logger },
  act: Act,
  { documentId, face, note }: NewFaceChoice,
): Promise<SubmitResult> {
  requireState(deps, act, WHEN);
  const compared = facesTold(deps, act).map(({ document_id }) => document_id);
  for (const id of new Set(compared)) await readDocumentFile(deps, act, findDocumentFile(deps, act, id));
  return takeIn(deps, { record: sealedRecord(deps, act.id), isNew: false, files: [] }, () =>
    carryOut(deps, act, WHEN, () => {
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
    }),
  );
}

function facesTold(deps: VerificationDeps, { id }: Act) {
  return getStepResult(deps, id, 'face')?.faces ?? [];
}

/** Where that face lies. Throws `invalid_request`. */
function placeOf(
  deps: VerificationDeps,
  act: Act,
  { documentId, face }: Pick<NewFaceChoice, 'documentId' | 'face'>,
): ChosenPlace | null {
  const faces = facesTold(deps, act).filter(({ document_id }) => document_id === documentId);
  if (faces.length === 0)
    throw invalid('document_id', 'document_id names no document of this verification in which a face was found.');
  if (face === null) return null;
  if (face >= faces.length)
    throw invalid('face', `The document shows ${faces.length} faces; face is its place in boxes.faces, from 0.`);
  const { box, turn } = must(faces[face], 'it is one of them');
  return { box, ...(turn && { turn }) };
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', { detail: message, items: [{ code: 'invalid_value', message, field }] });
}
