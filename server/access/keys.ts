import type { BaseDeps } from '../audit/deps.ts';
import type { Audit } from '../audit/log.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { unlessDiskFull } from '../lib/disk-full.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import { SCOPES, type Scope } from '../vocabulary/scopes.ts';
import type { Principal } from './principal.ts';
import { hashSecret, isLiveSecret, makeSecret, sameHash } from './secret.ts';

/** As long as 24 random bytes in base64. A shorter secret could be guessed. */
const IMPORTED_SECRET_CHARS_MIN = 32;

export interface KeyDeps extends Pick<BaseDeps, 'db' | 'clock' | 'newId'> {
  /** Stored outside the main database. */
  pepper: Buffer;
  audit: Pick<Audit, 'append'>;
}

/** A key without its secret. */
export interface ApiKey {
  id: string;
  label: string;
  livemode: boolean;
  scopes: Scope[];
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  /** The key that replaces it after a rotation. */
  replacedBy: string | null;
  /** To the minute; null: never used, or used before this was recorded. */
  lastUsedAtMs: number | null;
}

export interface NewKey {
  label: string;
  livemode: boolean;
  scopes: readonly Scope[] | 'all';
  expiresAtMs?: number | null;
  /** A key id, `system` or `cli`. */
  actor: string;
}

interface KeyRow {
  id: string;
  livemode: number;
  label: string;
  hash: Buffer;
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  replaced_by: string | null;
  last_used_at: number | null;
}

/** Creates a key. Only the return value contains its secret. */
export function createKey(deps: KeyDeps, input: NewKey): { key: ApiKey; secret: string } {
  const secret = makeSecret(input.livemode);
  return { key: transact(deps.db, () => insertKey(deps, input, secret, 'key.created')), secret };
}

/**
 * Imports an externally generated secret as a key with every scope; `sk_test_` makes it a test key. Importing the same secret again changes nothing
 * and does not restore a revoked key. Throws `invalid_configuration` if it is too short.
 */
export function importKey(deps: KeyDeps, input: { secret: string; label: string; actor: string }): ApiKey {
  if (input.secret.length < IMPORTED_SECRET_CHARS_MIN) {
    throw new AppError(
      'invalid_configuration',
      `An imported API key must have at least ${IMPORTED_SECRET_CHARS_MIN} characters. Use a longer one.`,
    );
  }
  return transact(deps.db, () => {
    const known = rowByHash(deps, hashSecret(deps.pepper, input.secret));
    if (known) return fromRow(known);
    const key: NewKey = {
      label: input.label,
      livemode: isLiveSecret(input.secret),
      scopes: 'all',
      actor: input.actor,
    };
    return insertKey(deps, key, input.secret, 'key.imported');
  });
}

/** Returns every key, revoked ones too, oldest first. */
export function listKeys(deps: Pick<KeyDeps, 'db'>): ApiKey[] {
  return (prepared(deps.db, 'SELECT * FROM api_keys ORDER BY created_at, id').all() as KeyRow[]).map(fromRow);
}

/** Revokes a key at once. A second call changes nothing. Throws `not_found`. */
export function revokeKey(deps: KeyDeps, id: string, actor: string): ApiKey {
  return transact(deps.db, () => {
    const row = rowById(deps, id);
    if (row.revoked_at !== null) return fromRow(row);
    prepared(deps.db, 'UPDATE api_keys SET revoked_at = ? WHERE id = ?').run(deps.clock.now(), id);
    deps.audit.append({ actor, action: 'key.revoked', subjectId: id });
    return fromRow(rowById(deps, id));
  });
}

/**
 * Creates a key with the same label, mode and scopes to replace an old one, which works for at most 24 more hours. A limited lifetime starts again.
 * Throws `not_found`, and `state_conflict` if the old key no longer works or was already rotated.
 */
export function rotateKey(deps: KeyDeps, id: string, actor: string): { key: ApiKey; secret: string } {
  return transact(deps.db, () => {
    const nowMs = deps.clock.now();
    const old = fromRow(rowById(deps, id));
    if (!isUsable(old, nowMs) || old.replacedBy !== null) {
      throw conflict('This key is rotated, revoked or expired. Create a new key instead.');
    }
    const lifetimeMs = old.expiresAtMs === null ? null : old.expiresAtMs - old.createdAtMs;
    const input: NewKey = { ...old, actor, expiresAtMs: lifetimeMs === null ? null : nowMs + lifetimeMs };
    const secret = makeSecret(old.livemode);
    const key = insertKey(deps, input, secret, 'key.rotated');
    const endMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, nowMs + LIMITS.keyRotationOverlapMs);
    prepared(deps.db, 'UPDATE api_keys SET expires_at = ?, replaced_by = ? WHERE id = ?').run(endMs, key.id, id);
    return { key, secret };
  });
}

/** Returns the key with this secret, or null if no working key has it. Records the use. */
export function authenticate(deps: Pick<KeyDeps, 'db' | 'clock' | 'pepper'>, secret: string): Principal | null {
  const hash = hashSecret(deps.pepper, secret);
  const row = rowByHash(deps, hash);
  if (!row || !sameHash(row.hash, hash) || !isGenuine(deps.db, 'api_keys', row)) return null;
  const key = fromRow(row);
  const nowMs = deps.clock.now();
  if (!isUsable(key, nowMs)) return null;
  // Each write is an fsync, so not every request writes. A time in the future dates from before the clock was set back.
  if (key.lastUsedAtMs === null || Math.abs(nowMs - key.lastUsedAtMs) >= LIMITS.keyTouchMs) {
    unlessDiskFull(() => prepared(deps.db, 'UPDATE api_keys SET last_used_at = ? WHERE id = ?').run(nowMs, key.id));
  }
  return { actorId: key.id, livemode: key.livemode, scopes: key.scopes, session: null };
}

/** Whether a key still works, for connections that outlive their request. */
export function isKeyUsable(deps: Pick<KeyDeps, 'db' | 'clock'>, id: string): boolean {
  const row = prepared(deps.db, 'SELECT * FROM api_keys WHERE id = ?').get(id) as KeyRow | undefined;
  return row !== undefined && isGenuine(deps.db, 'api_keys', row) && isUsable(fromRow(row), deps.clock.now());
}

function isUsable(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

function insertKey(deps: KeyDeps, input: NewKey, secret: string, action: AuditAction): ApiKey {
  const id = deps.newId('key');
  const scopes = input.scopes === 'all' ? SCOPES : SCOPES.filter((scope) => input.scopes.includes(scope));
  prepared(
    deps.db,
    'INSERT INTO api_keys (id, livemode, label, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(
    id,
    Number(input.livemode),
    input.label,
    hashSecret(deps.pepper, secret),
    scopes.join(' '),
    deps.clock.now(),
    input.expiresAtMs ?? null,
  );
  deps.audit.append({ actor: input.actor, action, subjectId: id, details: { scopes: scopes.join(' ') } });
  return fromRow(rowById(deps, id));
}

function rowByHash(deps: Pick<KeyDeps, 'db'>, hash: Buffer): KeyRow | undefined {
  return prepared(deps.db, 'SELECT * FROM api_keys WHERE hash = ?').get(hash) as KeyRow | undefined;
}

function rowById(deps: Pick<KeyDeps, 'db'>, id: string): KeyRow {
  const row = prepared(deps.db, 'SELECT * FROM api_keys WHERE id = ?').get(id) as KeyRow | undefined;
  if (!row) throw new AppError('not_found', 'There is no API key with this id. List the keys to find it.');
  return genuine(deps.db, 'api_keys', row);
}

function fromRow(row: KeyRow): ApiKey {
  return {
    id: row.id,
    label: row.label,
    livemode: row.livemode === 1,
    scopes: SCOPES.filter((scope) => row.scopes.split(' ').includes(scope)),
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    revokedAtMs: row.revoked_at,
    replacedBy: row.replaced_by,
    lastUsedAtMs: row.last_used_at,
  };
}
