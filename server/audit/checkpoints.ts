import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { isSignedBy } from '../lib/signatures.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { AuditRow } from './entries.ts';

/** The signed length of the log at one moment. Each checkpoint names the previous one, so a missing one is detected. */
export interface Checkpoint {
  /** From 1 on, without gaps. */
  number: number;
  /** ms */
  at: number;
  /** Number of entries in the log; the last of them has this link. */
  count: number;
  link: Buffer;
  signature: Buffer;
}

type Keys = Pick<KeyStore, 'db' | 'signing'>;

/** Returns every checkpoint, oldest first. */
export function readCheckpoints(keyDb: Db): Checkpoint[] {
  return keyDb.prepare('SELECT * FROM audit_checkpoints ORDER BY number').all() as Checkpoint[];
}

/**
 * Signs the length of the log if a checkpoint is due: `LIMITS.auditCheckpointEntries` entries or `LIMITS.auditCheckpointMs` after the previous
 * checkpoint (or after the beginning of the log, if there is none).
 */
export function addCheckpointIfDue(keys: Keys, last: AuditRow, begunAtMs: number, nowMs: number): void {
  const before = prepared(keys.db, 'SELECT * FROM audit_checkpoints ORDER BY number DESC LIMIT 1').get() as
    | Checkpoint
    | undefined;
  const further = last.seq - (before?.count ?? 0);
  const isOld = nowMs - (before?.at ?? begunAtMs) >= LIMITS.auditCheckpointMs;
  if (further < LIMITS.auditCheckpointEntries && !(further > 0 && isOld)) return;
  const checkpoint = { number: (before?.number ?? 0) + 1, at: nowMs, count: last.seq, link: last.link };
  const signature = keys.signing.sign('audit checkpoint', Buffer.from(signedText(checkpoint, before ?? null)));
  keys.db
    .prepare(
      'INSERT INTO audit_checkpoints (number, at, count, link, signature) VALUES (@number, @at, @count, @link, @signature)',
    )
    .run({ ...checkpoint, signature });
}

/** Returns, in words, the first checkpoint that is missing or altered; null if all are intact. */
export function findCheckpointFault(
  checkpoints: readonly Checkpoint[],
  publicKey: string,
): { count: number; problem: string } | null {
  for (const [at, checkpoint] of checkpoints.entries()) {
    const { count, number, signature } = checkpoint;
    if (number !== at + 1) return { count, problem: `checkpoint ${at + 1} is missing` };
    const text = Buffer.from(signedText(checkpoint, checkpoints[at - 1] ?? null));
    if (!isSignedBy(publicKey, 'audit checkpoint', text, signature))
      return { count, problem: `checkpoint ${number} does not match its signature` };
  }
  return null;
}

/** Returns the checkpoints with up to `countMax` entries for display. `signed` is the exact text that was signed. */
export function showCheckpoints(checkpoints: readonly Checkpoint[], countMax: number) {
  return checkpoints
    .map((checkpoint, at) => ({ checkpoint, signed: signedText(checkpoint, checkpoints[at - 1] ?? null) }))
    .filter(({ checkpoint }) => checkpoint.count <= countMax)
    .map(({ checkpoint, signed }) => ({ signed, signature: checkpoint.signature.toString('hex') }));
}

function signedText({ number, at, count, link }: Omit<Checkpoint, 'signature'>, before: Checkpoint | null): string {
  const former = before && createHash('sha256').update(before.signature).digest('hex');
  return JSON.stringify({ number, at: isoTime(at), count, head: link.toString('hex'), former });
}
