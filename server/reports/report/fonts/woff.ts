import { inflateSync } from 'node:zlib';
import { assert } from '../../../lib/assert.ts';

/** A TrueType font from a WOFF file. */
export interface Font {
  /** The font as a TrueType file, for embedding in a PDF, which does not support WOFF. */
  sfnt: Buffer;
  /** Glyph by code point, for every character of the font. */
  glyphs: ReadonlyMap<number, number>;
}

interface Table {
  tag: string;
  checksum: number;
  data: Uint8Array;
}

const SIGNATURE = 'wOFF';
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** Unpacks a WOFF 1.0 file (W3C Recommendation of 2012, sections 3 to 5). Throws if the file is not one. */
export function readWoff(file: Buffer): Font {
  assert(file.toString('latin1', 0, 4) === SIGNATURE, 'a font file is in the WOFF form');
  const tables: Table[] = [];
  for (let index = 0; index < file.readUInt16BE(12); index++) tables.push(readTable(file, index));
  const cmap = tables.find(({ tag }) => tag === 'cmap');
  assert(cmap, 'a font says which characters it has');
  return { sfnt: writeSfnt(file.readUInt32BE(4), tables), glyphs: readCmap(Buffer.from(cmap.data)) };
}

function readTable(file: Buffer, index: number): Table {
  const at = HEADER_BYTES + index * ENTRY_BYTES;
  const [offset, packedBytes, bytes] = [4, 8, 12].map((step) => file.readUInt32BE(at + step)) as [
    number,
    number,
    number,
  ];
  const packed = file.subarray(offset, offset + packedBytes);
  const data = packedBytes < bytes ? inflateSync(packed, { maxOutputLength: bytes }) : packed;
  assert(data.length === bytes, 'a table of a font is whole');
  return { tag: file.toString('latin1', at, at + 4), checksum: file.readUInt32BE(at + 16), data };
}

/** The table directory of OpenType 1.9 ("Organization of an OpenType Font"), then the tables, each at a multiple of four. */
function writeSfnt(flavor: number, tables: Table[]): Buffer {
  const exponent = Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(SFNT_HEADER_BYTES + tables.length * SFNT_ENTRY_BYTES);
  head.writeUInt32BE(flavor, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(16 * 2 ** exponent, 6);
  head.writeUInt16BE(exponent, 8);
  head.writeUInt16BE(16 * (tables.length - 2 ** exponent), 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Reads the Unicode mappings of formats 4 and 12 (OpenType 1.9, "cmap"), the only ones in the appliance's fonts. */
function readCmap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const mapping = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
    const format = mapping.readUInt16BE(0);
    if (format === 4) readSegments(mapping, glyphs);
    if (format === 12) readGroups(mapping, glyphs);
  }
  return glyphs;
}

function readSegments(mapping: Buffer, glyphs: Map<number, number>): void {
  const bytes = mapping.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes] as const;
  for (let at = 0; at < bytes; at += 2) {
    const [start, end] = [mapping.readUInt16BE(starts + at), mapping.readUInt16BE(ends + at)];
    const delta = mapping.readUInt16BE(deltas + at);
    const offset = mapping.readUInt16BE(offsets + at);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const listed = offset === 0 ? code : mapping.readUInt16BE(offsets + at + offset + 2 * (code - start));
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(mapping: Buffer, glyphs: Map<number, number>): void {
  for (let index = 0; index < mapping.readUInt32BE(12); index++) {
    const at = 16 + 12 * index;
    const [start, end, first] = [0, 4, 8].map((step) => mapping.readUInt32BE(at + step)) as [number, number, number];
    for (let code = start; code <= end; code++) glyphs.set(code, first + code - start);
  }
}
