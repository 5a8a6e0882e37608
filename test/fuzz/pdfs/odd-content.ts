import { deflateSync } from 'node:zlib';
import { between, bytesOf, pick } from '../run.ts';
import { SQUARE, squarePage, TEXT, TEXT_PLACE } from './right.ts';
import type { OddPdfKind } from './types.ts';

type Random = () => number;

const OPERATORS =
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  );
const OPERANDS = [
  '0',
  '1',
  '-1',
  '1e30',
  '-1e-30',
  '99999999999',
  '.',
  '-',
  '/F',
  '/Im',
  '(x)',
  '<ff>',
  '[1 2]',
  '[[[]]]',
  '<< /A 1 >>',
  'true',
  'null',
  '4 0 R',
  'NaN',
];

function fontObjects(random: Random): { dictionary: string; stream?: Buffer }[] {
  const [key, subtype] = pick(random, [
    ['FontFile', 'Type1'],
    ['FontFile2', 'TrueType'],
    ['FontFile3', 'Type1'],
  ] as const);
  const magic = pick(random, [
    Buffer.alloc(0),
    Buffer.from('00010000000a', 'hex'),
    Buffer.from('%!PS-AdobeFont-1.0'),
    Buffer.from('OTTO'),
    Buffer.from('01000404', 'hex'),
  ]);
  return [
    {
      dictionary: `<< /Type /Font /Subtype /${subtype} /BaseFont /Broken /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] /FontDescriptor 6 0 R >>`,
    },
    {
      dictionary: `<< /Type /FontDescriptor /FontName /Broken /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /${key} 7 0 R >>`,
    },
    {
      dictionary: '<< /Subtype /Type1C >>',
      stream: Buffer.concat([magic, bytesOf(random, between(random, 0, 3_000))]),
    },
  ];
}

/** Broken content streams and fonts. */
export const ODD_CONTENT: Record<string, OddPdfKind> = {
  operators(random) {
    const words = Array.from({ length: between(random, 5, 400) }, () =>
      random() < 0.5 ? pick(random, OPERATORS) : pick(random, OPERANDS),
    );
    return { bytes: squarePage(words.join(' ')), pages: 1 };
  },
  noise: (random) => ({ bytes: squarePage(bytesOf(random, between(random, 10, 2_000)).toString('latin1')), pages: 1 }),
  nestedStates: (random) => ({
    bytes: squarePage(
      pick(random, ['q '.repeat(60_000), 'Q '.repeat(60_000), 'BT '.repeat(9_000), '/A BMC '.repeat(9_000)]),
    ),
    mayBreak: true,
  }),
  matrices: (random) => ({
    bytes: squarePage(
      `${pick(random, ['1e38', '0', '-1e-38'])} 0 0 ${pick(random, ['1e38', '0'])} 0 0 cm ${TEXT} ${SQUARE}`,
    ),
    pages: 1,
  }),
  longText: (random) => ({
    bytes: squarePage(`BT /F 1 Tf 10 400 Td (${'Ha'.repeat(between(random, 1_000, 400_000))}) Tj ET`),
    mayBreak: true,
  }),
  /** The text must show, with any letters. */
  brokenFont: (random) => ({
    bytes: squarePage(TEXT.replace('/F ', '/B '), { objects: fontObjects(random), resources: '/Font << /B 5 0 R >>' }),
    shows: TEXT_PLACE,
  }),
  missingFont: () => ({ bytes: squarePage(TEXT.replace('/F ', '/Missing ')), shows: TEXT_PLACE }),
  fontLoop: (random) => ({
    bytes: squarePage(TEXT.replace('/F ', '/B '), {
      objects: [
        {
          dictionary: pick(random, [
            '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [0 0 0 0 0 0] /CharProcs << /C 5 0 R >> /Encoding 5 0 R >>',
            '<< /Type /Font /Subtype /Type1 /BaseFont /A /ToUnicode 5 0 R /Encoding 5 0 R >>',
            '<< /Type /Font /Subtype /TrueType >>',
          ]),
        },
      ],
      resources: '/Font << /B 5 0 R >>',
    }),
    pages: 1,
  }),
  /** Glyphs that draw themselves. */
  glyphLoop: () => ({
    bytes: squarePage('BT /B 20 Tf 72 400 Td (CCCC) Tj ET', {
      objects: [
        {
          dictionary:
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 67 /LastChar 67 /Widths [1] /CharProcs << /C 6 0 R >> /Encoding << /Differences [67 /C] >> /Resources << /Font << /B 5 0 R >> >> >>',
        },
        { dictionary: '<< >>', stream: Buffer.from('1 0 d0 BT /B 1 Tf (CC) Tj ET') },
      ],
      resources: '/Font << /B 5 0 R >>',
    }),
    mayBreak: true,
  }),
  program(random) {
    const code = pick(random, [
      `{ ${'dup '.repeat(200_000)} }`,
      `${'{ '.repeat(9_000)}${'} '.repeat(9_000)}`,
      '{ 0 div }',
      '{ 1e9 copy }',
      '{ index roll }',
    ]);
    return {
      bytes: squarePage('/C cs 0.5 sc 300 300 200 200 re f', {
        objects: [
          { dictionary: '[/Separation /A /DeviceRGB 6 0 R]' },
          {
            dictionary: '<< /FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1] /Filter /FlateDecode >>',
            stream: deflateSync(Buffer.from(code)),
          },
        ],
        resources: '/ColorSpace << /C 5 0 R >>',
      }),
      pages: 1,
      mayBreak: true,
    };
  },
  shading(random) {
    const type = between(random, 1, 8);
    const dictionary = `<< /ShadingType ${type} /ColorSpace /DeviceRGB /BitsPerCoordinate ${pick(random, [1, 8, 32, 99])} /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 612 0 792 0 1 0 1 0 1] /VerticesPerRow ${pick(random, [0, 2, 1e6])} /Coords [0 0 1 1] /Domain [0 1] /Function 5 0 R >>`;
    return {
      bytes: squarePage('/S sh', {
        objects: [{ dictionary, stream: bytesOf(random, between(random, 0, 6_000)) }],
        resources: '/Shading << /S 5 0 R >>',
      }),
      pages: 1,
    };
  },
  inlineImage: (random) => ({
    bytes: squarePage(
      `q 300 0 0 300 250 400 cm BI /W ${pick(random, [4, 0, -1, 99_999])} /H 4 /CS /${pick(random, ['G', 'RGB', 'I', 'Nope'])} /BPC ${pick(random, [8, 1, 3])} ID ${bytesOf(random, between(random, 0, 60)).toString('latin1')} EI Q`,
    ),
    pages: 1,
  }),
};
