import { expect, test } from 'vitest';
import { linesFromTsv, meanConfidence } from '../../../models/ocr/page.ts';
import { preparePicture } from '../../../models/ocr/picture.ts';

const row = (line: number, word: number, box: string, confidence: number, text: string): string =>
  `5\t1\t1\t1\t${line}\t${word}\t${box.replaceAll(' ', '\t')}\t${confidence}\t${text}`;

test('words of one line stand together, boxes go back to the original, confidences to 0..1', () => {
  const tsv = [
    '1\t1\t0\t0\t0\t0\t0\t0\t400\t200\t-1\t',
    row(1, 1, '20 40 100 20', 90, 'ANNA'),
    row(1, 2, '140 38 60 24', 50, 'MARIA'),
    row(2, 1, '20 80 10 20', 96, ' '),
  ].join('\n');
  const [line, ...others] = linesFromTsv(tsv, { scale: 2 });
  expect(others).toEqual([]);
  expect(line).toMatchObject({ text: 'ANNA MARIA', box: { x: 10, y: 19, width: 90, height: 12 } });
  expect(line?.words[0]).toEqual({ text: 'ANNA', confidence: 0.9, box: { x: 10, y: 20, width: 50, height: 10 } });
  expect(line?.confidence).toBeCloseTo((0.9 * 4 + 0.5 * 5) / 9);
  expect(meanConfidence(line ? [line] : [])).toBeCloseTo(0.7);
  expect(meanConfidence([])).toBe(0);
});

test('small pictures are enlarged, large ones reduced, and the file says its size', async () => {
  const small = await preparePicture({ width: 350, height: 200, pixels: new Uint8Array(350 * 200 * 3) });
  expect(small.scale).toBe(4);
  expect(Buffer.from(small.file.subarray(0, 16)).toString('latin1')).toBe('P5\n1400 800\n255\n');
  expect(small.file.length).toBe(16 + 1400 * 800);
  const large = await preparePicture({ width: 4400, height: 20, pixels: new Uint8Array(4400 * 20 * 3) });
  expect(large.scale).toBe(0.5);
});

test.each([
  { width: 0, height: 5, pixels: new Uint8Array(0) },
  { width: 4, height: 4, pixels: new Uint8Array(47) },
  { width: 1.5, height: 2, pixels: new Uint8Array(9) },
])('a picture that is not what it says is bad input', async (image) => {
  await expect(preparePicture(image)).rejects.toMatchObject({ name: 'EngineError', failure: 'bad_input' });
});
