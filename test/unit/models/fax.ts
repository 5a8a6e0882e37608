import type { Sharp } from 'sharp';

/** Black and white pictures in the form in which scanners put them into PDF files. */

const TIFF_ENTRY_BYTES = 12;
const STRIP_OFFSETS = 273;
const STRIP_LENGTHS = 279;
const IMMEDIATE_REGION = 38;
const PAGE_INFORMATION = 48;
/** T.88, section 7.4.6.2: the region's pixels are coded as fax. */
const CODED_AS_FAX = 1;

/** A picture in fax of group 4 (ITU-T T.6): the single strip of a TIFF that libtiff writes. 1 is black, as in PDF with `/K -1`. */
export async function faxOf(picture: Sharp): Promise<Buffer> {
  const tiff = await picture
    .toColourspace('b-w')
    .threshold()
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: false })
    .toBuffer();
  const directory = tiff.readUInt32LE(4);
  const entryOf = (wanted: number): number => {
    const count = tiff.readUInt16LE(directory);
    for (let i = 0, at = directory + 2; i < count; i++, at += TIFF_ENTRY_BYTES) {
      if (tiff.readUInt16LE(at) !== wanted) continue;
      if (tiff.readUInt32LE(at + 4) !== 1) throw new Error('more than one strip');
      return tiff.readUInt32LE(at + 8);
    }
    throw new Error('no strip');
  };
  const start = entryOf(STRIP_OFFSETS);
  return tiff.subarray(start, start + entryOf(STRIP_LENGTHS));
}

/** The same in JBIG2 (ITU-T T.88) as PDF files embed it: a page with one region. */
export function jbig2Of(fax: Buffer, width: number, height: number): Buffer {
  const size = [...u32(width), ...u32(height)];
  const page = segment(0, PAGE_INFORMATION, Buffer.from([...size, ...u32(0), ...u32(0), 0, 0, 0]));
  const region = Buffer.from([...size, ...u32(0), ...u32(0), 0, CODED_AS_FAX]);
  return Buffer.concat([page, segment(1, IMMEDIATE_REGION, Buffer.concat([region, fax]))]);
}

/** A segment of page 1 that refers to no other. */
export function segment(number: number, type: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([...u32(number), type, 0, 1, ...u32(data.length)]), data]);
}

const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
