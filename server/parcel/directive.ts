import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import type { Signer } from '../lib/signatures.ts';
import { branchId, code, format, hash, hubKeyId, label, number, time } from './fields.ts';
import { type HubKeys, hubKeysSchema } from './hub-keys.ts';
import { readSigned, type Signed, signText } from './signed.ts';

/** What the hub asks of a branch. Each branch has its own numbers, from 1 without gaps. Kinds of later versions pass. */
const directiveSchema = z.strictObject({
  format,
  hub_key_id: hubKeyId,
  branch: branchId,
  number,
  kind: code,
  body: z.record(z.string(), z.json()),
  issued_at: time,
});

export type Directive = z.output<typeof directiveSchema>;

const workSchema = z.discriminatedUnion('kind', [
  /** Becomes a new version of the policy; the changes are as in `PUT /v1/policy`. */
  z.strictObject({
    kind: z.literal('policy'),
    body: z.strictObject({
      note: z.string().trim().min(1).max(LIMITS.noteCharsMax),
      changes: z.record(z.string(), z.json()),
    }),
  }),
  /** Still signed by its publisher; the branch imports it as it imports any other. */
  z.strictObject({
    kind: z.literal('pack'),
    body: z.strictObject({
      pack: z.enum(['update', 'list', 'trust']),
      name: label,
      sha256: hash,
      size_bytes: z.int().min(1).max(LIMITS.updatePackBytesMax),
    }),
  }),
  /** The hub's next keys; the former sign this directive. */
  z.strictObject({ kind: z.literal('hub_key'), body: hubKeysSchema }),
]);

/** What a directive of a known kind asks for. */
export type DirectiveWork = z.output<typeof workSchema>;

/** Returns what the directive asks for; null if this version does not know it. */
export function workOf({ kind, body }: Pick<Directive, 'kind' | 'body'>): DirectiveWork | null {
  return workSchema.safeParse({ kind, body }).data ?? null;
}

export const signDirective = (hub: Signer, directive: Directive): Signed => signText(hub, 'hub directive', directive);

/** Throws `ParcelFault` if the hub has not signed it. */
export const readDirective = (signed: Signed, hub: Pick<HubKeys, 'signing'>): Directive =>
  readSigned(directiveSchema, signed, 'hub directive', hub.signing);
