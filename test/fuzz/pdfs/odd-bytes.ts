import { pdfPage } from '../../unit/models/pdf-file.ts';
import { between, bytesOf, pick } from '../run.ts';
import { SQUARE, squarePage, TEXT, TEXT_PLACE } from './right.ts';
import type { OddPdfKind } from './types.ts';

const right = (): Buffer => squarePage(TEXT);
const place = (file: Buffer, text: string): number => file.lastIndexOf(text);

function withStart(file: Buffer, offset: string): Buffer {
  return Buffer.concat([file.subarray(0, place(file, 'startxref')), Buffer.from(`startxref\n${offset}\n%%EOF\n`)]);
}

/** Files whose bytes are damaged, or whose tables are wrong. */
export const ODD_BYTES: Record<string, OddPdfKind> = {
  right: () => ({ bytes: right(), expected: 'drawn', pages: 1, shows: TEXT_PLACE }),
  flips(random) {
    const file = right();
    for (let i = between(random, 1, 30); i > 0; i--) {
      const at = between(random, 0, file.length - 1);
      file[at] = (file[at] ?? 0) ^ (1 << between(random, 0, 7));
    }
    return { bytes: file };
  },
  cut(random) {
    const file = right();
    return { bytes: file.subarray(0, between(random, 0, file.length)) };
  },
  overwritten(random) {
    const file = right();
    const from = between(random, 0, file.length - 1);
    bytesOf(random, between(random, 1, 200)).copy(file, from);
    return { bytes: file };
  },
  inserted(random) {
    const file = right();
    const at = between(random, 0, file.length);
    return {
      bytes: Buffer.concat([file.subarray(0, at), bytesOf(random, between(random, 1, 400)), file.subarray(at)]),
    };
  },
  noise: (random) => ({
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), bytesOf(random, 4_000)]),
    expected: 'refused',
  }),
  headerAlone: () => ({ bytes: Buffer.from('%PDF-1.7\n'), expected: 'refused' }),
  lateHeader: (random) => ({
    bytes: Buffer.concat([Buffer.alloc(between(random, 1, 900), '<html>'), right()]),
    expected: 'drawn',
  }),
  passenger: (random) => ({
    bytes: Buffer.concat([right(), Buffer.from(pick(random, ['PK\u0003\u0004', '<html>', '%PDF-1.4']))]),
    expected: 'drawn',
  }),
  noTable(random) {
    const file = right();
    const bytes = file.subarray(0, place(file, 'xref\n0'));
    if (random() < 0.5) return { bytes };
    return { bytes: Buffer.concat([bytes, Buffer.from('trailer << /Root 1 0 R >>')]), expected: 'drawn' };
  },
  tableElsewhere: (random) => ({
    bytes: withStart(right(), pick(random, ['0', '-5', '99999999999', '12', 'x', '18446744073709551616'])),
    expected: 'drawn',
  }),
  wrongOffsets(random) {
    const text = right().toString('latin1');
    const bytes = Buffer.from(
      text.replace(/\d{10}(?= 00000 n)/g, () => String(between(random, 0, 9_999)).padStart(10, '0')),
      'latin1',
    );
    return { bytes };
  },
  tableLoop() {
    const file = right().toString('latin1');
    const at = file.lastIndexOf('xref\n0');
    return {
      bytes: Buffer.from(file.replace('/Root', `/Prev ${at} /XRefStm ${at} /Root`), 'latin1'),
      expected: 'drawn',
    };
  },
  largeTable: (random) => {
    const file = right().toString('latin1');
    return {
      bytes: Buffer.from(file.replace(/xref\n0 \d+/, `xref\n0 ${pick(random, ['999999999', '-1', '0'])}`), 'latin1'),
    };
  },
  wrongLength(random) {
    const file = right().toString('latin1');
    const wrong = pick(random, ['0', '1', '-1', '99999999', '4 0 R', '(x)']);
    return { bytes: Buffer.from(file.replace(/\/Length \d+/, `/Length ${wrong}`), 'latin1') };
  },
  userPassword: () => ({
    bytes: pdfPage(SQUARE, { encrypt: { userPassword: 'open', ownerPassword: 'own' } }),
    expected: 'encrypted',
  }),
  ownerPassword: () => ({
    bytes: pdfPage(SQUARE, { encrypt: { userPassword: '', ownerPassword: 'own' } }),
    expected: 'drawn',
    pages: 1,
  }),
  brokenSecurity(random) {
    const file = pdfPage(SQUARE, { encrypt: { userPassword: '', ownerPassword: 'own' } }).toString('latin1');
    const [from, to] = pick(random, [
      ['/Filter /Standard', '/Filter /Unknown'],
      ['/V 1', '/V 99'],
      ['/R 2', '/R 99'],
      ['/O <', '/O0 <'],
      ['/U <', '/U0 <'],
      ['/P -64', '/P (x)'],
      ['/V 1', '/V 5'],
      ['/V 1', '/V 4 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF'],
      ['/ID [', '/ID0 ['],
    ] as const);
    return { bytes: Buffer.from(file.replace(from, to), 'latin1') };
  },
};
