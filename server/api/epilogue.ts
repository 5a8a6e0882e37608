import type { Writable } from 'node:stream';

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i;
/** Precedes a form that has no preamble. */
const LINE_END = Buffer.from('\r\n');

/**
 * Passes bytes to `parser` only up to the end of the form. What follows is not part of it (RFC 2046, section 5.1.1). The parser would still accept
 * parts there, if they are in the same chunk of the body, and would wait forever for the rest of a file among them.
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

/**
 * Returns a function that receives one chunk after another and returns where `mark` ends in it, or null. The mark may begin in an earlier chunk. No
 * chunk is copied.
 */
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
