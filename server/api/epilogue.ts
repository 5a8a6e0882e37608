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
  const write = parser.write.bind(parser) as (chunk: Buffer) => boolean;
  const endIn = findEnd(Buffer.from(`\r\n--${boundary}--`, 'latin1'));
  let isOver = false;
  parser.write = ((chunk: Buffer): boolean => {
    if (isOver) return true;
    const end = endIn(chunk);
    isOver = end !== null;
    return write(isOver ? chunk.subarray(0, end ?? 0) : chunk);
  }) as Writable['write'];
}

/** Tells of one piece after another where in it `mark` ends, which may have begun in those before; null: not in this one. No piece is copied. */
function findEnd(mark: Buffer): (chunk: Buffer) => number | null {
  const overlap = mark.length - 1;
  let before: Buffer = LINE_END;
  return (chunk) => {
    const seam = Buffer.concat([before, chunk.subarray(0, overlap)]);
    const atSeam = seam.indexOf(mark);
    const at = atSeam >= 0 ? atSeam - before.length : chunk.indexOf(mark);
    if (atSeam >= 0 || at >= 0) return at + mark.length;
    before =
      chunk.length < overlap
        ? seam.subarray(Math.max(0, seam.length - overlap))
        : Buffer.from(chunk.subarray(-overlap));
    return null;
  };
}
