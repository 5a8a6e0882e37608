import { expect, it } from 'vitest';
import { describeUnknownType, sniffMediaType } from '../../../server/lib/media-type.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['II*\0\x08\0\0\0', 'image/tiff'],
  ['MM\0*\0\0\0\x08', 'image/tiff'],
  ['II+\0\x08\0\0\0', 'image/tiff'],
  ['MM\0+\0\x08\0\0', 'image/tiff'],
  ['%PDF-1.7', 'application/pdf'],
  ['\xef\xbb\xbf%PDF-1.4', 'application/pdf'],
  // A picture that another program would take for a PDF.
  ['II*\0\x08\0\0\0%PDF-1.7', 'image/tiff'],
  ['RIFF\x10\0\0\0WEBP%PDF-1.7', 'image/webp'],
  ['', null],
  ['I', null],
  ['II*', null],
  ['RIFF\x10\0\0\0WEB', null],
  ['RIFF\x10\0\0\0WAVEfmt ', null],
  ['xRIFF\x10\0\0WEBP', null],
  ['II\0*', null],
  ['MM*\0', null],
  ['GIF89a', null],
  ['BM\0\0', null],
  [`${' '.repeat(1_024)}%PDF-1.7`, null],
])('a file that begins with %j is %s', (start, type) => {
  expect(sniffMediaType(bytes(start))).toBe(type);
});

it.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'])(
  'a file of the brand %s is HEIC or AVIF, and what to do is said',
  (brand) => {
    const head = bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`);
    expect(sniffMediaType(head)).toBeNull();
    const { code, text } = describeUnknownType(head);
    expect(code).toBe('heic_unsupported');
    expect(text).toMatch(/save it as JPEG.*Settings, Camera, Formats, Most Compatible/);
  },
);

it.each(['', 'ftypheic', '\0\0\0\x18ftyp', '\0\0\0\x18ftyphei', '\0\0\0\x18ftypisom', '\0\0\0\x18free', 'no picture'])(
  'a file that begins with %j is of no known type',
  (start) => {
    expect(describeUnknownType(bytes(start)).code).toBe('unsupported_file_type');
  },
);
