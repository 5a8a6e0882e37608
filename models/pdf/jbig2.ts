/** ITU-T T.88, section 7.2: the least total size in bytes of number, flags, references, page and length. */
const HEADER_BYTES_MIN = 11;
/** Section 7.3: a region of text, halftones, pixels or refinements that is put onto the page immediately. */
const SHOWN_TYPES: ReadonlySet<number> = new Set([6, 7, 22, 23, 38, 39, 42, 43]);
const END_OF_PAGE = 49;
const END_OF_FILE = 51;
/** For a region whose encoder did not know its length: decoding finds its end. */
const UNKNOWN_LENGTH = 0xffff_ffff;

interface Segment {
  type: number;
  dataAt: number;
  dataBytes: number;
}

/**
 * Returns whether a picture in the organisation that PDF files embed (T.88, annex D.3) has at least one region, and all
 * data of each segment. The decoder silently leaves white what it has no data for.
 */
export function isWholeJbig2(picture: Uint8Array): boolean {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  let shows = false;
  for (let at = 0; view.byteLength - at >= HEADER_BYTES_MIN; ) {
    const segment = readSegment(view, at);
    if (segment === null) return false;
    const { type, dataAt, dataBytes } = segment;
    if (type === END_OF_PAGE || type === END_OF_FILE) break;
    shows ||= SHOWN_TYPES.has(type);
    if (dataBytes === UNKNOWN_LENGTH) break;
    at = dataAt + dataBytes;
    if (at > view.byteLength) return false;
  }
  return shows;
}

/** Returns the header that begins at `at`; null if it is cut off. */
function readSegment(view: DataView, at: number): Segment | null {
  const number = view.getUint32(at);
  const flags = view.getUint8(at + 4);
  const [countBytes, references] = readReferences(view, at + 5);
  const referenceBytes = references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
  const pageBytes = flags & 0x40 ? 4 : 1;
  const lengthAt = at + 5 + countBytes + referenceBytes + pageBytes;
  if (lengthAt + 4 > view.byteLength) return null;
  return { type: flags & 0x3f, dataAt: lengthAt + 4, dataBytes: view.getUint32(lengthAt) };
}

/** Returns how many segments one refers to (section 7.2.4), and how many bytes hold that with a retention bit for each. */
function readReferences(view: DataView, at: number): [bytes: number, count: number] {
  const short = view.getUint8(at) >> 5;
  if (short < 7) return [1, short];
  const count = view.getUint32(at) & 0x1fff_ffff;
  return [4 + Math.ceil((count + 1) / 8), count];
}
