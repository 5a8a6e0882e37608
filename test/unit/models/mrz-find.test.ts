import { expect, test } from 'vitest';
import { checkDigit } from '../../../models/mrz/check-digit.ts';
import { findMrz } from '../../../models/mrz/find.ts';
import { readMrz } from '../../../models/mrz/read.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const page = (...texts: string[]): { text: string; confidence: number }[] =>
  texts.map((text) => ({ text, confidence: 0.8 }));

test('finds the zone under other text, with spaces, guillemets and brackets for fillers', () => {
  const found = findMrz(
    page(
      'PASSPORT OF UTOPIA',
      'Signature of bearer',
      'P<UTOERIKSSON« ANNA<MARIA((((<<<<<<«<<<<<<<<',
      'l898902C36UTO7408122F12041 59ZE184226B<<<<<10',
    ),
  );
  expect(found).toMatchObject({ lines: TD3, valid: true, repaired: [] });
  expect(found?.confidence).toBeCloseTo(0.8);
});

test('fillers that were missed or doubled at the end of a line or before its check digits', () => {
  const [first = '', second = ''] = TD3;
  expect(findMrz(page(first.slice(0, 38), second.replace('<<<<<', '<<<')))?.lines).toEqual(TD3);
  expect(findMrz(page(`${first}<<<`, second.replace('<<<<<', '<<<<<<<')))?.lines).toEqual(TD3);
  expect(findMrz(page(...TD1.map((line) => line.replace('<<<<<<<', '<<<<<'))))?.lines).toEqual(TD1);
});

test('replaces only what the alphabet of a position rules out, and says so', () => {
  const found = findMrz(page(TD1[0] ?? '', '74O8122F1204159UT0<<<<<<<<<<<6', TD1[2] ?? ''));
  expect(found).toMatchObject({ lines: TD1, valid: true });
  expect(found?.repaired).toEqual([
    { line: 1, column: 2, read: 'O', used: '0' },
    { line: 1, column: 17, read: '0', used: 'O' },
  ]);
});

test('a document number is never mended to please its check digit', () => {
  const misread = (TD3[1] ?? '').replace('L898902C3', 'L8989O2C3');
  expect(findMrz(page(TD3[0] ?? '', misread))).toMatchObject({ lines: [TD3[0], misread], valid: false, repaired: [] });
});

test('noise in the fillers behind the names is no name', () => {
  const found = findMrz(page('P<UTOERIKSSON<<ANNA<MARIA<<<<<<CC<<K<<<<<<<<', TD3[1] ?? ''));
  expect(found?.lines).toEqual(TD3);
  expect(found?.repaired.map(({ column, read }) => [column, read])).toEqual([
    [31, 'C'],
    [32, 'C'],
    [35, 'K'],
  ]);
});

test('joins a row that was read in pieces side by side, and skips a stray word before it', () => {
  const box = (x: number, y: number, width: number) => ({ x, y, width, height: 20 });
  const [first = '', second = ''] = TD3;
  const found = findMrz([
    { text: first.slice(30), confidence: 0.9, box: box(700, 502, 300) },
    { text: first.slice(0, 30), confidence: 0.9, box: box(20, 500, 600) },
    { text: `i ${second}`, confidence: 0.9, box: box(20, 560, 980) },
  ]);
  expect(found).toMatchObject({ lines: TD3, valid: true });
});

test('there is no zone in other text', () => {
  expect(findMrz([])).toBeNull();
  expect(
    findMrz(page('if (a<b && b<c) return values<number>(a);', 'FACTURE NUMERO 1234567890 DU 12/08/1974 << SUITE')),
  ).toBeNull();
  expect(readMrz(page('nothing here'), '2026-03-01')).toBeNull();
});

test('any well-formed zone is found again and valid; a changed character is never valid', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  const label = `CUSTOS_TEST_SEED=${seed}`;
  for (let round = 0; round < 300; round++) {
    const lines = drawTd3(random);
    expect(findMrz(page('Nom / Surname', ...lines)), label).toMatchObject({ lines, valid: true });
    const parsed = readMrz(page(...lines), '2026-03-01');
    expect(parsed?.document_number, label).toBe(lines[1]?.slice(0, 9).replaceAll('<', ''));
    const column = Math.floor(random() * 9);
    const second = lines[1] ?? '';
    const other = second.charAt(column) === '7' ? '8' : '7';
    const value = (character: string): number => (character === '<' ? 0 : Number.parseInt(character, 36));
    if ((value(other) - value(second.charAt(column))) % 10 === 0) continue;
    const forged = second.slice(0, column) + other + second.slice(column + 1);
    expect(findMrz(page(lines[0] ?? '', forged))?.valid, label).toBe(false);
  }
});

function drawTd3(next: () => number): string[] {
  const pick = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const names = `P<UTO${pick(letters, 3 + Math.floor(next() * 12))}<<${pick(letters, 2 + Math.floor(next() * 10))}`;
  const number = pick(`${letters}0123456789`, 6 + Math.floor(next() * 4)).padEnd(9, '<');
  const date = (): string =>
    `${pick('5678', 1) + pick('0123456789', 1)}0${pick('123456789', 1)}1${pick('0123456789', 1)}`;
  const [birth, expiry] = [date(), date()];
  const optional = pick(`${letters}0123456789`, Math.floor(next() * 8)).padEnd(14, '<');
  const checked = [number, birth, expiry, optional].map((field) => field + checkDigit(field));
  const second = `${checked[0]}UTO${checked[1]}F${checked[2]}${checked[3]}`;
  return [names.padEnd(44, '<'), second + checkDigit(checked.join(''))];
}
