import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { replaceFile } from '../../lib/durable.ts';

type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;
const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;

interface Header {
  /** SHA-256 of what follows the header, hex. */
  sha256: string;
  facts: unknown;
  sections: { name: string; kind: keyof typeof KINDS; length: number }[];
}

/** Typed arrays must begin at a multiple of their element's size. */
const ALIGN_BYTES = 8;

/** Writes typed arrays and some facts into one file, as a whole or not at all. Numbers are little-endian, as on all machines that Custos runs on. */
export function writeArrays(path: string, facts: unknown, arrays: Readonly<Record<string, TypedArray>>): void {
  const chunks = Object.values(arrays).map((array) =>
    padded(Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  );
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  const sections = Object.entries(arrays).map(([name, array]) => ({
    name,
    kind: array.constructor.name,
    length: array.length,
  }));
  const header = padded(Buffer.from(JSON.stringify({ sha256: hash.digest('hex'), facts, sections })), ' ');
  const length = Buffer.alloc(ALIGN_BYTES);
  length.writeUInt32LE(header.length);
  replaceFile(path, [length, header, ...chunks]);
}

/** Reads what `writeArrays` wrote. Returns null if the file is missing or altered. */
export function readArrays(path: string): { facts: unknown; arrays: Record<string, TypedArray> } | null {
  try {
    const bytes = readFileSync(path);
    const bodyFrom = ALIGN_BYTES + bytes.readUInt32LE(0);
    const header = JSON.parse(bytes.toString('utf8', ALIGN_BYTES, bodyFrom)) as Header;
    const body = bytes.subarray(bodyFrom);
    if (createHash('sha256').update(body).digest('hex') !== header.sha256) return null;
    const arrays: Record<string, TypedArray> = {};
    let at = body.byteOffset;
    for (const { name, kind, length } of header.sections) {
      // The array refers to the bytes of the file. Nothing is copied.
      const array = new KINDS[kind](bytes.buffer as ArrayBuffer, at, length);
      arrays[name] = array;
      at += Math.ceil(array.byteLength / ALIGN_BYTES) * ALIGN_BYTES;
    }
    return { facts: header.facts, arrays };
  } catch {
    return null;
  }
}

function padded(bytes: Buffer, fill: string | number = 0): Buffer {
  const rest = (ALIGN_BYTES - (bytes.length % ALIGN_BYTES)) % ALIGN_BYTES;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(rest, fill)]);
}
