import { HELVETICA, type PdfObject, pdfFile, pdfPage } from '../../unit/models/pdf-file.ts';
import { between, pick } from '../run.ts';
import { SQUARE, squarePage } from './right.ts';
import type { OddPdfKind } from './types.ts';

const CATALOG = { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' };
const CONTENT = { dictionary: '<< >>', stream: Buffer.from(SQUARE) };
const PAGE = { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>' };
const tree = (pages: string, ...more: PdfObject[]): Buffer =>
  pdfFile([CATALOG, { dictionary: `<< /Type /Pages ${pages} >>` }, PAGE, CONTENT, ...more]);

/** Page trees and references that go in circles, nowhere, or too far. */
export const ODD_TREES: Record<string, OddPdfKind> = {
  tenPages: () => ({ bytes: pdfPage(SQUARE, { pages: 10 }), expected: 'drawn', pages: 10 }),
  noPages: () => ({ bytes: tree('/Kids [] /Count 0') }),
  ownKid: (random) => ({ bytes: tree(`/Kids [2 0 R] /Count ${pick(random, [1, 5])}`), expected: 'refused' }),
  ownParent: () => ({ bytes: tree('/Parent 2 0 R /Kids [3 0 R] /Count 1'), expected: 'drawn' }),
  circle: () => ({
    bytes: tree('/Kids [5 0 R] /Count 1', { dictionary: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>' }),
    expected: 'refused',
  }),
  lyingCount: (random) => ({
    bytes: tree(`/Kids [3 0 R] /Count ${pick(random, ['2', '1000000000', '-1', '0', '(x)', '2 0 R', '1.5'])}`),
  }),
  missingKid: () => ({ bytes: tree('/Kids [99 0 R] /Count 1'), expected: 'refused' }),
  strangeKid: (random) => ({ bytes: tree(`/Kids [${pick(random, ['4 0 R', '1 0 R', '7', '(x)', 'null'])}] /Count 1`) }),
  deep(random) {
    const depth = pick(random, [10, 400, 8_000]);
    const nodes = Array.from({ length: depth }, (_, i) => ({
      dictionary: `<< /Type /Pages /Parent ${4 + i} 0 R /Kids [${i === depth - 1 ? 3 : 6 + i} 0 R] /Count 1 >>`,
    }));
    return { bytes: tree('/Kids [5 0 R] /Count 1', ...nodes), mayBreak: true };
  },
  wide(random) {
    const count = pick(random, [21, 5_000, 60_000]);
    return { bytes: tree(`/Kids [${'3 0 R '.repeat(count)}] /Count ${count}`), pages: count };
  },
  indirectLoop: (random) => ({
    bytes: pdfFile([
      CATALOG,
      { dictionary: '<< /Type /Pages /Kids 5 0 R /Count 6 0 R >>' },
      PAGE,
      CONTENT,
      { dictionary: pick(random, ['5 0 R', '6 0 R', '[5 0 R]']) },
      { dictionary: pick(random, ['6 0 R', '5 0 R', '1']) },
    ]),
  }),
  sizes(random) {
    const sizes = [
      '[0 0 0 0]',
      '[0 0 -612 -792]',
      '[0 0 1e9 1e9]',
      '[0 0 0.001 0.001]',
      '[612 792 0 0]',
      '[]',
      '[(a) 0 1 1]',
      '5 0 R',
      '[0 0 1e-9 792]',
    ];
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox ${pick(random, sizes)} /UserUnit ${pick(random, [1, 1e6, -1])} /Rotate ${pick(random, [0, 90, 45, -90, 1e9])} /Contents 4 0 R >>`;
    return {
      bytes: pdfFile([
        CATALOG,
        { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { dictionary: page },
        CONTENT,
      ]),
    };
  },
  cropElsewhere: () => {
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /CropBox [9000 9000 9100 9100] /Contents 4 0 R >>';
    return {
      bytes: pdfFile([
        CATALOG,
        { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { dictionary: page },
        CONTENT,
      ]),
    };
  },
  contentsLoop: (random) => ({
    bytes: pdfFile([
      CATALOG,
      { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      {
        dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${pick(random, ['5 0 R', '3 0 R', '[5 0 R 5 0 R]', '99 0 R', '[4 0 R 99 0 R]'])} >>`,
      },
      CONTENT,
      { dictionary: '[5 0 R 4 0 R]' },
    ]),
  }),
  spacesLoop: (random) => ({
    bytes: squarePage(`/C cs ${pick(random, ['0', '0 0 0', '1'])} sc 300 300 200 200 re f`, {
      objects: [
        {
          dictionary: pick(random, [
            '[/Indexed 5 0 R 1 <000000ffffff>]',
            '[/Separation /A 5 0 R << /FunctionType 3 /Domain [0 1] /Functions [] /Bounds [] /Encode [] >>]',
            '[/ICCBased 5 0 R]',
            '[/DeviceN [/A /B] 5 0 R << /FunctionType 4 /Domain [0 1] /Range [0 1] >>]',
            '[/Pattern 5 0 R]',
            '5 0 R',
          ]),
        },
      ],
      resources: '/ColorSpace << /C 5 0 R >>',
    }),
  }),
  hidden: (random) => ({
    bytes: pdfFile([
      { dictionary: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >> >>' },
      { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      {
        dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${HELVETICA} /Properties << /L 5 0 R >> >> >>`,
      },
      {
        dictionary: '<< >>',
        stream: Buffer.from(
          pick(random, [
            `/OC /L BDC ${SQUARE} EMC`,
            '1 g 0 0 300 300 re f',
            `BT 3 Tr /F ${between(random, 8, 40)} Tf 72 400 Td (Invisible) Tj ET`,
            '0 0 0 0 re W n 0 0 300 300 re f',
          ]),
        ),
      },
      { dictionary: '<< /Type /OCG /Name (Hidden) >>' },
    ]),
    expected: 'refused',
    pages: 1,
  }),
};
