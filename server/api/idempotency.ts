import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { RawParts } from './submission.ts';
import type { ReceivedForm } from './upload.ts';

const KEY = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\1$/i;

/** The UUID of an `Idempotency-Key`, bare or quoted, in small letters; null without one. Throws `invalid_idempotency_key`. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = KEY.exec(header.trim())?.[2];
  if (key !== undefined) return key.toLowerCase();
  throw new AppError('invalid_idempotency_key', 'The header Idempotency-Key must be a UUID, one for each new request.');
}

/**
 * What a request means, whatever its boundaries and the order of its JSON members: SHA-256 over the canonical JSON (RFC
 * 8785) of the names and values of its parts and the SHA-256 of each file, in order.
 */
export function fingerprintOf(form: ReceivedForm, raw: RawParts): Buffer {
  const meaning = {
    parts: [...Object.keys(raw), ...form.unknownParts].sort(),
    values: raw,
    documents: form.documents.map(({ file }) => file.sha256),
  };
  return createHash('sha256')
    .update(must(canonicalize(meaning), 'parts are JSON'))
    .digest();
}

/** The idempotency keys in use by requests that have not ended yet. One process serves all requests. */
export interface RunningKeys {
  /** Throws `idempotency_in_progress` where the same is running. Gives back how to end it. */
  enter(scope: { keyId: string; method: string; path: string; key: string }): () => void;
}

export function createRunningKeys(): RunningKeys {
  const running = new Set<string>();
  return {
    enter(scope) {
      const name = JSON.stringify([scope.keyId, scope.method, scope.path, scope.key]);
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

export function keyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another payload. Use a new key for a new request.',
  );
}
