import { deflateSync } from 'node:zlib';
import { assert } from '../../../lib/assert.ts';

/** One object of a PDF: its value in PDF syntax, and the bytes of its stream, if it has one. */
export interface PdfObject {
  value: string;
  stream: Buffer | null;
}

export interface PdfFile {
  /** By number. */
  objects: Map<number, PdfObject>;
  /** The content of the trailer, except the size. */
  trailer: string;
}

/** Reads a PDF with one cross-reference table and direct stream lengths, as the drawing library writes it. */
export function parsePdf(file: Buffer): PdfFile {
  const text = file.toString('latin1');
  const xrefAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1]);
  const table = /^xref\s+0 (\d+)\s+([\s\S]*?)trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text.slice(xrefAt));
  assert(table, 'the drawn PDF has a cross-reference table');
  const [, , rows = '', trailer = ''] = table;
  const objects = new Map<number, PdfObject>();
  for (const [number, row] of rows.trim().split(/\r?\n/).entries()) {
    const [offset = '', , kind] = row.trim().split(' ');
    if (kind === 'n') objects.set(number, readObject(file, text, Number(offset)));
  }
  return { objects, trailer: trailer.replace(/\/Size \d+/, '').trim() };
}

function readObject(file: Buffer, text: string, offset: number): PdfObject {
  const start = text.indexOf('obj', offset) + 'obj'.length;
  const end = text.indexOf('endobj', start);
  const streamAt = text.indexOf('stream', start);
  if (streamAt < 0 || end < streamAt) return { value: text.slice(start, end).trim(), stream: null };
  const value = text.slice(start, streamAt).trim();
  const length = Number(/\/Length (\d+)/.exec(value)?.[1]);
  assert(Number.isInteger(length), 'a stream of the drawn PDF tells its length');
  const first = streamAt + (text.startsWith('stream\r\n', streamAt) ? 8 : 7);
  return { value: value.replace(/\s*\/Length \d+/, ''), stream: file.subarray(first, first + length) };
}

/** Adds an object and returns its number. */
export function addObject({ objects }: PdfFile, object: PdfObject): number {
  const number = Math.max(0, ...objects.keys()) + 1;
  objects.set(number, object);
  return number;
}

/** Returns the file; compresses every stream that is not compressed yet. */
export function writePdf({ objects, trailer }: PdfFile): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const write = (part: string | Buffer): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const size = Math.max(...objects.keys()) + 1;
  const offsets = new Map<number, number>();
  // The four bytes over 127 mark the file as binary for transfer programs (ISO 32000-1, 7.5.2).
  write('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
  for (const [number, object] of [...objects].sort(([a], [b]) => a - b)) {
    offsets.set(number, length);
    const { value, stream } = compressed(object);
    write(`${number} 0 obj\n`);
    if (stream === null) write(`${value}\nendobj\n`);
    else {
      write(`${value.replace(/>>$/, `/Length ${stream.length}>>`)} stream\n`);
      write(stream);
      write('\nendstream\nendobj\n');
    }
  }
  const xrefAt = length;
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  write(`xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}\n${trailer}>>\nstartxref\n${xrefAt}\n%%EOF\n`);
  return Buffer.concat(parts);
}

function compressed({ value, stream }: PdfObject): PdfObject {
  if (stream === null || value.includes('/Filter')) return { value, stream };
  return { value: value.replace(/>>$/, '/Filter /FlateDecode>>'), stream: deflateSync(stream) };
}

/** Encodes a text of the document information in UTF-16 (ISO 32000-1, 7.9.2.2). */
export function textString(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

/** Big-endian UTF-16 in hexadecimal digits. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

/** `D:20260131120000Z` (ISO 32000-1, 7.9.4). */
export function dateString(isoTime: string): string {
  return `(D:${isoTime.replace(/\D/g, '').slice(0, 14)}Z)`;
}
