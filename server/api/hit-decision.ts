import type { NewHitDecision } from '../alerts/types.ts';
import { type NewHitDecisionBody, newHitDecisionSchema } from '../contract/hit-decisions.ts';
import { AppError } from '../lib/errors.ts';
import { parseOrThrow } from './validate.ts';

/** What a body says of a hit. Throws `invalid_request`, also for an end that is past or of a confirmation. */
export function readDecision({ clock }: { clock: { now(): number } }, body: unknown): NewHitDecision {
  const read: NewHitDecisionBody = parseOrThrow(newHitDecisionSchema, body, 'The decision is not valid. See errors.');
  const expiresAtMs = read.expires_at === undefined ? null : Date.parse(read.expires_at);
  if (expiresAtMs !== null && (expiresAtMs <= clock.now() || read.decision === 'confirm')) {
    const message = 'expires_at is for a dismissal and must lie in the future.';
    throw new AppError('invalid_request', {
      detail: message,
      items: [{ code: 'invalid_value', message, field: 'expires_at' }],
    });
  }
  return {
    decision: read.decision === 'confirm' ? 'confirmed' : 'dismissed',
    reason: read.reason,
    note: read.note ?? null,
    expiresAtMs,
  };
}
