import { beforeEach, describe, expect, it } from 'vitest';
import {
  authenticate,
  createKey,
  importKey,
  isKeyUsable,
  type KeyDeps,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../server/access/keys.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { memoryDatabase } from '../../support/database.ts';

const HOUR_MS = 3_600_000;
let nowMs: number;
let deps: KeyDeps;
let audited: { action: string; subjectId?: string; inTransaction: boolean }[];

beforeEach(() => {
  nowMs = 1_700_000_000_000;
  audited = [];
  const db = memoryDatabase();
  const clock = { now: () => nowMs };
  const audit = {
    append: (entry: { action: string; subjectId?: string }) => {
      audited.push({ ...entry, inTransaction: db.inTransaction });
    },
  };
  deps = { db, clock, newId: createIds(clock), pepper: Buffer.alloc(32, 1), audit };
});

const make = (over: Partial<Parameters<typeof createKey>[1]> = {}) =>
  createKey(deps, { label: 'branch', livemode: true, scopes: ['kyc:read'], actor: 'cli', ...over });

describe('a new key', () => {
  it('shows its mode and contains 32 random bytes', () => {
    expect(make().secret).toMatch(/^sk_live_[\w-]{43}$/);
    expect(make({ livemode: false }).secret).toMatch(/^sk_test_[\w-]{43}$/);
  });

  it('opens with its secret and says what it may do', () => {
    const { key, secret } = make({ scopes: ['kyc:read', 'admin'] });
    expect(authenticate(deps, secret)).toEqual({
      actorId: key.id,
      livemode: true,
      scopes: ['kyc:read', 'admin'],
      session: null,
    });
  });

  it('opens on a full disk too, though its use cannot be noted there', () => {
    const { key, secret } = make();
    const full = {
      prepare(sql: string) {
        if (!sql.startsWith('UPDATE')) return deps.db.prepare(sql);
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    } as unknown as KeyDeps['db'];
    expect(authenticate({ ...deps, db: full }, secret)?.actorId).toBe(key.id);
    expect(listKeys(deps)[0]?.lastUsedAtMs).toBeNull();
  });

  it('is noted as used now, where a use lies ahead since the clock was set back', () => {
    const { secret } = make();
    authenticate(deps, secret);
    nowMs -= HOUR_MS;
    authenticate(deps, secret);
    expect(listKeys(deps)[0]?.lastUsedAtMs).toBe(nowMs);
  });

  it('leaves no secret in the database, and its hash is worth nothing under another pepper', () => {
    const { secret } = make();
    const row = deps.db.prepare('SELECT * FROM api_keys').get() as Record<string, unknown>;
    const stored = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    expect(stored.join()).not.toContain(secret.slice(8));
    expect(authenticate({ ...deps, pepper: Buffer.alloc(32, 2) }, secret)).toBeNull();
  });

  it.each(['', 'sk_live_x', 'Bearer'])('does not open with %j', (secret) => {
    make();
    expect(authenticate(deps, secret)).toBeNull();
  });

  it('stops at its expiry', () => {
    const { key, secret } = make({ expiresAtMs: nowMs + HOUR_MS });
    nowMs += HOUR_MS - 1;
    expect(authenticate(deps, secret)).not.toBeNull();
    nowMs += 1;
    expect(authenticate(deps, secret)).toBeNull();
    expect(isKeyUsable(deps, key.id)).toBe(false);
  });

  it('is audited in the transaction that makes it', () => {
    const { key } = make();
    expect(audited).toMatchObject([{ action: 'key.created', subjectId: key.id, inTransaction: true }]);
  });
});

describe('revoking', () => {
  it('works at once and only once', () => {
    const { key, secret } = make();
    expect(isKeyUsable(deps, key.id)).toBe(true);
    const first = revokeKey(deps, key.id, 'cli');
    expect(authenticate(deps, secret)).toBeNull();
    expect(isKeyUsable(deps, key.id)).toBe(false);
    nowMs += 1;
    expect(revokeKey(deps, key.id, 'cli')).toEqual(first);
    expect(audited.map((entry) => entry.action)).toEqual(['key.created', 'key.revoked']);
  });

  it('of an unknown key is not found', () => {
    expect(() => revokeKey(deps, 'key_x', 'cli')).toThrow('no API key with this id');
  });
});

describe('rotating', () => {
  it('lets the old key live 24 hours and gives the new one the same rights', () => {
    const old = make({ scopes: ['kyc:read', 'kyc:write'], livemode: false });
    const next = rotateKey(deps, old.key.id, 'cli');
    expect(next.key).toMatchObject({ label: 'branch', livemode: false, scopes: ['kyc:read', 'kyc:write'] });
    nowMs += 24 * HOUR_MS - 1;
    expect(authenticate(deps, old.secret)).not.toBeNull();
    nowMs += 1;
    expect(authenticate(deps, old.secret)).toBeNull();
    expect(authenticate(deps, next.secret)).not.toBeNull();
    expect(listKeys(deps)[0]?.replacedBy).toBe(next.key.id);
  });

  it('never lengthens the old key, and restarts a limited lifetime', () => {
    const old = make({ expiresAtMs: nowMs + 2 * HOUR_MS });
    nowMs += HOUR_MS;
    const next = rotateKey(deps, old.key.id, 'cli');
    expect(next.key.expiresAtMs).toBe(nowMs + 2 * HOUR_MS);
    nowMs += HOUR_MS;
    expect(authenticate(deps, old.secret)).toBeNull();
  });

  it('of a rotated or revoked key is refused', () => {
    const { key } = make();
    rotateKey(deps, key.id, 'cli');
    expect(() => rotateKey(deps, key.id, 'cli')).toThrow('Create a new key');
    const other = make();
    revokeKey(deps, other.key.id, 'cli');
    expect(() => rotateKey(deps, other.key.id, 'cli')).toThrow('Create a new key');
  });
});

describe('a key from outside', () => {
  const secret = 'an-outside-secret-of-good-length-1';

  it('opens with every scope, and the same secret again makes no second key', () => {
    const key = importKey(deps, { secret, label: 'CUSTOS_API_KEY', actor: 'system' });
    expect(importKey(deps, { secret, label: 'CUSTOS_API_KEY', actor: 'system' })).toEqual(key);
    expect(listKeys(deps)).toHaveLength(1);
    expect(authenticate(deps, secret)?.scopes).toContain('admin');
    expect(key.livemode).toBe(true);
  });

  it('is a test key where it says so, stays revoked, and must be long', () => {
    const key = importKey(deps, { secret: `sk_test_${secret}`, label: 'x', actor: 'system' });
    expect(key.livemode).toBe(false);
    revokeKey(deps, key.id, 'cli');
    importKey(deps, { secret: `sk_test_${secret}`, label: 'x', actor: 'system' });
    expect(authenticate(deps, `sk_test_${secret}`)).toBeNull();
    expect(() => importKey(deps, { secret: 'short', label: 'x', actor: 'system' })).toThrow('at least 32 characters');
  });
});
