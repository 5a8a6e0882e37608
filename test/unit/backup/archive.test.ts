import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveKey, encodeHeader, PART_BYTES, TAG_BYTES } from '../../../server/backup/format.ts';
import { type ArchiveEntry, collect, openArchive, peekHeader } from '../../../server/backup/read-archive.ts';
import { createArchive } from '../../../server/backup/write-archive.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import type { SigningKey } from '../../../server/vault/signing-key.ts';
import { tempFolder } from '../../support/folder.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const SECRET = randomBytes(32);
const SALT = randomBytes(32);

const newSigner = (): SigningKey => openKeyStore(':memory:', { kind: 'key', key: randomBytes(32) }).signing;

function makeArchive(folder: string, entries: [name: string, bytes: Buffer][]) {
  const signing = newSigner();
  const header = encodeHeader({
    kind: 'data',
    id: 'bak_test',
    createdAt: '2026-01-15T09:30:00.000Z',
    signer: signing.publicKey,
    salt: SALT.toString('hex'),
    masterKey: '0'.repeat(16),
  });
  const path = join(folder, 'archive.backup');
  const key = archiveKey(SECRET, SALT, header);
  const archive = createArchive(path, header, key);
  for (const [name, bytes] of entries) archive.addBytes(name, bytes);
  const digest = archive.finish();
  archive.close();
  appendFileSync(path, signing.sign('backup', digest));
  return { path, key, headerBytes: header.length };
}

function readAll(path: string, key: Buffer): [string, Buffer][] {
  const archive = openArchive(path);
  const found: [string, Buffer][] = [];
  try {
    archive.readEntries(key, ({ name }: ArchiveEntry) => collect((bytes) => void found.push([name, bytes])));
    return found;
  } finally {
    archive.close();
  }
}

/** The code and the message of the refusal; null if the archive was read. */
function refusal(path: string, key: Buffer): { code: string; message: string } | null {
  try {
    readAll(path, key);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

describe('an archive', () => {
  it('gives back what was put into it, whatever its size is to that of a part', () => {
    using folder = tempFolder();
    // The bytes before the first content byte shift the edges; sizes around one and two parts cover each of them.
    const sizes = [0, 1, 17, PART_BYTES - 200, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 7];
    for (const size of sizes) {
      const { path, key } = makeArchive(folder.path, [
        ['a', randomBytes(size)],
        ['b', Buffer.from('end')],
      ]);
      const [first, second] = readAll(path, key);
      expect(first?.[1].length).toBe(size);
      expect(second).toEqual(['b', Buffer.from('end')]);
      rmSync(path);
    }
  });

  it('is refused wherever one byte differs, and wherever it is cut', () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    using folder = tempFolder();
    const { path, key, headerBytes } = makeArchive(folder.path, [
      ['one', randomBytes(PART_BYTES)],
      ['two', randomBytes(PART_BYTES + 5_000)],
    ]);
    const whole = readFileSync(path);
    const edges = [0, 7, 8, 11, headerBytes - 1, headerBytes, headerBytes + PART_BYTES + TAG_BYTES, whole.length - 65];
    const drawn = Array.from({ length: rounds(40, 4) }, () => Math.floor(random() * whole.length));
    const damaged = join(folder.path, 'damaged.backup');
    for (const at of [...edges, whole.length - 1, ...drawn]) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(damaged, flipped);
      expect(refusal(damaged, key)?.code, `byte ${at} flipped, seed ${seed}`).toBe('backup_invalid');
      writeFileSync(damaged, whole.subarray(0, at));
      expect(refusal(damaged, key)?.code, `cut at ${at}, seed ${seed}`).toBe('backup_invalid');
    }
    expect(refusal(path, key)).toBeNull();
  });

  it('is refused where parts are exchanged, repeated or dropped, and says which', () => {
    using folder = tempFolder();
    const { path, key, headerBytes } = makeArchive(folder.path, [['one', randomBytes(3 * PART_BYTES)]]);
    const whole = readFileSync(path);
    const size = PART_BYTES + TAG_BYTES;
    const part = (n: number): Buffer => whole.subarray(headerBytes + n * size, headerBytes + (n + 1) * size);
    const rest = whole.subarray(headerBytes + 2 * size);
    const write = (...parts: Buffer[]): string => {
      const made = join(folder.path, 'made.backup');
      writeFileSync(made, Buffer.concat([whole.subarray(0, headerBytes), ...parts]));
      return made;
    };
    expect(refusal(write(part(1), part(0), rest), key)?.message).toContain('Part 1 ');
    expect(refusal(write(part(0), part(0), part(1), rest), key)?.message).toContain('Part 2 ');
    expect(refusal(write(part(0), rest), key)?.message).toContain('Part 2 ');
    expect(refusal(write(part(0), part(1)), key)?.message).toContain('it was cut off, never finished');
    expect(refusal(write(part(0), part(1), rest), key)).toBeNull();
  });

  it('is refused under another key, another signature, and where it is something else', () => {
    using folder = tempFolder();
    const { path, key } = makeArchive(folder.path, [['one', Buffer.from('x')]]);
    expect(refusal(path, randomBytes(32))?.code).toBe('backup_invalid');
    const whole = readFileSync(path);
    const forged = Buffer.concat([whole.subarray(0, -64), newSigner().sign('backup', randomBytes(32))]);
    writeFileSync(path, forged);
    expect(refusal(path, key)?.message).toContain('signature');
    writeFileSync(path, 'a letter');
    expect(refusal(path, key)?.message).toContain('not a Custos backup');
    expect(peekHeader(path)).toBeNull();
    expect(refusal(join(folder.path, 'nowhere'), key)?.code).toBe('not_found');
  });
});
