import { expect, test } from 'vitest';
import { LABELS } from '../../../server/checks/read/label-table.ts';
import { matchLabel } from '../../../server/checks/read/labels.ts';

/** Labels of one word, long enough to be recognised with one letter wrong. They have no r, which is read as an m before an n. */
const LONG = Object.values(LABELS)
  .flatMap((rows) => rows.flatMap((row) => row.split(', ')))
  .filter((label) => /^[a-qs-z]{8,}$/.test(label));

test('a long label with one letter wrong, missing or too many is still a label, wherever that is', () => {
  expect(LONG.length).toBeGreaterThan(20);
  for (const label of LONG) {
    for (let at = 0; at < label.length; at++) {
      const [before, after] = [label.slice(0, at), label.slice(at + 1)];
      const misread = [`${before}w${after}`, `${before}${after}`, `${before}w${label.slice(at)}`];
      for (const text of misread) expect(matchLabel([text]), `${label} as ${text}`).not.toBeNull();
    }
  }
});

test('two letters may be wrong in a label of twelve, and not in one of eight', () => {
  expect(matchLabel(['Natwonawity'])).toBeNull();
  expect(matchLabel(['Dawe', 'ow', 'birth'])).toMatchObject({ kind: 'date_of_birth' });
  expect(matchLabel(['Dawe', 'ow', 'wirth'])).toBeNull();
});

test.each(['1.', '(4)', '4b.', '5-', 'l.', 'L.', '\\.', 'Ab.', 'ib.'])(
  'the number of a field, %s, is no part of its label',
  (number) => {
    expect(matchLabel([number, 'Date', 'of', 'birth'])).toMatchObject({ kind: 'date_of_birth', words: 4 });
  },
);

test('a word before a label, or a sign without a point, is no number', () => {
  for (const word of ['Ab', 'The', 'The.']) expect(matchLabel([word, 'Date', 'of', 'birth'])).toBeNull();
});
