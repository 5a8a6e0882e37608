import canonicalize from 'canonicalize';
import type { z } from 'zod';
import { must } from '../lib/assert.ts';
import { damaged } from './fault.ts';

/** Returns the canonical JSON (RFC 8785) of a value. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(must(canonicalize(value), 'what is signed is JSON'));
}

/**
 * Returns the value of JSON bytes that are exactly the canonical form of a value of this schema.
 * Throws `parcel_damaged` if they are not; `what` names them.
 */
export function readCanonical<S extends z.ZodType>(schema: S, bytes: Uint8Array, what: string): z.output<S> {
  const value = readJson(bytes, what);
  const read = readForm(schema, value, what);
  if (!canonicalBytes(value).equals(bytes)) throw damaged(`${what} is not written in canonical JSON.`);
  return read;
}

/** Returns the value as the schema reads it. Throws `parcel_damaged` if it has another form; `what` names it. */
export function readForm<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw damaged(`The form of ${what} is not known to this version.`, parsed.error);
  return parsed.data;
}

/** Returns the value of JSON bytes. Throws `parcel_damaged` if they are not JSON; `what` names them. */
export function readJson(bytes: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw damaged(`${what} is not JSON.`, cause);
  }
}
