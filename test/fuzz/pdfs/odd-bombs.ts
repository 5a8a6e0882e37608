import { deflateSync } from 'node:zlib';
import { HELVETICA, pdfFile, pdfOfImage, pdfOfNestedForms, pdfPage } from '../../unit/models/pdf-file.ts';
import { between, pick } from '../run.ts';
import { SQUARE, squarePage } from './right.ts';
import type { OddPdfKind } from './types.ts';

const MILLION = 1_000_000;
/** Unpacked sizes in bytes; each million bytes take about one kilobyte in the file. */
const UNPACKED = [20 * MILLION, 100 * MILLION, 400 * MILLION];
const packed = new Map<string, Buffer>();

/** This number of bytes of `fill`, deflated `layers` times. */
function bomb(fill: string, bytes: number, layers = 1): Buffer {
  const name = `${fill} ${bytes} ${layers}`;
  const known = packed.get(name);
  if (known) return known;
  let made = deflateSync(Buffer.alloc(bytes, fill), { level: 9 });
  for (let layer = 1; layer < layers; layer++) made = deflateSync(made, { level: 9 });
  packed.set(name, made);
  return made;
}

const CATALOG = { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' };
const PAGES = { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' };

/** Small files that unpack or draw without end. */
export const ODD_BOMBS: Record<string, OddPdfKind> = {
  nestedForms: (random) => ({ bytes: pdfOfNestedForms(between(random, 5, 9)), mayBreak: true }),
  selfForm: () => ({
    bytes: squarePage('/Fm Do', {
      objects: [
        {
          dictionary:
            '<< /Type /XObject /Subtype /Form /BBox [0 0 600 600] /Resources << /XObject << /Fm 5 0 R >> >> >>',
          stream: Buffer.from('/Fm Do /Fm Do'),
        },
      ],
      resources: '/XObject << /Fm 5 0 R >>',
    }),
    mayBreak: true,
  }),
  content(random) {
    const layers = between(random, 1, 3);
    const stream = bomb(pick(random, [' ', '0 ', 'q ', '1 1 m ']), pick(random, UNPACKED), layers);
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>';
    const filters = '/FlateDecode '.repeat(layers);
    return {
      bytes: pdfFile([CATALOG, PAGES, { dictionary: page }, { dictionary: `<< /Filter [${filters}] >>`, stream }]),
      mayBreak: true,
    };
  },
  contentAgain(random) {
    const stream = bomb(' ', 100 * MILLION);
    const again = '4 0 R '.repeat(between(random, 2, 400));
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [${again}] >>`;
    return {
      bytes: pdfFile([CATALOG, PAGES, { dictionary: page }, { dictionary: '<< /Filter /FlateDecode >>', stream }]),
      mayBreak: true,
    };
  },
  runs(random) {
    // pdf.js itself turns each 2 bytes into 128 (ISO 32000-1, section 7.4.5), without a pause.
    const stream = Buffer.alloc(between(random, 1, 14) * MILLION, Buffer.from([129, 32]));
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>';
    return {
      bytes: pdfFile([CATALOG, PAGES, { dictionary: page }, { dictionary: '<< /Filter /RunLengthDecode >>', stream }]),
      mayBreak: true,
    };
  },
  objectStream(random) {
    const stream = bomb('0 ', pick(random, UNPACKED));
    const count = pick(random, [1, 100_000, 2 ** 31 - 1, -1]);
    const dictionary = `<< /Type /ObjStm /N ${count} /First ${pick(random, [0, 10, 2 ** 31])} /Filter /FlateDecode >>`;
    return { bytes: squarePage('', { objects: [{ dictionary, stream }] }), expected: 'drawn' };
  },
  xrefStream(random) {
    const stream = bomb('\u0001', pick(random, UNPACKED));
    const size = pick(random, [10, MILLION, 2 ** 31 - 1]);
    const dictionary = `<< /Type /XRef /Size ${size} /W [1 2 1] /Root 1 0 R /Index [0 ${size}] /Filter /FlateDecode >>`;
    const file = squarePage('', { objects: [{ dictionary, stream }] });
    const at = file.indexOf('5 0 obj');
    const end = Buffer.from(`\nstartxref\n${at}\n%%EOF\n`);
    return { bytes: Buffer.concat([file.subarray(0, file.lastIndexOf('startxref')), end]), mayBreak: true };
  },
  largeImage(random) {
    const side = pick(random, [6_000, 7_000, 7_100, 30_000, 100_000]);
    const data = bomb('\u0000', Math.min(side * side * 3, 150 * MILLION));
    return { bytes: pdfOfImage(data, side, side, '/Filter /FlateDecode'), mayBreak: true };
  },
  manyImages(random) {
    const side = 3_000;
    const dictionary = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode >>`;
    const objects = Array.from({ length: between(random, 5, 40) }, () => ({
      dictionary,
      stream: bomb('\u0000', side * side * 3),
    }));
    const names = objects.map((_, i) => `/Im${i} ${5 + i} 0 R`).join(' ');
    const draws = objects.map((_, i) => `q 10 0 0 10 ${i * 10} 300 cm /Im${i} Do Q`).join('\n');
    return { bytes: squarePage(draws, { objects, resources: `/XObject << ${names} >>` }), mayBreak: true };
  },
  manyObjects(random) {
    const objects = Array.from({ length: between(random, 1_000, 20_000) }, (_, i) => ({
      dictionary: `<< /A ${i} 0 R >>`,
    }));
    return { bytes: squarePage('', { objects }), expected: 'drawn', pages: 1 };
  },
  deepArrays(random) {
    const depth = pick(random, [100, 5_000, 200_000]);
    const [open, close] = pick(random, [
      ['[', ']'],
      ['<< /A ', ' >>'],
    ] as const);
    const dictionary = `${open.repeat(depth)}0${close.repeat(depth)}`;
    return { bytes: squarePage('', { objects: [{ dictionary }], resources: '/Deep 5 0 R' }), mayBreak: true };
  },
  manyPaths(random) {
    const count = between(random, 10_000, 400_000);
    const stream = deflateSync(Buffer.from('0 0 m 600 700 l S '.repeat(count)));
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>';
    return {
      bytes: pdfFile([CATALOG, PAGES, { dictionary: page }, { dictionary: '<< /Filter /FlateDecode >>', stream }]),
      mayBreak: true,
    };
  },
  tinyPattern: (random) => ({
    bytes: pdfPage(`${SQUARE} /Pattern cs /P scn 0 0 612 792 re f`, {
      objects: [
        {
          dictionary: `<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep ${pick(random, ['0.0001', '0', '-0.01', '1e-30'])} /YStep 0.0001 /Resources << >> >>`,
          stream: Buffer.from('0 0 1 1 re f'),
        },
      ],
      resources: `${HELVETICA} /Pattern << /P 5 0 R >>`,
    }),
    mayBreak: true,
  }),
  tinyDash: (random) => ({
    bytes: squarePage(`[${pick(random, ['0.00001', '0 0', '1e-20 1e-20'])}] 0 d 0 0 m 612 792 l S`),
    mayBreak: true,
  }),
};
