import { expect, test } from 'vitest';
import { pickRows } from '../../../models/ocr/rows/pick.ts';
import { type Row, rowOf } from '../../../models/ocr/rows/row.ts';

const [LETTER, HEIGHT] = [20, 30];

/** Letters, each so much to the right of the one before and so much below it, and small marks above the first. */
function row(letters: number, right: number, down: number, accents = 0): Row {
  const markAt = (left: number, top: number, width: number, height: number) => ({
    left,
    right: left + width - 1,
    top,
    bottom: top + height - 1,
  });
  return rowOf([
    ...Array.from({ length: letters }, (_, i) => markAt(100 + i * right, 100 + i * down, LETTER, HEIGHT)),
    ...Array.from({ length: accents }, (_, i) => markAt(100 + i * 4, 88, 3, 6)),
  ]);
}

test.each([
  ['letters beside each other are', row(4, 24, 0), true],
  ['letters beside each other that lean are', row(6, 24, 5), true],
  ['four marks above each other are not', row(4, 4, 16), false],
  ['four marks on a steep line are not', row(4, 24, 14), false],
  ['two letters and their accents, higher than wide, are', row(2, 24, 0, 2), true],
])('%s a row that is read', (_, one, isRead) => {
  expect(pickRows([one])).toEqual(isRead ? [one] : []);
});

test('short rows are not held against such a heap', () => {
  const speck = rowOf([{ left: 400, right: 410, top: 100, bottom: 129 }]);
  const print = rowOf(
    Array.from({ length: 5 }, (_, i) => ({ left: 14 * i, right: 14 * i + 9, top: 300, bottom: 313 })),
  );
  expect(pickRows([row(4, 4, 16), speck, print])).toEqual([print]);
});
