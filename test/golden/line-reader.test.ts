import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createLineReader } from '../../models/ocr/lstm/reader.ts';
import { loadTesseract } from '../../models/ocr/tesseract.ts';
import { toPgm } from '../../models/quality/pgm.ts';
import { type DrawnLine, drawLines } from '../support/specimens/lines.ts';

const SEED = 2026;
/** Page segmentation 13: the picture is one line, and tesseract cuts nothing out of it. */
const ONE_LINE = { tessedit_pageseg_mode: '13', user_defined_dpi: '300' };

let drawn: DrawnLine[];
beforeAll(async () => {
  drawn = await drawLines(SEED);
});

async function dataOf(code: string): Promise<Buffer> {
  const path = `../../node_modules/@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`;
  return await readFile(fileURLToPath(new URL(path, import.meta.url)));
}

async function readByReader(code: string, lines: readonly DrawnLine[]): Promise<string[]> {
  const reader = await createLineReader(code, await dataOf(code));
  const read = await reader.read(lines.map(({ picture }) => picture));
  await reader.close();
  return read.map((signs) => signs.map(({ text }) => text).join(''));
}

async function readByTesseract(code: string, lines: readonly DrawnLine[]): Promise<string[]> {
  const recognise = await loadTesseract([{ code, data: await dataOf(code) }], ONE_LINE);
  const read: string[] = [];
  for (const { picture } of lines) {
    const tsv = await recognise(toPgm(picture));
    const words = tsv
      .split('\n')
      .flatMap((row) => (row.startsWith('5\t') ? [row.split('\t').slice(11).join(' ').trim()] : []));
    read.push(words.filter((word) => word !== '').join(' '));
  }
  return read;
}

/** Measured on 118 lines of each language: lines read the same as tesseract reads them (`same`), and lines read correctly by each of the two. */
test.each([
  ['fra', 'fr', { same: 118, right: 116, tesseract: 116 }],
  ['eng', 'en', { same: 91, right: 109, tesseract: 86 }],
  ['deu', 'de', { same: 94, right: 95, tesseract: 94 }],
  ['spa', 'es', { same: 96, right: 99, tesseract: 84 }],
  ['por', 'pt', { same: 108, right: 107, tesseract: 101 }],
] as const)('%s: lines are read as well as tesseract itself reads them', async (code, language, measured) => {
  const lines = drawn.filter((line) => line.language === language);
  const [ours, theirs] = [await readByReader(code, lines), await readByTesseract(code, lines)];
  const right = (read: string[]): number => read.filter((text, i) => text === lines[i]?.text).length;
  const same = ours.filter((text, i) => text === theirs[i]).length;
  console.log(`${code}: ${lines.length} lines, ${same} the same, ${right(ours)} right, tesseract ${right(theirs)}`);
  // One or two lines more or less come from the arithmetic of another processor.
  expect(right(ours)).toBeGreaterThanOrEqual(measured.right - 2);
  expect(right(ours)).toBeGreaterThanOrEqual(right(theirs));
  expect(same).toBeGreaterThanOrEqual(measured.same - 4);
});

test('signs stand where they are drawn', async () => {
  const [line] = drawn.filter(({ text }) => text.includes(' ') && text.length > 12);
  const reader = await createLineReader('fra', await dataOf('fra'));
  const [signs = []] = await reader.read(line ? [line.picture] : []);
  await reader.close();
  expect(signs.length).toBeGreaterThan(12);
  for (const [i, sign] of signs.entries()) expect(sign.start).toBeGreaterThanOrEqual(signs[i - 1]?.end ?? 0);
  expect(signs.at(-1)?.end).toBeLessThanOrEqual(line?.picture.width ?? 0);
});

test('a line is read alone as it is read among others, and what is no line has no signs', async () => {
  const lines = drawn.slice(0, 12).map(({ picture }) => picture);
  const reader = await createLineReader('fra', await dataOf('fra'));
  const among = await reader.read([...lines, { width: 0, height: 0, values: new Uint8Array(0) }]);
  const alone = [];
  for (const line of lines) alone.push(...(await reader.read([line])));
  await reader.close();
  const texts = (read: typeof among): string[] => read.map((signs) => signs.map(({ text }) => text).join(''));
  expect(texts(among.slice(0, 12))).toEqual(texts(alone));
  expect(among[12]).toEqual([]);
});
