import { expect, test } from 'vitest';
import { groundOf } from '../../../models/ocr/ground.ts';
import type { ReadSign } from '../../../models/ocr/lstm/reader.ts';
import { type CutRow, cutRow, type Margins } from '../../../models/ocr/rows/cut.ts';
import { findRows } from '../../../models/ocr/rows/find.ts';
import { languageOf } from '../../../models/ocr/rows/page-language.ts';
import { pickRows } from '../../../models/ocr/rows/pick.ts';
import { type Readers, readRows } from '../../../models/ocr/rows/read.ts';
import { rowSpan } from '../../../models/ocr/rows/row.ts';
import { wordsOf } from '../../../models/ocr/rows/words.ts';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { markInk, type Span } from '../../../models/quality/ink.ts';
import { findMarks } from '../../../models/quality/marks.ts';
import { putPlane } from '../../../models/quality/plane.ts';
import { KERNEL } from '../../../models/quality/text-kernel.ts';

const mark = (x: number, y: number, width = 14, height = 28): Span => ({
  left: x,
  right: x + width - 1,
  top: y,
  bottom: y + height - 1,
});
/** `count` letters side by side. */
const word = (x: number, y: number, count: number, height = 28): Span[] =>
  Array.from({ length: count }, (_, i) => mark(x + i * 18, y, 14, height));
const spans = (marks: readonly Span[]): Span[] => findRows(marks).map(rowSpan);

test('words of one row are joined over a space, columns are not, and neither are rows', () => {
  const [name, given, column] = [word(100, 100, 4), word(190, 100, 3), word(500, 100, 4)];
  const below = word(100, 150, 5);
  expect(spans([...name, ...given, ...column, ...below])).toHaveLength(3);
  expect(spans([...name, ...given])).toEqual([{ left: 100, right: 239, top: 100, bottom: 127 }]);
});

test('a row may lean, and its letters may have strokes above and below', () => {
  const leaning = Array.from({ length: 20 }, (_, i) => mark(100 + i * 18, 100 + 2 * i, 14, i % 3 === 0 ? 40 : 28));
  expect(findRows(leaning)).toHaveLength(1);
});

test('a title beside small print is a row of its own', () => {
  expect(findRows([...word(100, 100, 4, 60), ...word(190, 120, 6, 14)])).toHaveLength(2);
});

test.each<[string, Span]>([
  ['an accent above', mark(104, 86, 8, 8)],
  ['a point', mark(176, 122, 6, 6)],
  ['a dash', mark(176, 112, 10, 6)],
])('%s belongs to the row where it is', (_, part) => {
  const rows = findRows([...word(100, 100, 4), part]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.marks).toContain(part);
  expect(rows[0]?.height).toBe(28);
});

test('a small row below a large one is no part of its letters', () => {
  expect(findRows([...word(100, 100, 4, 60), ...word(100, 166, 6, 12)])).toHaveLength(2);
});

test('specks are not read, lone letters as high as other print are; from top to bottom, left to right', () => {
  const [first, second, lone, speck] = [word(100, 100, 4), word(100, 200, 5), mark(600, 201), mark(400, 150, 8, 9)];
  const picked = pickRows(findRows([speck, ...second, lone, ...first]));
  expect(picked.map(rowSpan).map(({ left, top }) => [left, top])).toEqual([
    [100, 100],
    [100, 200],
    [600, 201],
  ]);
});

/** A grey page with dark blocks at `marks`. */
function page(marks: readonly Span[], { ground = 160, width = 800, height = 300 } = {}): GreyImage {
  const values = new Uint8Array(width * height).fill(ground);
  for (const { left, right, top, bottom } of marks)
    for (let y = top; y <= bottom; y++) values.fill(40, y * width + left, y * width + right + 1);
  return { width, height, values };
}

function cut(grey: GreyImage, marks: Span[], margins: Margins): CutRow {
  using scratch = KERNEL.borrow();
  return cutRow(groundOf(putPlane(scratch, grey)), { marks, height: 28 }, margins);
}

test('a row is cut out on white, and nothing of another row is in it', () => {
  const [row, other] = [word(100, 100, 4), word(100, 132, 4)];
  const { image, left } = cut(page([...row, ...other]), row, { beside: 0.5, above: 0.5, below: 0 });
  expect([left, image.width, image.height]).toEqual([86, 96, 42]);
  const at = (x: number, y: number): number => image.values[y * image.width + x] ?? -1;
  expect(at(18, 20)).toBe(Math.trunc((40 * 255) / 160));
  expect(at(30, 20)).toBe(255);
  expect(at(2, 2)).toBe(255);
});

test('a row at the edge of the page is white outside of it', () => {
  const row = word(0, 0, 4);
  const { image, left } = cut(page(row), row, { beside: 1, above: 1, below: 0 });
  expect(left).toBe(-28);
  expect(image.values[0]).toBe(255);
});

const sign = (text: string, start: number, end: number, probability = 1): ReadSign => ({
  text,
  start,
  end,
  probability,
});

test('signs become words whose boxes are those of their marks', () => {
  const marks = [...word(100, 100, 2), ...word(190, 105, 2)];
  const signs = [sign('A', 0, 16), sign('B', 16, 34), sign(' ', 34, 90), sign('C', 90, 106, 0.5), sign('D', 106, 124)];
  const words = wordsOf(signs, { marks, height: 28 }, 100);
  expect(words.map(({ text }) => text)).toEqual(['AB', 'CD']);
  expect(words[0]?.box).toEqual({ x: 100, y: 100, width: 32, height: 28 });
  expect(words[1]?.box).toEqual({ x: 190, y: 105, width: 32, height: 28 });
  expect(words[0]?.confidence).toBeGreaterThan(words[1]?.confidence ?? 1);
  expect(wordsOf([sign(' ', 0, 10)], { marks, height: 28 }, 100)).toEqual([]);
});

/** A reader that returns the same text for every line and counts its lines. */
function readerOf(code: string, text: string, probability: number): Readers[number] & { lines: number } {
  const reader = {
    code,
    lines: 0,
    knows: () => false,
    read: async (lines: readonly GreyImage[]) => {
      reader.lines += lines.length;
      return lines.map(() => [...text].map((letter, i) => sign(letter, i * 18, i * 18 + 14, probability)));
    },
  };
  return reader;
}

async function readPage(page: GreyImage, readers: Readers): Promise<string[]> {
  using scratch = KERNEL.borrow();
  const [grey, marks] = [putPlane(scratch, page), findMarks(markInk(page))];
  return (await readRows({ grey, marks, scale: 1 }, [], readers)).map(({ text }) => text);
}

/** A page of two rows. The first is a label of eight letters; in the second, each reader reads its own text with its own confidence. */
const PAGE_OF_TWO_ROWS = page([...word(100, 60, 8), ...word(100, 120, 4)]);
type Says = readonly [text: string, probability: number];
function pageReader(code: string, known: string, [text, probability]: Says): Readers[number] & { lines: number } {
  const reader = {
    code,
    lines: 0,
    knows: (word: string) => word === known,
    read: async (lines: readonly GreyImage[]) => {
      reader.lines += lines.length;
      return lines.map(({ width }) =>
        [...(width < 130 ? text : 'Nachname')].map((letter, i) =>
          sign(letter, i * 18, i * 18 + 14, width < 130 ? probability : 1),
        ),
      );
    },
  };
  return reader;
}
const linesOf = (readers: readonly { lines: number }[]): number[] => readers.map(({ lines }) => lines);

test.each<[string, string, Says, Says, Says, string, [number, number, number]]>([
  ['what the first is sure of', 'nachname', ['ANNA', 1], ['ANKA', 1], ['ANGA', 1], 'ANNA', [2, 0, 0]],
  ['accents, on its page', 'nachname', ['ANNÁ', 1], ['ANNÄ', 1], ['ANNÂ', 1], 'ANNÄ', [2, 1, 0]],
  [
    'accents, on a page of words that it does not know',
    'name',
    ['ANNÁ', 1],
    ['ANNÄ', 1],
    ['ANNÂ', 1],
    'ANNÁ',
    [2, 0, 0],
  ],
  ['what the first is unsure of, on its page', 'nachname', ['ANNA', 0.9], ['ANKA', 1], ['ANGA', 1], 'ANKA', [2, 1, 0]],
  ['what both are unsure of, like all', 'nachname', ['ANNA', 0.7], ['ANKA', 0.6], ['ANGA', 1], 'ANGA', [2, 1, 1]],
])('the language that knows the words of a page reads %s', async (_, known, first, second, third, last, asked) => {
  const readers = [pageReader('fra', '', first), pageReader('deu', known, second), pageReader('spa', '', third)];
  expect(await readPage(PAGE_OF_TWO_ROWS, readers)).toEqual(['Nachname', last]);
  expect(linesOf(readers)).toEqual(asked);
});

test.each<[string, Span[]]>([
  ['three', word(100, 120, 3)],
  ['three with as many accents', [...word(100, 120, 3), ...[0, 1, 2].map((i) => mark(104 + 18 * i, 106, 6, 8))]],
])("of %s letters no other language than the page's is asked, however unsure they are", async (_, letters) => {
  const readers = [pageReader('fra', '', ['ANN', 0.7]), pageReader('deu', '', ['ANK', 1])];
  await readPage(page([...word(100, 60, 8), ...letters]), readers);
  expect(linesOf(readers)).toEqual([2, 0]);
});

test('of few marks that are as wide as a word all languages are asked: its letters hang together', async () => {
  const readers = [pageReader('fra', '', ['ANN', 0.7]), pageReader('deu', '', ['ANK', 1])];
  const joined = [mark(100, 120, 54), mark(158, 120, 54), mark(110, 106, 6, 8), mark(164, 106, 6, 8)];
  await readPage(page([...word(100, 60, 8), ...joined]), readers);
  expect(linesOf(readers)).toEqual([2, 1]);
});

const knower = (...words: string[]) => ({ knows: (word: string) => words.includes(word) });

test.each<[string, string[], string[], string[], 'first' | 'second']>([
  ['labels that it alone knows', ['Nachname', 'Vorname'], [], ['nachname', 'vorname'], 'second'],
  ['labels without their accents', ['Prénoms', 'NATIONALITÉ'], [], ['prenoms', 'nationalite'], 'second'],
  [
    'names that both know',
    ['Maria', 'Lopez', 'Apellidos'],
    ['maria', 'lopez'],
    ['maria', 'lopez', 'apellidos'],
    'second',
  ],
  ['one word of four letters', ['Name'], [], ['name'], 'first'],
  ['one word, however often it appears', ['Name', 'name', 'NAME'], [], ['name'], 'first'],
  ['words too short to tell anything', ['der', 'und', 'des'], [], ['der', 'und', 'des'], 'first'],
  ['as many letters as the first', ['Vorname', 'Prenoms'], ['prenoms'], ['vorname'], 'first'],
  ['nothing', [], [], [], 'first'],
])('a page is in the language that knows most of it: %s', (_, texts, own, others, which) => {
  const [first, second] = [knower(...own), knower(...others)];
  expect(languageOf(texts, first, [knower(), second])).toBe(which === 'first' ? first : second);
});

test.each([
  ['f', 0.99, []],
  ['f', 0.7, []],
  ['DE', 0.99, ['DE']],
  ['DE', 0.7, []],
  ['ABC', 0.7, ['ABC']],
])(
  'a row of many marks that is read as %s (%d) is noise unless it is a code, surely read',
  async (text, probability, lines) => {
    expect(await readPage(page(word(100, 100, 4)), [readerOf('fra', text, probability)])).toEqual(lines);
  },
);

test.each([
  ['M', 0.99, ['ANNA', 'M']],
  ['M', 0.7, ['ANNA']],
  ['"', 0.99, ['ANNA']],
])('a lone mark that is read as %s (%d) is a letter or nothing', async (text, probability, lines) => {
  const grey = page([...word(100, 100, 4), mark(500, 100)]);
  const reader: Readers[number] = {
    code: 'fra',
    knows: () => false,
    read: async (pictures) =>
      pictures.map(({ width }) =>
        width < 40
          ? [sign(text, 0, 14, probability)]
          : [...'ANNA'].map((letter, i) => sign(letter, i * 18, i * 18 + 14)),
      ),
  };
  expect(await readPage(grey, [reader])).toEqual(lines);
});
