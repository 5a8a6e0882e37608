export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'application/pdf'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
/** Files of a chip or a mobile document have no type of their own. */
export const BINARY = 'application/octet-stream';
export type StoredMediaType = MediaType | typeof BINARY;

/** The extensions of these files. */
export const FILE_ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'application/pdf': 'pdf',
  [BINARY]: 'bin',
} as const satisfies Record<StoredMediaType, string>;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Either byte order, each with offsets of four bytes (42) or of eight (43, BigTIFF). */
const TIFF = [0x49492a00, 0x4d4d002a, 0x49492b00, 0x4d4d002b];
const PDF = Buffer.from('%PDF-');
/** ISO 32000-1, annex H.3.4.1: readers look for the header within the first 1024 bytes. */
const PDF_HEADER_WITHIN_BYTES = 1024;
/** HEIF (ISO/IEC 23008-12) by the major brand of its first box: images and sequences of HEVC, of AV1, and of either. */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

/** Returns the media type from the file's first bytes, never from its name; null if it is not an accepted type. */
export function sniffMediaType(head: Buffer): MediaType | null {
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (head.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP') return 'image/webp';
  if (head.length >= 4 && TIFF.includes(head.readUInt32BE(0))) return 'image/tiff';
  if (head.subarray(0, PDF_HEADER_WITHIN_BYTES).includes(PDF)) return 'application/pdf';
  return null;
}

/** Returns why a file of another type is refused: its code, and a sentence with the remedy. */
export function describeUnknownType(head: Buffer): {
  code: 'heic_unsupported' | 'unsupported_file_type';
  text: string;
} {
  if (textAt(head, 4) === 'ftyp' && HEIF_BRANDS.includes(textAt(head, 8))) {
    const remedy =
      'save it as JPEG and send that; an iPhone takes JPEG after Settings, Camera, Formats, Most Compatible';
    return { code: 'heic_unsupported', text: `is HEIC, HEIF or AVIF, which cannot be opened here: ${remedy}` };
  }
  return { code: 'unsupported_file_type', text: 'is not JPEG, PNG, WebP, TIFF or PDF; convert it' };
}

const textAt = (head: Buffer, at: number): string => head.toString('latin1', at, at + 4);
