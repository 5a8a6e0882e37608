import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ALGORITHM_VERSION } from '../names/version.ts';
import { type IndexData, SECTION_NAMES, SECTIONS, type SectionName } from './data.ts';

/** The first bytes of a file; the last two are the version of its layout. */
const MAGIC = 'CUSTOSIX02';
const MAGIC_BYTES = 16;
const HEADER_BYTES_MAX = 64 * 1024;
/** Arrays begin at multiples of this, so that they can be used where they lie. */
const ALIGNMENT = 8;
const HASH_BYTES = 32;

interface Header {
  algorithmVersion: number;
  size: number;
  /** Of what the index was built from, as the caller names it. */
  source: string;
  /** Bytes of each array, in the order of `SECTION_NAMES`. */
  sections: number[];
}

/**
 * Why a file is no index of use: it is not there, is none of ours, was changed or cut short, or is of other names or
 * rules.
 */
export type Refusal = 'missing' | 'foreign' | 'damaged' | 'outdated';

/**
 * Writes an index as a file that is whole or not there: its arrays as they lie in memory, a SHA-256 at the end.
 * `source` says what it was built from; it is asked for again when the file is read. Numbers are little-endian, as on
 * all machines that the appliance runs on.
 */
export function writeIndex(path: string, data: IndexData, source: string): void {
  const { algorithmVersion, size } = data;
  const sections = SECTION_NAMES.map((name) => data[name].byteLength);
  const header = Buffer.from(JSON.stringify({ algorithmVersion, size, source, sections } satisfies Header));
  const start = Buffer.alloc(MAGIC_BYTES);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(header.length, MAGIC.length + 2);
  const chunks = [start, header, padding(header.length)];
  for (const name of SECTION_NAMES) {
    const { buffer, byteOffset, byteLength } = data[name];
    chunks.push(Buffer.from(buffer, byteOffset, byteLength), padding(byteLength));
  }
  writeWhole(path, chunks);
}

function padding(length: number): Buffer {
  return Buffer.alloc(align(length) - length);
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function writeWhole(path: string, chunks: readonly Buffer[]): void {
  const hash = createHash('sha256');
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    for (const chunk of chunks) {
      hash.update(chunk);
      writeAll(file, chunk);
    }
    writeAll(file, hash.digest());
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

function writeAll(file: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // Folders cannot be opened there.
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Reads an index that was written for the same `source` by this version of the matcher, or says why there is none. */
export function readIndex(path: string, source: string): { data: IndexData } | { refused: Refusal } {
  const bytes = readBytes(path);
  if (!bytes) return { refused: 'missing' };
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return { refused: 'foreign' };
  if (!hasRightHash(bytes)) return { refused: 'damaged' };
  const headerBytes = bytes.readUInt32LE(MAGIC.length + 2);
  if (headerBytes > HEADER_BYTES_MAX) return { refused: 'damaged' };
  const header: Header = JSON.parse(bytes.toString('utf8', MAGIC_BYTES, MAGIC_BYTES + headerBytes));
  if (header.algorithmVersion !== ALGORITHM_VERSION || header.source !== source) return { refused: 'outdated' };
  return { data: viewSections(bytes, MAGIC_BYTES + align(headerBytes), header) };
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function hasRightHash(bytes: Buffer): boolean {
  if (bytes.length < MAGIC_BYTES + HASH_BYTES) return false;
  const body = bytes.subarray(0, bytes.length - HASH_BYTES);
  return createHash('sha256').update(body).digest().equals(bytes.subarray(body.length));
}

/** The arrays lie in the bytes of the file; nothing is copied. */
function viewSections(bytes: Buffer, start: number, header: Header): IndexData {
  let at = bytes.byteOffset + start;
  const views: Partial<Record<SectionName, Uint8Array | Uint32Array | Float64Array>> = {};
  SECTION_NAMES.forEach((name, i) => {
    const length = header.sections[i] ?? 0;
    const View = SECTIONS[name];
    views[name] = new View(bytes.buffer as ArrayBuffer, at, length / View.BYTES_PER_ELEMENT);
    at += align(length);
  });
  const { algorithmVersion, size } = header;
  return { algorithmVersion, size, ...(views as Omit<IndexData, 'algorithmVersion' | 'size'>) };
}
