/**
 * The ZIP form of a bundle (APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16): every file stored uncompressed, one after
 * the other, with ASCII names and one fixed time. The same files always make the same archive, so a changed byte is
 * detected anywhere. This file runs in the appliance and, inlined in the bundle's page, in a browser.
 */

export interface ArchivedFile {
  name: string;
  size: number;
  crc: number;
}

const VERSION = 20;
/** 1 January 1980, 00:00: the earliest time of the format. */
const DOS_DATE = 0x21;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Returns what precedes a file's bytes. */
export function localHeader({ name, size, crc }: ArchivedFile): Uint8Array<ArrayBuffer> {
  const { bytes, view } = start(0x04034b50, LOCAL_BYTES, name);
  view.setUint16(4, VERSION, true);
  view.setUint16(12, DOS_DATE, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, size, true);
  view.setUint32(22, size, true);
  view.setUint16(26, name.length, true);
  return bytes;
}

/** Returns what follows all files: a list of them, and its offset. */
export function directory(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const records: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    records.push(centralRecord(file, offset));
    offset += LOCAL_BYTES + file.name.length + file.size;
  }
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const { bytes, view } = start(0x06054b50, END_BYTES, '');
  view.setUint16(8, files.length, true);
  view.setUint16(10, files.length, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return join([...records, bytes]);
}

function centralRecord({ name, size, crc }: ArchivedFile, offset: number): Uint8Array {
  const { bytes, view } = start(0x02014b50, CENTRAL_BYTES, name);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, VERSION, true);
  view.setUint16(14, DOS_DATE, true);
  view.setUint32(16, crc, true);
  view.setUint32(20, size, true);
  view.setUint32(24, size, true);
  view.setUint16(28, name.length, true);
  view.setUint32(42, offset, true);
  return bytes;
}

export interface ReadArchive {
  files: { name: string; data: Uint8Array<ArrayBuffer> }[];
  /** What differs around the files' bytes or in a file's checksum, in words. null: nothing. */
  fault: string | null;
}

/** Opens an archive of this form. Returns null if it is not one, or if its list of files cannot be read. */
export function readArchive(bytes: Uint8Array<ArrayBuffer>): ReadArchive | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = bytes.length - END_BYTES;
  if (endAt < 0 || view.getUint32(endAt, true) !== 0x06054b50) return null;
  let at = view.getUint32(endAt + 16, true);
  const files: ReadArchive['files'] = [];
  for (let left = view.getUint16(endAt + 10, true); left > 0; left--) {
    if (at + CENTRAL_BYTES > endAt || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(at + 28, true);
    const name = String.fromCharCode(...bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength));
    // Only plain names: someone else wrote them, and they are shown to people.
    if (!/^[\w./-]+$/.test(name)) return null;
    const from = view.getUint32(at + 42, true) + LOCAL_BYTES + nameLength;
    const size = view.getUint32(at + 24, true);
    if (from + size > endAt) return null;
    files.push({ name, data: bytes.subarray(from, from + size) });
    at += CENTRAL_BYTES + nameLength;
  }
  return { files, fault: findFault(bytes, files) };
}

/** Rebuilds the archive of these files, except for the files themselves, and compares. */
function findFault(bytes: Uint8Array, files: ReadArchive['files']): string | null {
  const archived: ArchivedFile[] = [];
  let at = 0;
  for (const { name, data } of files) {
    // Checked before the checksum: files of a forged archive may overlap, and computing all checksums would take hours.
    const begins = at + LOCAL_BYTES + name.length;
    if (data.byteOffset !== bytes.byteOffset + begins) return `${name} is not where it belongs`;
    const file = { name, size: data.length, crc: crc32(data) };
    if (!holdsAt(bytes, at, localHeader(file))) return `the data before ${name} was changed`;
    archived.push(file);
    at = begins + file.size;
  }
  const end = directory(archived);
  const isWhole = at + end.length === bytes.length && holdsAt(bytes, at, end);
  return isWhole ? null : 'its list of files was changed';
}

function holdsAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  return at + part.length <= bytes.length && part.every((byte, index) => bytes[at + index] === byte);
}

function start(signature: number, length: number, name: string) {
  const bytes = new Uint8Array(length + name.length);
  for (let i = 0; i < name.length; i++) bytes[length + i] = name.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  return { bytes, view };
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Per byte, for the checksum of ISO 3309 with the polynomial 0xedb88320. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (CRC_TABLE[(rest ^ byte) & 0xff] as number);
  return (rest ^ 0xffffffff) >>> 0;
}
