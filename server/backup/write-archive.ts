import { createCipheriv, createHash, createSecretKey, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { assert } from '../lib/assert.ts';
import { writeAll } from '../lib/durable.ts';
import { HASH_BYTES, lengthOf, PART_BYTES, partNonce } from './format.ts';

/** Writes an archive up to its signature. Synchronous: large archives are written in a separate thread. */
export interface ArchiveWriter {
  /** Adds an entry of these bytes. */
  addBytes(name: string, bytes: Buffer): void;
  /** Adds the content of an open file, whose size must be `size`: a file that was cut meanwhile makes no entry. */
  addFile(name: string, descriptor: number, size: number): void;
  /** Writes the rest and returns the SHA-256 of the whole file so far, which is what is signed. */
  finish(): Buffer;
  /** Bytes of the file so far. */
  sizeBytes(): number;
  close(): void;
}

/** Creates the file, which must not exist yet. `key`: `archiveKey` of this header. */
export function createArchive(path: string, header: Buffer, key: Buffer): ArchiveWriter {
  const file = openSync(path, 'wx', 0o600);
  const sealKey = createSecretKey(key);
  const whole = createHash('sha256');
  const part = Buffer.alloc(PART_BYTES);
  let filled = 0;
  let number = 0;
  let sizeBytes = 0;
  const put = (bytes: Buffer): void => {
    whole.update(bytes);
    writeAll(file, bytes);
    sizeBytes += bytes.length;
  };
  const sealPart = (isLast: boolean): void => {
    const cipher = createCipheriv('aes-256-gcm', sealKey, partNonce(number, isLast));
    put(cipher.update(part.subarray(0, filled)));
    cipher.final();
    put(cipher.getAuthTag());
    number += 1;
    filled = 0;
  };
  const append = (bytes: Buffer): void => {
    let from = 0;
    while (from < bytes.length) {
      // A full part is sealed only when more follows: the last part is marked as the last.
      if (filled === PART_BYTES) sealPart(false);
      const taken = bytes.copy(part, filled, from);
      filled += taken;
      from += taken;
    }
  };
  const begin = (name: string, size: number): Hash => {
    const text = Buffer.from(JSON.stringify({ name, size }));
    append(Buffer.concat([lengthOf(text), text]));
    return createHash('sha256');
  };
  const end = (hash: Hash): void => {
    const digest = hash.digest();
    assert(digest.length === HASH_BYTES, 'SHA-256 has 32 bytes');
    append(digest);
  };
  put(header);
  return {
    addBytes(name, bytes) {
      const hash = begin(name, bytes.length);
      append(bytes);
      end(hash.update(bytes));
    },
    addFile(name, descriptor, size) {
      const hash = begin(name, size);
      const piece = Buffer.alloc(Math.min(PART_BYTES, Math.max(1, size)));
      for (let left = size; left > 0; ) {
        const read = readSync(descriptor, piece, 0, Math.min(left, piece.length), null);
        if (read === 0) throw new Error(`${name} became shorter while it was being read`);
        append(piece.subarray(0, read));
        hash.update(piece.subarray(0, read));
        left -= read;
      }
      end(hash);
    },
    finish() {
      sealPart(true);
      return whole.digest();
    },
    sizeBytes: () => sizeBytes,
    close: () => closeSync(file),
  };
}
