import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Request, Response } from 'express';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { IdempotencyClaim, KeptAnswer } from '../verifications/idempotency.ts';
import type { SubmitResult } from '../verifications/submit.ts';
import { principalOf } from './authorise.ts';
import type { ReceivedForm } from './upload.ts';

const KEY = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\1$/i;

/** The UUID of an `Idempotency-Key`, bare or quoted, in small letters; null without one. Throws `invalid_idempotency_key`. */
function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = KEY.exec(header.trim())?.[2];
  if (key !== undefined) return key.toLowerCase();
  throw new AppError('invalid_idempotency_key', 'The header Idempotency-Key must be a UUID, one for each new request.');
}

/** A request's use of its Idempotency-Key, before its meaning is known. */
export type ClaimScope = Omit<IdempotencyClaim, 'fingerprint'>;

/** What a form means, whatever its boundaries: the names and values of its parts and the SHA-256 of each file, in order. */
export function formMeaning(form: ReceivedForm, values: Record<string, unknown>): unknown {
  return {
    parts: [...Object.keys(values), ...form.unknownParts].sort(),
    values,
    documents: form.documents.map(({ file }) => file.sha256),
  };
}

/**
 * Binds a key to what its request means, by SHA-256 over the canonical JSON (RFC 8785) of that, and looks up what was
 * answered to it before. Throws `idempotency_key_reused` where that was another meaning.
 */
export function claimKey(
  deps: { findIdempotent(claim: IdempotencyClaim): KeptAnswer | null },
  scope: ClaimScope | null,
  meaning: unknown,
): { claim: IdempotencyClaim | null; replay: SubmitResult | null } {
  if (scope === null) return { claim: null, replay: null };
  const text = must(canonicalize(meaning), 'what was parsed from JSON is JSON');
  const claim = { ...scope, fingerprint: createHash('sha256').update(text).digest() };
  const kept = deps.findIdempotent(claim);
  if (kept && !kept.sameFingerprint) throw keyReused();
  return { claim, replay: kept && { status: kept.status, body: kept.body, replayed: true } };
}

/**
 * Does what a POST asks for under its Idempotency-Key, where it has one, and sends the answer; of a 201, `links.self` is
 * the `Location`. `path` is the request's own, with ids. Throws `invalid_idempotency_key`, `idempotency_in_progress`.
 */
export async function answerOnce(
  running: RunningKeys,
  req: Request,
  res: Response,
  path: string,
  work: (scope: ClaimScope | null) => Promise<SubmitResult>,
): Promise<void> {
  const key = readIdempotencyKey(req.get('idempotency-key'));
  const scope = key === null ? null : { actorId: principalOf(res).actorId, method: 'POST', path, key };
  const leave = scope === null ? () => {} : running.enter(scope);
  try {
    sendResult(res, await work(scope));
  } finally {
    leave();
  }
}

/** Sends what was done; of a 201, `links.self` is the `Location`. */
export function sendResult(res: Response, result: SubmitResult): void {
  if (result.status === 201) {
    const { links } = JSON.parse(result.body) as { links: { self: string } };
    res.setHeader('Location', links.self);
  }
  if (result.replayed) res.setHeader('Idempotent-Replayed', 'true');
  res.status(result.status).type('application/json').send(result.body);
}

/** The idempotency keys in use by requests that have not ended yet. One process serves all requests. */
export interface RunningKeys {
  /** Throws `idempotency_in_progress` where the same is running. Gives back how to end it. */
  enter(scope: ClaimScope): () => void;
}

export function createRunningKeys(): RunningKeys {
  const running = new Set<string>();
  return {
    enter(scope) {
      const name = JSON.stringify([scope.actorId, scope.method, scope.path, scope.key]);
      if (running.has(name)) {
        throw new AppError('idempotency_in_progress', {
          detail: 'A request with this Idempotency-Key is still running. Wait a second, then send it again.',
          retryAfterSeconds: 1,
        });
      }
      running.add(name);
      return () => void running.delete(name);
    },
  };
}

function keyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another payload. Use a new key for a new request.',
  );
}
