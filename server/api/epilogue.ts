import type { Writable } from 'node:stream';

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i;
/** Stands before a form that has no preamble. */
const LINE_END = Buffer.from('\r\n');

/**
 * Lets `parser` be written to up to the end of the form alone. What follows is no part of it (RFC 2046, section 5.1.1); the parser would
 * still take parts in it, as far as they lie in the same piece of the body, and wait without an end for the rest of a file among them.
 */
export function dropEpilogue(parser: Writable, contentType: string): void {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return;
  const end = Buffer.from(`\r\n--${boundary}--`, 'latin1');
  const write = parser.write.bind(parser) as (chunk: Buffer) => boolean;
  let before: Buffer = LINE_END;
  let isOver = false;
  parser.write = ((chunk: Buffer): boolean => {
    if (isOver) return true;
    const seen = Buffer.concat([before, chunk]);
    const at = seen.indexOf(end);
    isOver = at >= 0;
    const taken = isOver ? at + end.length - before.length : chunk.length;
    before = seen.subarray(Math.max(0, seen.length - end.length + 1));
    return write(chunk.subarray(0, taken));
  }) as Writable['write'];
}
