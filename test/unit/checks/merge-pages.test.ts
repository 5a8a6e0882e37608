import { expect, test } from 'vitest';
import type { TextPage } from '../../../models/ports.ts';
import { lacksFields } from '../../../server/checks/read/document.ts';
import { mergePages, showsOtherScript } from '../../../server/checks/read/merge-pages.ts';
import { readPrinted } from '../../../server/checks/read/print.ts';
import { solve } from '../../../server/checks/read/solve.ts';
import { pageOf } from '../../support/text/page.ts';

const TODAY = '2026-03-01';

/** The page with this confidence for each of its words. */
const withConfidence = (confidence: number, page: TextPage): TextPage => ({
  ...page,
  lines: page.lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence })) })),
});
const wordsOf = ({ lines }: TextPage): [string, number][] =>
  lines.flatMap(({ words }) => words.map(({ text, confidence }): [string, number] => [text, confidence]));

test('what both engines read is surer than by either', () => {
  const both = mergePages(withConfidence(0.8, pageOf(['ADA', 50, 100])), withConfidence(0.9, pageOf(['ADA', 52, 101])));
  expect(wordsOf(both)).toEqual([['ADA', expect.closeTo(0.98, 5)]]);
});

test('if they differ, the first counts unless the second is clearly more certain', () => {
  const second = withConfidence(0.9, pageOf(['ADA', 50, 100]));
  expect(wordsOf(mergePages(withConfidence(0.85, pageOf(['AOA', 50, 100])), second))).toEqual([['AOA', 0.85]]);
  expect(wordsOf(mergePages(withConfidence(0.5, pageOf(['AOA', 50, 100])), second))).toEqual([['ADA', 0.9]]);
});

test('letters of another script are not replaced by Latin ones that look alike', () => {
  const first = withConfidence(0.5, pageOf(['АННА', 50, 100], ['ИВАНОВА', 50, 130], ['МОСКВА', 50, 160]));
  const second = withConfidence(0.95, pageOf(['AHHA', 50, 100], ['NBAHOBA', 50, 130], ['MOCKBA', 50, 160]));
  expect(wordsOf(mergePages(first, second)).map(([text]) => text)).toEqual(['АННА', 'ИВАНОВА', 'МОСКВА']);
  expect([showsOtherScript(first), showsOtherScript(second)]).toEqual([true, false]);
});

test('what one of them alone read is kept, but for the noise of the second', () => {
  const first = withConfidence(0.9, pageOf(['Surname', 50, 100]));
  const words = (confidence: number) =>
    wordsOf(mergePages(first, withConfidence(confidence, pageOf(['QUILLMARSH', 50, 130])))).map(([text]) => text);
  expect(words(0.7)).toEqual(['Surname', 'QUILLMARSH']);
  expect(words(0.5)).toEqual(['Surname']);
});

test('words of the second lie where they would on the page that the first made flat', () => {
  const page = pageOf(['Sex', 50, 100], ['Nationality', 400, 100], ['M', 50, 130]);
  const skewed = {
    ...page,
    lines: page.lines.map((line) => ({
      ...line,
      words: line.words.map((word) => ({
        ...word,
        flat: word.box,
        box: { ...word.box, y: word.box.y + word.box.x / 10 },
      })),
    })),
  };
  const france = mergePages(skewed, pageOf(['FRA', 400, 170])).lines.at(-1)?.words[0];
  expect(france?.text).toBe('FRA');
  expect(france?.flat?.y).toBeCloseTo(130, -1);
});

test('a label of one engine and a value of the other are a field; readings that differ make it unsure', () => {
  const first = pageOf(['Surname', 50, 100]);
  const second = pageOf(['QUILLMARSH', 50, 130]);
  expect(readPrinted([first, mergePages(first, second), second], TODAY).last_name?.value).toBe('QUILLMARSH');
  const [ours, theirs] = [
    pageOf(['Surname', 50, 100], ['QUILLMARSH', 50, 130]),
    pageOf(['Surname', 50, 100], ['QUILLMARSN', 50, 130]),
  ];
  expect(readPrinted([ours], TODAY).last_name?.confidence).toBe(0.9);
  expect(readPrinted([ours, theirs], TODAY).last_name?.confidence).toBe(0.7);
});

test('a day that breaks the order of a life against a surer one is not taken', () => {
  const of = (field: 'date_of_birth' | 'expiry_date', value: string, fit: number) => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    return { field, value, reader: 'label', fit, words: [{ text: value, confidence: 0.9, box, shown: box }] } as const;
  };
  const solved = (fit: number) =>
    Object.keys(solve([of('date_of_birth', '1984-04-09', 0.97), of('expiry_date', '1974-04-09', fit)]));
  expect(solved(0.8)).toEqual(['date_of_birth']);
  // The checks must judge what a label says.
  expect(solved(0.9)).toEqual(['date_of_birth', 'expiry_date']);
  expect(solve([of('expiry_date', '2034-04-09', 0.9)]).expiry_date?.value).toBe('2034-04-09');
});

test('a document whose needed fields are all sure is not read again, nor is a selfie', () => {
  const field = { value: 'x', confidence: 0.9, source: 'print' } as const;
  const names = ['last_name', 'first_name', 'document_number', 'date_of_birth', 'expiry_date'] as const;
  const fields = Object.fromEntries(names.map((name) => [name, field]));
  const lacks = (reading: object): boolean => lacksFields({ type: 'passport', fields, mrz: null, ...reading });
  expect(lacks({})).toBe(false);
  expect(lacks({ fields: { ...fields, last_name: { ...field, confidence: 0.7 } } })).toBe(true);
  expect(lacks({ type: 'unknown', fields: {} })).toBe(true);
  expect(lacks({ type: 'selfie', fields: {} })).toBe(false);
  const inZone = Object.fromEntries(names.map((name) => [name, { ...field, source: 'mrz' }]));
  // The MRZ of a card is on its back, which has no other print. The MRZ of a passport is beside other print.
  const zone = { lines: [], valid: true, check_digits: {} };
  expect(lacks({ fields: inZone, mrz: { ...zone, format: 'TD1' } })).toBe(false);
  expect(lacks({ fields: inZone, mrz: { ...zone, format: 'TD3' } })).toBe(true);
  expect(
    lacks({
      fields: inZone,
      also_read: Object.fromEntries(names.map((name) => [name, [field]])),
      mrz: { ...zone, format: 'TD3' },
    }),
  ).toBe(false);
});
