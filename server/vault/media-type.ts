export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
/** ISO 32000-1, annex H.3.4.1: readers look for the header within the first 1024 bytes. */
const PDF_HEADER_WITHIN_BYTES = 1024;

/** The media type by the file's first bytes, never by its name; null where it is none of the three that we take. */
export function sniffMediaType(head: Buffer): MediaType | null {
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (head.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (head.subarray(0, PDF_HEADER_WITHIN_BYTES).includes(PDF)) return 'application/pdf';
  return null;
}
