import { randomBytes } from 'node:crypto';
import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import { assert } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import type { VerificationDeps } from './deps.ts';

/** What a chip is asked to sign (ICAO Doc 9303-11, 6.1). */
export interface ChipChallenge {
  id: string;
  livemode: boolean;
  createdAtMs: number;
  expiresAtMs: number;
  challenge: Buffer;
}

/** Who sends something, and in which mode. */
export interface Sender {
  livemode: boolean;
  actor: string;
}

interface Row {
  livemode: number;
  created_by: string;
  expires_at: number;
  challenge: Buffer;
}

const CHALLENGE_BYTES = 8;

/** Draws a challenge for one chip, in the caller's transaction, and drops those that have expired. */
export function createChallenge(
  { db, clock, newId }: Pick<BaseDeps, 'db' | 'clock' | 'newId'>,
  { livemode, actor }: Sender,
): ChipChallenge {
  assert(db.inTransaction, 'a challenge is stored before it is sent');
  const createdAtMs = clock.now();
  const expiresAtMs = createdAtMs + LIMITS.chipChallengeMs;
  const id = newId('chc');
  const challenge = randomBytes(CHALLENGE_BYTES);
  prepared(db, 'DELETE FROM chip_challenges WHERE expires_at <= ?').run(createdAtMs);
  prepared(
    db,
    'INSERT INTO chip_challenges (id, livemode, created_by, created_at, expires_at, challenge) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(id, Number(livemode), actor, createdAtMs, expiresAtMs, challenge);
  return { id, livemode, createdAtMs, expiresAtMs, challenge };
}

/** Returns a challenge's bytes and uses it up, in the transaction of the record that the answer belongs to. Throws `chip_challenge_invalid`. */
export function useChallenge(
  { db, clock }: Pick<VerificationDeps, 'db' | 'clock'>,
  id: string,
  { livemode, actor }: Sender,
): Buffer {
  assert(db.inTransaction, 'a challenge is used up together with what it proves');
  const row = prepared(db, 'SELECT * FROM chip_challenges WHERE id = ?').get(id) as Row | undefined;
  const isRight =
    row !== undefined &&
    isGenuine(db, 'chip_challenges', row) &&
    row.livemode === Number(livemode) &&
    row.created_by === actor &&
    row.expires_at > clock.now();
  if (!isRight) throw challengeInvalid();
  prepared(db, 'DELETE FROM chip_challenges WHERE id = ?').run(id);
  return row.challenge;
}

function challengeInvalid(): AppError {
  const message =
    'The challenge is unknown, used, expired, or was created by somebody else. Create a new one, and read the chip again.';
  const field = 'chip.active_authentication.challenge_id';
  return new AppError('chip_challenge_invalid', {
    detail: message,
    items: [{ code: 'chip_challenge_invalid', message, field }],
  });
}
