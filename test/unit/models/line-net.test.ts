import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { makeBatches } from '../../../models/ocr/lstm/batches.ts';
import { type Answer, findBestPath } from '../../../models/ocr/lstm/beam.ts';
import { wordConfidence } from '../../../models/ocr/lstm/confidence.ts';
import { decodeSigns } from '../../../models/ocr/lstm/decode.ts';
import { addsInt8Exactly } from '../../../models/ocr/lstm/exact-int8.ts';
import { readLanguageNet } from '../../../models/ocr/lstm/language-net.ts';
import { type LinePicture, prepareLine } from '../../../models/ocr/lstm/line-picture.ts';
import { createLineReader } from '../../../models/ocr/lstm/reader.ts';
import { readWordList } from '../../../models/ocr/lstm/word-list.ts';
import { EngineError } from '../../../models/ports.ts';
import { must } from '../../../server/lib/assert.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const FRENCH = fileURLToPath(
  new URL('../../../node_modules/@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz', import.meta.url),
);
const FILES_TRIED = rounds(60, 20);
let french: Buffer;
beforeAll(async () => {
  french = gunzipSync(await readFile(FRENCH));
});

test('the net of a language is found, with its signs', () => {
  const { model, alphabet, nullCode } = readLanguageNet(french, true);
  expect(model).toMatchObject({ height: 36, pixelsPerColumn: 3, codes: 140 });
  expect(nullCode).toBe(139);
  expect([...alphabet.signs.values()]).toEqual(expect.arrayContaining([' ', 'A', 'é', 'Ç', '€', '9']));
});

test('a file that is cut off or damaged is refused, or read; nothing else happens', inWholeRunAlone('1 s'), () => {
  const seed = testSeed();
  console.log(`seed ${seed}`);
  const next = seededRandom(seed);
  // The parts that are read: the head of the container, the net, the word list and the two tables.
  const starts = [0, ...[17, 19, 21].map(placeOf)];
  let refused = 0;
  for (let i = 0; i < FILES_TRIED; i++) {
    const damaged = Buffer.from(french);
    const start = starts[i % starts.length] ?? 0;
    for (let flips = 0; flips < 8; flips++) damaged[start + Math.floor(next() * 400)] = Math.floor(next() * 256);
    const file = i % 4 === 0 ? damaged.subarray(0, Math.floor(next() * french.length)) : damaged;
    try {
      readLanguageNet(file, i % 2 === 0);
    } catch (error) {
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).failure).toBe('unavailable');
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(FILES_TRIED / 4);
});

/** The start of a part of the French data. */
const placeOf = (part: number): number => Number(french.readBigInt64LE(4 + part * 8));

test('the words of a language are known in any case, with and without accents', () => {
  const words = must(readLanguageNet(french, true).words, 'the French list');
  for (const word of ['naissance', 'Naissance', 'PRÉNOMS', 'prenoms', 'prénoms'])
    expect([word, words.holds(word)]).toEqual([word, true]);
  for (const word of ['Nachname', 'naissanc', 'naissancex', '', '-', 'a'.repeat(10_000)])
    expect([word, words.holds(word)]).toEqual([word, false]);
});

test('data without a list of words knows none; a damaged list is refused', () => {
  const [without, damaged] = [Buffer.from(french), Buffer.from(french)];
  without.writeBigInt64LE(-1n, 4 + 19 * 8);
  expect(readLanguageNet(without, true).words).toBeNull();
  damaged[placeOf(19)] = 0;
  expect(() => readLanguageNet(damaged, true)).toThrow('its list of words is damaged');
});

test('a list that ends too early or goes round in circles finds an end', () => {
  const texts = ['a', 'b'];
  const list = (...edges: bigint[]): Buffer => {
    const file = Buffer.alloc(10 + edges.length * 8);
    file.writeInt16LE(42, 0);
    file.writeInt32LE(texts.length, 2);
    file.writeInt32LE(edges.length, 6);
    for (const [i, edge] of edges.entries()) file.writeBigUInt64LE(edge, 10 + i * 8);
    return file;
  };
  const edge = (sign: number, flags: number, next: number): bigint => BigInt(sign | (flags << 2) | (next << 5));
  const words = readWordList(list(edge(0, 1, 1), edge(1, 1 | 4, 1)), texts);
  expect(['ab', 'abb', 'Äb', 'a', 'ba', 'abx'].map(words.holds)).toEqual([true, true, true, false, false, false]);
  const open = readWordList(list(edge(0, 0, 9)), texts);
  expect(open.holds('ab')).toBe(false);
  expect(() => readWordList(list(edge(0, 1, 1)).subarray(0, 12), texts)).toThrow('its list of words is damaged');
});

test.each([
  ['that is none', Buffer.from('no language data'), 'a size in it is out of bounds'],
  ['that is empty', Buffer.alloc(0), 'it ends too early'],
  ['that says it is gzipped', Buffer.from([0x1f, 0x8b, 8, 0]), 'it cannot be decompressed'],
  ['without a net', Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.alloc(8, 0xff)]), 'it has no neural net'],
])('a file %s is refused with the language and the reason', async (_, file, reason) => {
  await expect(createLineReader('nld', file)).rejects.toThrow(`The language data "nld" cannot be used: ${reason}.`);
});

const ALPHABET = {
  signs: new Map([...' ab12'].map((sign, code) => [String(code), sign])),
  prefixes: new Set<string>(),
};
const NULL = 5;
/** One column for each row of `[code, probability]` pairs. */
function answerOf(...columns: [code: number, probability: number][][]): Answer {
  const values = new Float32Array(columns.length * 6);
  for (const [column, row] of columns.entries()) for (const [code, value] of row) values[column * 6 + code] = value;
  return { values, offset: 0, stride: 6, columns: columns.length, codes: 6 };
}
const textOf = (answer: Answer): string =>
  decodeSigns(answer, ALPHABET, NULL)
    .map(({ text }) => text)
    .join('');

test('a code that goes on is one sign, and null parts two of the same', () => {
  expect(textOf(answerOf([[1, 1]], [[1, 1]], [[NULL, 1]], [[1, 1]], [[2, 1]]))).toBe('aab');
});

test('a sign on the border of two columns is not lost', () => {
  const answer = answerOf(
    [[NULL, 1]],
    [
      [NULL, 0.55],
      [1, 0.45],
    ],
    [
      [1, 0.45],
      [NULL, 0.55],
    ],
    [[NULL, 1]],
  );
  expect(textOf(answer)).toBe('a');
});

test('signs lie one beside the other from the first column to the last, and the least sure column counts', () => {
  const signs = decodeSigns(
    answerOf([[NULL, 1]], [[1, 1]], [[NULL, 1]], [[NULL, 0.5]], [[2, 0.8]], [[NULL, 1]]),
    ALPHABET,
    NULL,
  );
  expect(signs.map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [3, 6],
  ]);
  expect(signs[0]?.probability).toBeCloseTo(1);
  expect(signs[1]?.probability).toBeCloseTo(0.5);
  expect(findBestPath(answerOf(), ALPHABET, NULL)).toEqual([]);
});

test('several codes make one sign where the table says so', () => {
  const alphabet = {
    signs: new Map([
      ['1,2', '語'],
      ['3', 'c'],
    ]),
    prefixes: new Set(['1']),
  };
  const signs = decodeSigns(answerOf([[1, 1]], [[NULL, 1]], [[2, 1]], [[3, 1]]), alphabet, NULL);
  expect(signs.map(({ text }) => text)).toEqual(['語', 'c']);
});

test('a word is as sure as its least sure sign, as tesseract tells it', () => {
  const word = (text: string, probability: number) => [...text].map((sign) => ({ text: sign, probability }));
  expect(wordConfidence(word('Nom', 1))).toBeCloseTo(0.933, 3);
  expect(wordConfidence(word('01.02.2034', 1))).toBeCloseTo(0.97, 3);
  expect(wordConfidence([...word('No', 1), { text: 'm', probability: 0.5 }])).toBeCloseTo(0.387, 3);
  expect(wordConfidence(word('Nom', 0.01))).toBe(0);
});

/** The meaning of the grey value of a pixel in the first row, or in row `y`. */
const meaningAt = ({ values, table, width }: LinePicture, x: number, y = 0): number =>
  table[values[y * width + x] as number] as number;

test('a line is scaled and stretched between the black and the white of its middle', () => {
  const values = Uint8Array.from({ length: 72 * 120 }, (_, i) => (Math.floor((i % 120) / 10) % 2 === 0 ? 60 : 200));
  const picture = prepareLine({ width: 120, height: 72, values }, 36);
  expect(picture.width).toBe(60);
  expect([2, 7].map((x) => meaningAt(picture, x))).toEqual([expect.closeTo(-1, 0), expect.closeTo(1, 0)]);
});

test('the lighter places of a stroke along the middle are not taken for white', () => {
  // A single letter whose stroke runs along the middle: dark, with a lighter place in it, on white.
  const values = new Uint8Array(60 * 36).fill(255);
  for (let y = 14; y < 24; y++) values.set([180, 100, 110, 130, 110, 100, 180], y * 60 + 20);
  const picture = prepareLine({ width: 60, height: 36, values }, 36);
  const at = (x: number): number => meaningAt(picture, x, 18);
  expect(at(5)).toBeCloseTo(128 / 127, 1);
  expect(at(23)).toBeLessThan(-0.4);
});

test('lines of like widths go together, and no batch grows without end', () => {
  const line = (width: number): LinePicture => {
    return { width, height: 36, values: new Uint8Array(0), table: new Float32Array(0) };
  };
  const batches = makeBatches(
    [300, 2000, 310, null, 4000, 2100, 305].map((width) => (width === null ? null : line(width))),
  );
  expect(batches.map(({ places }) => places)).toEqual([[4], [5, 1], [2, 6, 0]]);
  const many = makeBatches(Array.from({ length: 100 }, () => line(500)));
  expect(Math.max(...many.map(({ places, width }) => places.length * width))).toBeLessThanOrEqual(8192);
});

test('this processor is asked whether it adds up 8-bit products exactly', async () => {
  // If it is not exact, nets run with floats; the golden test reads lines either way.
  expect(typeof (await addsInt8Exactly())).toBe('boolean');
  expect(readLanguageNet(french, false).model.file.length).toBeGreaterThan(
    readLanguageNet(french, true).model.file.length,
  );
});
