import { expect, test } from 'vitest';
import { headItems, readJsonItems } from '../../../server/datasets/json-items.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { listFile, refusalOf } from '../screening/formats/list-file.ts';

async function read(text: string, chunkBytes?: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const lot of readJsonItems(listFile('a.json', text, chunkBytes), ['records'])) {
    for (const { value, line } of lot) found.push([line, value]);
  }
  return found;
}

test.each<[what: string, text: string, lines: number[]]>([
  ['a list', '[{"a":"]}{\\""},\n\n{"a":{"b":[{}]}}]\n', [1, 3]],
  ['a list in an object', '{\n "records" : [\n{"a":"]}{\\""} , {"a":{"b":[{}]}}\n]\n}', [3, 3]],
  ['lines', '{"a":"]}{\\""}\n\n{"a":{"b":[{}]}}', [1, 3]],
  ['lines behind a byte order mark', '\ufeff{"a":"]}{\\""}\r\n{"a":{"b":[{}]}}\r\n', [1, 2]],
  ['a list behind one', '\ufeff\n[{"a":"]}{\\""},{"a":{"b":[{}]}}]', [2, 2]],
])('objects of %s come one by one, with the lines on which they begin', async (_, text, lines) => {
  for (const chunkBytes of [1, 3, 1_000]) {
    expect(await read(text, chunkBytes)).toEqual([
      [lines[0], { a: ']}{"' }],
      [lines[1], { a: { b: [{}] } }],
    ]);
  }
  expect(headItems(listFile('a.json', text), 1, ['records'])).toEqual([{ a: ']}{"' }]);
});

test.each<[text: string, reason: string]>([
  ['[{"a":1},\n{"a":', 'line 2: the file ends in the middle'],
  ['[{"a":1}\n', 'line 2: the file ends in the middle'],
  ['{"records":[{"a":1}]\n', 'line 2: the file ends in the middle'],
  ['[{"a":1},\n3]', 'line 2: it contains something that is not a JSON object'],
  ['[{"a":1}]\n{"a":2}', 'line 2: it contains something that is not a JSON object'],
  ['[{"a":1},\n{"a":nul}]', 'line 2: it is not a JSON object'],
  ['{"records":[{"a":1}],"more":2}', 'line 1: it contains something that is not a JSON object'],
  ['{"a":1}\n{"a":', 'line 2: it is not a JSON object'],
])('%j is refused: %s', async (text, reason) => {
  for (const chunkBytes of [1, 1_000]) expect(await refusalOf(read(text, chunkBytes))).toContain(`a.json, ${reason}`);
});

test('an object that goes on and on is refused before it is held', async () => {
  const text = `[\n{"a":"${'x'.repeat(LIMITS.listRowBytesMax + 10)}"}]`;
  expect(await refusalOf(read(text))).toContain('a.json, line 2: the object is longer than');
});

test('an empty list has no objects', async () => {
  expect(await read('[]')).toEqual([]);
  expect(headItems(listFile('a.json', '[]'), 1)).toEqual([]);
});
