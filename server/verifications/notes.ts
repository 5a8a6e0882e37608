import { type Cursor, readPage } from '../db/page.ts';
import { itemError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { genuine } from '../rows/guard.ts';
import type { ReadDeps, VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany, requireState, type Which } from './record-action.ts';
import type { Note } from './review-types.ts';

export interface NoteRow {
  id: string;
  written_by: string;
  written_at: number;
  sealed_text: Buffer;
}

/** Adds a note to a verification, whatever its state, in the caller's transaction. Notes never change. Throws `not_found`, `state_conflict`. */
export function addNote(deps: VerificationDeps & { newId: NewId }, act: Act, text: string): Note {
  const note = { id: deps.newId('note'), text, writtenBy: act.actor, writtenAtMs: deps.clock.now() };
  recordAction(deps, act, 'any state');
  refuseTooMany(deps, 'notes', act, LIMITS.notesMax);
  deps.db
    .prepare('INSERT INTO notes (id, verification_id, written_by, written_at, sealed_text) VALUES (?, ?, ?, ?, ?)')
    .run(note.id, act.id, act.actor, note.writtenAtMs, deps.vault.sealJson(act.id, 'notes.text', text));
  deps.audit.append({ actor: act.actor, action: 'note.added', subjectId: act.id, details: { note: note.id } });
  return note;
}

/** Returns one page of a verification's notes, newest first (`readPage`). Throws `not_found`, `invalid_cursor`. */
export function listNotes(
  deps: ReadDeps,
  which: Which,
  page: Cursor & { limit: number },
): { data: Note[]; hasMore: boolean } {
  requireState(deps, which, 'any state');
  const seqOf = deps.db.prepare('SELECT seq FROM notes WHERE id = ? AND verification_id = ?').pluck();
  const { rows, hasMore } = readPage<NoteRow>(deps.db, 'notes', {
    ...page,
    where: { verification_id: which.id },
    seqOf: (id, field) => (seqOf.get(id, which.id) as number | undefined) ?? refuseCursor(field),
  });
  const open = deps.vault.opener(which.id);
  const data = rows
    .map((row) => genuine(deps.db, 'notes', row))
    .map((row) => ({
      id: row.id,
      text: open<string>('notes.text', row.sealed_text),
      writtenBy: row.written_by,
      writtenAtMs: row.written_at,
    }));
  return { data, hasMore };
}

function refuseCursor(field: string): never {
  const message = `${field} is not the id of a note of this verification. Use an id from the list.`;
  throw itemError('invalid_cursor', { code: 'invalid_cursor', message, field });
}
