import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import { assert, must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { CaptureContent, CaptureSession, CaptureState } from './types.ts';

type Deps = Pick<VerificationDeps, 'db' | 'vault'>;

const CONTENT = 'capture_sessions.content';

/** A row of the table. */
export interface CaptureRow {
  seq: number;
  id: string;
  livemode: number;
  state: CaptureState;
  purpose: CaptureSession['purpose'];
  verification_id: string | null;
  client_reference: string | null;
  language: CaptureSession['language'];
  liveness: CaptureSession['liveness'];
  created_by: string;
  created_at: number;
  claim_by: number;
  expires_at: number;
  ended_at: number | null;
  device_kind: 'kiosk' | 'link' | null;
  device_network: 'machine' | 'office' | null;
  confirmation: CaptureSession['confirmation'];
  confirmation_code: string | null;
  confirmed: number;
  attended: CaptureSession['attended'];
  last_error: CaptureSession['lastError'];
  steps: string;
  fingerprint: Buffer | null;
  sealed_content: Buffer | null;
}

/** The keyed hashes by which a session is found. null: nothing finds it any more. */
export interface Marks {
  token?: Buffer | null;
  pairing?: Buffer | null;
  device?: Buffer | null;
}

/** Creates the row. The session's key is stored before. */
export function insertSession(
  { db, vault }: Deps,
  session: CaptureSession,
  {
    content,
    marks,
    once,
  }: { content: CaptureContent; marks: Marks; once: { key: string; fingerprint: Buffer } | null },
): void {
  assert(db.inTransaction, 'a session commits together with its event');
  prepared(
    db,
    `INSERT INTO capture_sessions (id, livemode, state, purpose, verification_id, client_reference, language, liveness, created_by, created_at,
       claim_by, expires_at, token_mark, pairing_mark, confirmation, confirmed, steps, idempotency_key, fingerprint, sealed_content)
     VALUES (@id, @livemode, @state, @purpose, @verificationId, @clientReference, @language, @liveness, @createdBy, @createdAtMs,
       @claimByMs, @expiresAtMs, @token, @pairing, @confirmation, 0, @steps, @onceKey, @fingerprint, @content)`,
  ).run({
    ...plain(session),
    token: marks.token,
    pairing: marks.pairing,
    onceKey: once?.key ?? null,
    fingerprint: once?.fingerprint ?? null,
    content: vault.sealJson(session.id, CONTENT, content),
  });
}

const plain = ({ device, steps, livemode, confirmed, ...session }: CaptureSession) => ({
  ...session,
  livemode: Number(livemode),
  confirmed: Number(confirmed),
  deviceKind: device?.kind ?? null,
  deviceNetwork: device?.network ?? null,
  steps: JSON.stringify(steps),
});

/**
 * Writes a changed session, in the caller's transaction.
 * @param changed `content`: null deletes it, missing keeps it; `marks`: likewise
 */
export function updateSession(
  { db, vault }: Deps,
  session: CaptureSession,
  { content, marks = {} }: { content?: CaptureContent | null; marks?: Marks } = {},
): void {
  assert(db.inTransaction, 'a session commits together with its event');
  prepared(
    db,
    `UPDATE capture_sessions SET state = @state, verification_id = @verificationId, language = @language, claim_by = @claimByMs,
       expires_at = @expiresAtMs, ended_at = @endedAtMs, device_kind = @deviceKind, device_network = @deviceNetwork,
       confirmation_code = @confirmationCode, confirmed = @confirmed, attended = @attended, last_error = @lastError, steps = @steps,
       sealed_content = CASE @writes WHEN 1 THEN @content ELSE sealed_content END,
       token_mark = CASE @writesToken WHEN 1 THEN @token ELSE token_mark END,
       pairing_mark = CASE @writesPairing WHEN 1 THEN @pairing ELSE pairing_mark END,
       device_mark = CASE @writesDevice WHEN 1 THEN @device ELSE device_mark END
     WHERE id = @id`,
  ).run({
    ...plain(session),
    writes: Number(content !== undefined),
    content: content ? vault.sealJson(session.id, CONTENT, content) : null,
    writesToken: Number(marks.token !== undefined),
    token: marks.token ?? null,
    writesPairing: Number(marks.pairing !== undefined),
    pairing: marks.pairing ?? null,
    writesDevice: Number(marks.device !== undefined),
    device: marks.device ?? null,
  });
}

/** Returns the session with this id in this mode. Throws `not_found`. */
export function getSession({ db }: Pick<Deps, 'db'>, id: string, livemode: boolean): CaptureSession {
  const row = prepared(db, 'SELECT * FROM capture_sessions WHERE id = ? AND livemode = ?').get(id, Number(livemode));
  if (row) return fromRow(genuine(db, 'capture_sessions', row as CaptureRow));
  throw new AppError('not_found', 'There is no capture session with this id that you can read. Check the id.');
}

/** Returns the session that a token, a pairing code or a device's cookie names; null: none does. */
export function findMarked({ db }: Pick<Deps, 'db'>, by: keyof Marks, mark: Buffer): CaptureSession | null {
  const row = prepared(db, `SELECT * FROM capture_sessions WHERE ${by}_mark = ?`).get(mark) as CaptureRow | undefined;
  return row ? fromRow(genuine(db, 'capture_sessions', row)) : null;
}

/** Returns the session that this caller created under an idempotency key after `sinceMs`, with its fingerprint; null: there is none. */
export function findCreated(
  { db }: Pick<Deps, 'db'>,
  { actor, key, sinceMs }: { actor: string; key: string; sinceMs: number },
): { session: CaptureSession; fingerprint: Buffer } | null {
  const row = prepared(
    db,
    'SELECT * FROM capture_sessions WHERE created_by = ? AND idempotency_key = ? AND created_at > ? ORDER BY seq DESC',
  ).get(actor, key, sinceMs) as CaptureRow | undefined;
  if (!row) return null;
  const { fingerprint } = genuine(db, 'capture_sessions', row);
  return { session: fromRow(row), fingerprint: must(fingerprint, 'it is stored with its key') };
}

/** Returns what an open session holds. */
export function contentOf({ db, vault }: Deps, id: string): CaptureContent {
  const sealed = prepared(db, 'SELECT sealed_content FROM capture_sessions WHERE id = ?').pluck().get(id);
  return vault.openJson(id, CONTENT, must(sealed as Buffer | null, 'an open session has its content'));
}

/** Returns the sessions that have not ended, oldest first. */
export function openSessions({ db }: Pick<Deps, 'db'>): CaptureSession[] {
  const rows = prepared(db, 'SELECT * FROM capture_sessions WHERE ended_at IS NULL ORDER BY id').all() as CaptureRow[];
  return rows.filter((row) => isGenuine(db, 'capture_sessions', row)).map(fromRow);
}

/** Returns one page (`readPage`), newest first. Throws `invalid_cursor`. */
export function listSessions(
  { db }: Pick<Deps, 'db'>,
  query: Cursor & { livemode: boolean; state?: CaptureState; verification_id?: string; limit: number },
): { data: CaptureSession[]; hasMore: boolean } {
  const { livemode, state, verification_id, ...page } = query;
  const { rows, hasMore } = readPage<CaptureRow>(db, 'capture_sessions', {
    ...page,
    where: { livemode: Number(livemode), state, verification_id },
    seqOf(id, field) {
      const seq = prepared(db, 'SELECT seq FROM capture_sessions WHERE id = ? AND livemode = ?').pluck();
      const found = seq.get(id, Number(livemode)) as number | undefined;
      if (found !== undefined) return found;
      const message = 'There is no such capture session in this list. Check the id.';
      throw new AppError('invalid_cursor', {
        detail: `${field} is not the id of a capture session. Use an id from the list, or leave it out to start at the newest.`,
        items: [{ code: 'invalid_cursor', message, field }],
      });
    },
  });
  return { data: rows.filter((row) => isGenuine(db, 'capture_sessions', row)).map(fromRow), hasMore };
}

/** Returns the ids of the files that an open session names. */
export const filesOf = ({ pictures, challenge }: CaptureContent): string[] => [
  ...Object.values(pictures).map(({ documentId }) => documentId),
  ...(challenge?.frames ?? []).map(({ documentId }) => documentId),
];

function fromRow(row: CaptureRow): CaptureSession {
  const { device_kind: kind, device_network: network } = row;
  return {
    id: row.id,
    livemode: row.livemode === 1,
    state: row.state,
    purpose: row.purpose,
    verificationId: row.verification_id,
    clientReference: row.client_reference,
    language: row.language,
    liveness: row.liveness,
    createdBy: row.created_by,
    createdAtMs: row.created_at,
    claimByMs: row.claim_by,
    expiresAtMs: row.expires_at,
    endedAtMs: row.ended_at,
    device: kind && network ? { kind, network } : null,
    confirmation: row.confirmation,
    confirmationCode: row.confirmation_code,
    confirmed: row.confirmed === 1,
    attended: row.attended,
    lastError: row.last_error,
    steps: JSON.parse(row.steps) as CaptureSession['steps'],
  };
}
