import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { canonicalBytes } from './canonical.ts';
import { code, hash, number } from './fields.ts';

/** The kinds of entries that this version writes, each with the level from which a branch sends it. */
export const LEVELS = { line: 0, health: 0, directive: 0, record: 1, erased: 1 } as const;

export type EntryKind = keyof typeof LEVELS;

/** The head of a line without entries. */
export const NO_HEAD = '0'.repeat(64);

const SALT_BYTES = 16;

/** Kinds and contents of later versions pass: a hub keeps what it does not know. */
export const entrySchema = z.strictObject({
  /** From 1 in each line, without gaps. */
  seq: number,
  kind: code,
  /** The id of the record that it concerns, so that an erasure finds it. */
  record: z.string().min(1).max(64).nullable(),
  /** SHA-256 of the salt and the canonical JSON of the content. It stays when the content is erased. */
  digest: hash,
  salt: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  content: z.record(z.string(), z.json()).nullable(),
});

/** One item of a line. An erased entry has neither salt nor content. */
export type Entry = z.output<typeof entrySchema>;

type Content = NonNullable<Entry['content']>;

/** What of an entry the chain covers. */
export type Link = Pick<Entry, 'seq' | 'kind' | 'record' | 'digest'>;

/** Returns an entry with its salted digest. */
export function makeEntry(
  { seq, kind, record, content }: { seq: number; kind: EntryKind; record: string | null; content: Content },
  random: (bytes: number) => Buffer = randomBytes,
): Entry {
  const salt = random(SALT_BYTES).toString('hex');
  return { seq, kind, record, digest: digestOf(salt, content), salt, content };
}

/** Returns whether the content, where there is one, has the digest. */
export function isIntact({ digest, salt, content }: Entry): boolean {
  if (salt === null || content === null) return salt === null && content === null;
  return digestOf(salt, content) === digest;
}

/** Returns the head of a line after an entry. */
export function nextHead(head: string, { seq, kind, record, digest }: Link): string {
  return createHash('sha256')
    .update(canonicalBytes([head, seq, kind, record, digest]))
    .digest('hex');
}

function digestOf(salt: string, content: Content): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(canonicalBytes(content)).digest('hex');
}
