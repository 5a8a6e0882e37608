import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { faxOf, jbig2Of } from '../../unit/models/fax.ts';
import { JPEG_2000 } from '../../unit/models/jpeg2000.ts';
import { HELVETICA, type PdfObject, pdfPage } from '../../unit/models/pdf-file.ts';
import { draw } from '../images/right.ts';
import { between, bytesOf, pick } from '../run.ts';
import { SQUARE } from './right.ts';
import type { OddPdfKind } from './types.ts';

type Random = () => number;

const [WIDTH, HEIGHT] = [90, 60];
/** The place of the image on its page of 612 by 792, and an area slightly inside it. */
const PLACE = 'q 300 0 0 300 250 400 cm';
const SHOWS = [0.45, 0.15, 0.85, 0.45] as const;

interface Scan {
  /** Entries of its dictionary, after sides and type. */
  entries: string;
  data: Buffer;
}

const RGB = '/ColorSpace /DeviceRGB /BitsPerComponent 8';
const GREY = '/ColorSpace /DeviceGray /BitsPerComponent 1';
const FAX = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} /Rows ${HEIGHT} >>`;

/** The same dark picture in each of the ways in which a PDF stores one. */
const SCANS: Record<string, (random: Random) => Promise<Scan>> = {
  jpeg: async (random) => ({ entries: `${RGB} /Filter /DCTDecode`, data: await dark(random).jpeg().toBuffer() }),
  flate: async (random) => ({
    entries: `${RGB} /Filter /FlateDecode`,
    data: deflateSync(await dark(random).raw().toBuffer()),
  }),
  plain: async (random) => ({ entries: RGB, data: await dark(random).raw().toBuffer() }),
  hex: async (random) => ({
    entries: `${RGB} /Filter /ASCIIHexDecode`,
    data: Buffer.from(`${(await dark(random).raw().toBuffer()).toString('hex')}>`),
  }),
  predicted: async (random) => ({
    entries: `${RGB} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns ${WIDTH} >>`,
    data: deflateSync(
      Buffer.concat(rowsOf(await dark(random).raw().toBuffer()).map((row) => Buffer.concat([Buffer.from([0]), row]))),
    ),
  }),
  jpegInFlate: async (random) => ({
    entries: `${RGB} /Filter [/FlateDecode /DCTDecode]`,
    data: deflateSync(await dark(random).jpeg().toBuffer()),
  }),
  runLength: async () => ({
    entries: `${RGB} /Filter /RunLengthDecode`,
    data: Buffer.concat([...Array.from({ length: 140 }, () => Buffer.from([129, 40])), Buffer.from([128])]),
  }),
  jpeg2000: async () => ({ entries: '/Filter /JPXDecode', data: JPEG_2000 }),
  jpeg2000Noise: async (random) => ({ entries: `${RGB} /Filter /JPXDecode`, data: bytesOf(random, 400) }),
  jpeg2000Head: async (random) => ({
    entries: `${RGB} /Filter /JPXDecode`,
    data: Buffer.concat([Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex'), bytesOf(random, 400)]),
  }),
  fax: async (random) => ({ entries: `${GREY} ${FAX}`, data: await faxOf(striped(random)) }),
  jbig2: async (random) => ({
    entries: `${GREY} /Filter /JBIG2Decode`,
    data: jbig2Of(await faxOf(striped(random)), WIDTH, HEIGHT),
  }),
  jbig2Noise: async (random) => ({ entries: `${GREY} /Filter /JBIG2Decode`, data: bytesOf(random, 300) }),
  unknown: async (random) => ({ entries: `${RGB} /Filter /NopeDecode`, data: bytesOf(random, 300) }),
  crypt: async (random) => ({ entries: `${RGB} /Filter /Crypt`, data: bytesOf(random, 300) }),
};

function dark(random: Random) {
  return draw(random, WIDTH, HEIGHT).linear(0.4, 0);
}

/** Black and white in stripes, so that each row of fax has some bytes. */
function striped(random: Random) {
  const step = between(random, 2, 9);
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    Math.floor((at % WIDTH) / step) % 2 ? 255 : 0,
  );
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } });
}

function rowsOf(pixels: Buffer): Buffer[] {
  return Array.from({ length: HEIGHT }, (_, y) => pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3));
}

const image = ({ entries, data }: Scan, more = ''): PdfObject => ({
  dictionary: `<< /Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} ${entries} ${more} >>`,
  stream: data,
});

/** The places where a page may hold its picture. */
const PLACES: Record<string, (scan: Scan) => Buffer> = {
  page: (scan) => page(`${PLACE} /Im Do Q`, [image(scan)], '/XObject << /Im 5 0 R >>'),
  form: (scan) =>
    page(
      '/Fm Do',
      [
        image(scan),
        {
          dictionary:
            '<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Im 5 0 R >> >> >>',
          stream: Buffer.from(`${PLACE} /Im Do Q`),
        },
      ],
      '/XObject << /Fm 6 0 R >>',
    ),
  pattern: (scan) =>
    page(
      '/Pattern cs /P scn 250 400 300 300 re f',
      [
        image(scan),
        {
          dictionary:
            '<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 60 60] /XStep 60 /YStep 60 /Resources << /XObject << /Im 5 0 R >> >> >>',
          stream: Buffer.from('q 60 0 0 60 0 0 cm /Im Do Q'),
        },
      ],
      '/Pattern << /P 6 0 R >>',
    ),
  twice: (scan) =>
    page(`${PLACE} /Im Do Q ${PLACE} /Im Do Q q 9 0 0 9 0 700 cm /Im Do Q`, [image(scan)], '/XObject << /Im 5 0 R >>'),
  glyph: (scan) =>
    page(
      'BT /G 300 Tf 250 400 Td (C) Tj ET',
      [
        image(scan),
        {
          dictionary:
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 67 /LastChar 67 /Widths [1] /CharProcs << /C 7 0 R >> /Encoding << /Differences [67 /C] >> /Resources << /XObject << /Im 5 0 R >> >> >>',
        },
        { dictionary: '<< >>', stream: Buffer.from('1 0 d0 /Im Do') },
      ],
      '/Font << /G 6 0 R >>',
    ),
  annotation: (scan) => {
    const file = page(
      '',
      [
        image(scan),
        {
          dictionary:
            '<< /Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /Im 5 0 R >> >> >>',
          stream: Buffer.from('q 300 0 0 300 0 0 cm /Im Do Q'),
        },
        { dictionary: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [250 400 550 700] /AP << /N 6 0 R >> >>' },
      ],
      '',
    );
    // The page itself names annotations. If the table is wrong, the reader finds offsets from the objects.
    return Buffer.from(file.toString('latin1').replace('/Contents 4 0 R', '/Contents 4 0 R /Annots [7 0 R]'), 'latin1');
  },
};

function page(content: string, objects: PdfObject[], resources: string): Buffer {
  return pdfPage(`q ${SQUARE} Q ${content}`, {
    objects,
    resources: /Font/.test(resources) ? resources : `${HELVETICA} ${resources}`,
  });
}

/** What is done to the bytes of a scan. */
const DAMAGE: Record<string, (data: Buffer, random: Random) => Buffer> = {
  none: (data) => data,
  cut: (data, random) => data.subarray(0, between(random, 0, Math.floor(data.length * 0.8))),
  empty: () => Buffer.alloc(0),
  noise: (data, random) => bytesOf(random, data.length),
  headLost: (data, random) => data.subarray(between(random, 2, 40)),
  overwritten(data, random) {
    const copy = Buffer.from(data);
    copy.fill(0xa5, between(random, 0, copy.length - 1));
    return copy;
  },
};

/** Valid files as long as their bytes are unchanged. */
const WHOLE = ['jpeg', 'flate', 'plain', 'hex', 'predicted', 'jpegInFlate', 'runLength', 'jpeg2000', 'fax', 'jbig2'];

/** Changed fax bytes may encode a white picture: each set bit says that a run is as in the row above, and that row starts white. */
const MAY_BE_WHITE = { scans: ['fax', 'jbig2'], damage: ['noise', 'headLost', 'overwritten'] };

/** Pages that hold a picture beside other things. If such a page is rendered, something must show at the picture's place. */
export const ODD_IMAGES: Record<string, OddPdfKind> = Object.fromEntries(
  Object.entries(PLACES).map(([name, put]): [string, OddPdfKind] => [
    `imageIn ${name}`,
    async (random) => {
      const [of, how] = [pick(random, Object.keys(SCANS)), pick(random, Object.keys(DAMAGE))];
      const scan = await SCANS[of]?.(random);
      if (!scan) throw new Error('no such scan');
      const bytes = put({ ...scan, data: DAMAGE[how]?.(scan.data, random) ?? scan.data });
      const isRight = how === 'none' && WHOLE.includes(of);
      return {
        bytes,
        pages: 1,
        ...(!(MAY_BE_WHITE.scans.includes(of) && MAY_BE_WHITE.damage.includes(how)) && { shows: SHOWS }),
        ...(isRight && { expected: 'drawn' as const }),
      };
    },
  ]),
);
