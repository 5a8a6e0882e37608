import { childrenOf, type Der, readAt, readWhole } from '../der/reader.ts';
import { AuthenticityError, malformed } from '../errors.ts';
import { contentOfGroup } from './data-groups.ts';

/** The picture of a face on a chip, as its file. */
export interface ChipFace {
  format: 'jpeg' | 'jpeg2000';
  image: Uint8Array;
}

const TEMPLATES = { group: 0x7f61, one: 0x7f60, count: 0x02 } as const;
/** The record's data, plain or as BER-TLV. */
const RECORD_TAGS: readonly number[] = [0x5f2e, 0x7f2e];
const FACES_MAX = 9;

/** Returns the faces in DG2 (ICAO Doc 9303-10, 4.7.2), in ISO/IEC 19794-5 or 39794-5. Throws `AuthenticityError`. */
export function readFaceGroup(bytes: Uint8Array): ChipFace[] {
  const templates = childrenOf(readWhole(contentOfGroup(bytes, 2), TEMPLATES.group)).filter(
    ({ tag }) => tag === TEMPLATES.one,
  );
  if (templates.length === 0 || templates.length > FACES_MAX) throw malformed('DG2 holds no face.');
  return templates.flatMap((template) => {
    const record = childrenOf(template).find(({ tag }) => RECORD_TAGS.includes(tag));
    if (!record) throw malformed('A face of DG2 has no record.');
    return readFaceRecord(record.content);
  });
}

const FACE_RECORD_START = 'FAC\u0000';

/** Returns the faces in one record of ISO/IEC 19794-5:2005 or 39794-5. Throws `AuthenticityError`. */
export function readFaceRecord(record: Uint8Array): ChipFace[] {
  const isOld = Buffer.from(record.subarray(0, 4)).toString('latin1') === FACE_RECORD_START;
  return isOld ? readOldRecord(record) : readNewRecord(record);
}

const HEADER_BYTES = 14;
const FACE_INFORMATION_BYTES = 20;
const FEATURE_POINT_BYTES = 8;
const IMAGE_INFORMATION_BYTES = 12;

/** ISO/IEC 19794-5:2005, 5: a header, then each face with its facial information, feature points, image information and image. */
function readOldRecord(record: Uint8Array): ChipFace[] {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record.length < HEADER_BYTES || view.getUint32(8) !== record.length)
    throw malformed('A face record has a wrong length.');
  const count = view.getUint16(12);
  if (count === 0 || count > FACES_MAX) throw malformed('A face record holds no face.');
  const faces: ChipFace[] = [];
  let at = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    if (at + FACE_INFORMATION_BYTES > record.length) throw malformed('A face record ends early.');
    const end = at + view.getUint32(at);
    const points = view.getUint16(at + 4);
    const start = at + FACE_INFORMATION_BYTES + points * FEATURE_POINT_BYTES + IMAGE_INFORMATION_BYTES;
    if (end > record.length || start >= end) throw malformed('A face record ends early.');
    faces.push(faceOf(record.subarray(start, end)));
    at = end;
  }
  return faces;
}

const BLOCK_TAG = 0x65;

/**
 * ISO/IEC 39794-5, annex A: FaceImageDataBlock, its representations, and of each the 2D image's data. The tags count the fields of each type.
 */
function readNewRecord(record: Uint8Array): ChipFace[] {
  const first = readAt(record, 0);
  const block = first.tag === BLOCK_TAG ? first : inside(first, BLOCK_TAG);
  const representations = childrenOf(inside(block, 0xa1));
  if (representations.length === 0 || representations.length > FACES_MAX)
    throw malformed('A face record holds no face.');
  return representations.map((representation) => {
    const image = [0xa1, 0xa0, 0xa0, 0x80].reduce(inside, representation);
    return faceOf(image.content);
  });
}

function inside(element: Der, tag: number): Der {
  const child = childrenOf(element).find((one) => one.tag === tag);
  if (!child) throw malformed('A face record lacks a field.');
  return child;
}

/** The first bytes of JPEG, and of JPEG 2000 as a file and as a bare codestream. */
const STARTS: readonly (readonly [ChipFace['format'], readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['jpeg2000', [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
  ['jpeg2000', [0xff, 0x4f, 0xff, 0x51]],
];

/** Returns a picture with its format. The picture itself says what it is: chips of the field name the wrong kind. Throws `unsupported`. */
export function faceOf(image: Uint8Array): ChipFace {
  const [format] = STARTS.find(([, start]) => start.every((byte, at) => image[at] === byte)) ?? [];
  if (!format) throw new AuthenticityError('unsupported', 'The face is neither JPEG nor JPEG 2000.');
  return { format, image };
}
