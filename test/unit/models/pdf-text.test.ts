import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdfEngine } from '../../../models/pdf/engine.ts';
import { rowsOf, type TextRun } from '../../../models/pdf/rows.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { HELVETICA, pdfFile, pdfOfNestedForms, pdfPage } from './pdf-file.ts';
import { createPdfPool } from './pdf-pool.ts';

const pool = createPdfPool();
const TIMEOUTS = { inspectTimeoutMs: 20_000, renderTimeoutMs: 20_000, textTimeoutMs: 20_000 };
const engine = createPdfEngine({ inspectPool: pool, renderPool: pool, ...TIMEOUTS });
beforeAll(() => pool.warm());
afterAll(() => pool.close());

const LIMITS = { pagesMax: 20, charsMax: 10_000 };
const OPTIONS = { resources: HELVETICA };

/** Each text at its place, in points from the lower left corner. */
const write = (...texts: [x: number, y: number, text: string][]): string =>
  texts.map(([x, y, text]) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');

const linesOf = async (content: string): Promise<string[] | undefined> =>
  (await engine.text(pdfPage(content, OPTIONS), LIMITS)).pages[0]?.lines;

test('rows come from top to bottom and each from left to right, whatever order the file writes them in', async () => {
  const content = write([300, 700, '12345678'], [72, 650, 'Novatrade Limited'], [72, 700, 'Company number']);
  expect(await linesOf(content)).toEqual(['Company number 12345678', 'Novatrade Limited']);
});

test('letters that touch are one word, and a superscript is in its row', async () => {
  // The width of `1` in Helvetica of 12 points is 6.67.
  const content = write(
    [72, 700, '1'],
    [78.67, 700, '2345678'],
    [140, 700, '30'],
    [153.4, 704, 'th'],
    [170, 700, 'May'],
  );
  expect(await linesOf(content)).toEqual(['12345678 30th May']);
});

test('a page of pictures alone has no rows, and a page after it keeps its place', async () => {
  const file = pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>' },
    {
      dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << ${HELVETICA} >> >>`,
    },
    { dictionary: '<< >>', stream: Buffer.from(write([72, 700, 'Second page'])) },
  ]);
  expect(await engine.text(file, LIMITS)).toEqual({ pageCount: 2, pages: [{ lines: [] }, { lines: ['Second page'] }] });
});

test('what fields of a form are filled in with belongs to the row they stand in; hidden ones do not count', async () => {
  const field = (flags: number, value: string, x: number): { dictionary: string } => ({
    dictionary: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${x}) /V (${value}) /F ${flags} /Rect [${x} 696 ${x + 150} 712] >>`,
  });
  const file = pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [6 0 R 7 0 R] /Resources << ${HELVETICA} >> >>`,
    },
    { dictionary: '<< >>', stream: Buffer.from(write([72, 700, 'Company name:'])) },
    { dictionary: '<< >>' },
    field(4, 'Novatrade Limited', 200),
    field(2, 'Somebody Else Limited', 400),
  ]);
  expect((await engine.text(file, LIMITS)).pages).toEqual([{ lines: ['Company name: Novatrade Limited'] }]);
});

test('only the first pages are read, and all are counted', async () => {
  const file = pdfPage(write([72, 700, 'Novatrade']), { ...OPTIONS, pages: 25 });
  const { pageCount, pages } = await engine.text(file, LIMITS);
  expect([pageCount, pages.length]).toEqual([25, 20]);
});

test('reading ends with the page on which the limit of characters is passed', async () => {
  const endless = pdfPage(
    write(...Array.from({ length: 2_000 }, (): [number, number, string] => [72, 700, 'Ha'.repeat(50)])),
    {
      ...OPTIONS,
      pages: 3,
    },
  );
  const { pages } = await engine.text(endless, LIMITS);
  expect(pages.length).toBe(1);
  expect(pages[0]?.lines.join('').replaceAll(' ', '').length).toBe(10_000);
});

test.each([
  ['zero bytes', Buffer.alloc(0)],
  ['a header alone', Buffer.from('%PDF-1.7\n')],
  ['a file with a password', pdfPage('', { encrypt: { userPassword: 'open', ownerPassword: 'own' } })],
  [
    'pages that are their own parents',
    pdfFile([
      { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dictionary: '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>' },
    ]),
  ],
])('%s is refused', async (_, file) => {
  await expect(engine.text(file, LIMITS)).rejects.toMatchObject({ failure: 'bad_input' });
});

test(
  'a file that blocks its worker is ended at the time limit, and the next one is read',
  inWholeRunAlone('1 s'),
  async () => {
    const hasty = createPdfEngine({ inspectPool: pool, renderPool: pool, ...TIMEOUTS, textTimeoutMs: 200 });
    await expect(hasty.text(pdfOfNestedForms(9, write([72, 700, 'Ha'])), LIMITS)).rejects.toMatchObject({
      failure: 'timeout',
    });
    expect(await linesOf(write([72, 700, 'Novatrade']))).toEqual(['Novatrade']);
  },
);

const run = (text: string, x: number, y: number, more: Partial<TextRun> = {}): TextRun => ({
  text,
  x,
  y,
  width: 6 * text.length,
  height: 10,
  angle: 0,
  rightToLeft: false,
  ...more,
});

test('text that was turned by a quarter makes rows of its own', () => {
  const up = { angle: Math.PI / 2 };
  const down = { angle: -Math.PI / 2 };
  expect(rowsOf([run('level', 0, 100), run('on', 50, 20, up), run('Stamped', 50, -30, up)])).toEqual([
    'level',
    'Stamped on',
  ]);
  expect(rowsOf([run('second', 30, 100, down), run('first', 50, 100, down)])).toEqual(['first', 'second']);
});

test('a row of a script that runs to the left is put together from the right', () => {
  const left = { rightToLeft: true };
  expect(rowsOf([run('محدودة', 0, 100, left), run('شركة', 60, 100, left)])).toEqual(['شركة محدودة']);
});
