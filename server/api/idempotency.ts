import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { SealedRecord } from '../vault/staging.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { findIdempotent, keepIdempotent } from '../verifications/idempotency.ts';
import type { Call } from './call.ts';
import type { ReceivedForm } from './upload.ts';

const KEY = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\1$/i;

/** Returns the UUID of an `Idempotency-Key`, bare or quoted, in lower case; null without the header. Throws `invalid_idempotency_key`. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = KEY.exec(header.trim())?.[2];
  if (key !== undefined) return key.toLowerCase();
  throw new AppError(
    'invalid_idempotency_key',
    'The Idempotency-Key header must be a UUID. Use a new one for each new request.',
  );
}

/** An answer to send. `replayed`: it is the stored answer of an earlier request. */
interface KeptReply {
  status: number;
  body: string;
  replayed: boolean;
}

/** Makes the answer at the end of the transaction that does the work. A record stores it under the request's idempotency key. */
export type Keep = (status: number, record: SealedRecord, body: object) => KeptReply;

/**
 * Returns the stored answer if a request with this meaning was already answered under this key; otherwise runs `commit`. Throws
 * `idempotency_key_reused` if the key was used with another meaning.
 */
export type AnswerOnce = (
  meaning: unknown,
  commit: (keep: Keep) => KeptReply | Promise<KeptReply>,
) => Promise<KeptReply>;

/**
 * Does the work of a POST at most once per idempotency key, if there is one, and sends the answer. For a 201, `Location` is `links.self`. Throws
 * `invalid_idempotency_key`, `idempotency_in_progress`.
 */
export type Once = (call: Call, work: (answer: AnswerOnce) => Promise<KeptReply>) => Promise<void>;

/** One process serves all requests, so it keeps the keys of running requests in memory. */
export function createOnce(deps: VerificationDeps): Once {
  const running = new Set<string>();
  return async (call, work) => {
    const key = readIdempotencyKey(call.req.get('idempotency-key'));
    if (key === null) {
      const keep: Keep = (status, _record, body) => ({ status, body: JSON.stringify(body), replayed: false });
      return send(call, await work(async (_meaning, commit) => commit(keep)));
    }
    const scope = { actorId: call.actor, method: 'POST', path: call.path, key };
    const name = JSON.stringify(scope);
    if (running.has(name))
      throw new AppError('idempotency_in_progress', {
        detail: 'A request with this Idempotency-Key is still running. Wait a second, then send it again.',
        retryAfterSeconds: 1,
      });
    running.add(name);
    try {
      const answer: AnswerOnce = async (meaning, commit) => {
        const claim = { ...scope, fingerprint: fingerprintOf(meaning) };
        const kept = findIdempotent(deps, claim);
        if (kept && !kept.sameFingerprint)
          throw new AppError(
            'idempotency_key_reused',
            'This Idempotency-Key was used with a different payload. Use a new key for a new request.',
          );
        if (kept) return { status: kept.code, body: kept.body, replayed: true };
        return commit((code, record, body) => {
          const text = JSON.stringify(body);
          keepIdempotent(deps, claim, record, { code, body: text });
          return { status: code, body: text, replayed: false };
        });
      };
      send(call, await work(answer));
    } finally {
      running.delete(name);
    }
  };
}

/** Returns SHA-256 over the canonical JSON (RFC 8785) of a request's meaning. */
export function fingerprintOf(meaning: unknown): Buffer {
  const text = must(canonicalize(meaning), 'what was parsed from JSON is JSON');
  return createHash('sha256').update(text).digest();
}

function send({ res }: Call, { status, body, replayed }: KeptReply): void {
  if (status === 201) res.setHeader('Location', (JSON.parse(body) as { links: { self: string } }).links.self);
  if (replayed) res.setHeader('Idempotent-Replayed', 'true');
  res.status(status).type('application/json').send(body);
}

/** Returns what a form means, whatever its boundaries: the names and values of its parts and the SHA-256 of each file, in order. */
export function formMeaning(form: ReceivedForm, values: Record<string, unknown>): unknown {
  return {
    parts: [...Object.keys(values), ...form.unknownParts].sort(),
    values,
    documents: form.documents.map(({ file }) => file.sha256),
    ...(form.sources.length > 0 && {
      sources: form.sources.map(({ field, fileName, bytes }) => [field, fileName, bytes.toString('base64')]),
    }),
  };
}
