import { expect, it } from 'vitest';
import { findDifferences } from '../../../server/pipeline/replay/compare.ts';

const HIT = (letter: string): string => `hit_${letter.repeat(26)}`;

it('names the places that differ, whatever the order of fields and what is undefined', () => {
  const stored = { a: 1, list: [{ b: 'x' }, { b: 'y' }], gone: true };
  expect(findDifferences(stored, { list: [{ b: 'x' }, { b: 'y' }], gone: true, a: 1, more: undefined })).toEqual([]);
  expect(findDifferences(stored, { a: 2, list: [{ b: 'x' }, { b: 'z', c: 1 }] })).toEqual([
    'a',
    'list[1].b',
    'list[1].c',
    'gone',
  ]);
  expect(findDifferences([1], { 0: 1 })).toEqual(['all of it']);
  expect(findDifferences({ a: null }, { a: 0 })).toEqual(['a']);
});

it('takes no offence where an older version did not tell the places, and does where they are others', () => {
  const box = { x: 0.1, y: 0.2 };
  const now = { faces: [{ box }], mrz: { boxes: [box] }, fields: { sex: { value: 'F', box } } };
  expect(findDifferences({ mrz: {}, fields: { sex: { value: 'F' } } }, now)).toEqual([]);
  expect(findDifferences({ ...now, fields: { sex: { value: 'F', box: { x: 0.3, y: 0.2 } } } }, now)).toEqual([
    'fields.sex.box.x',
  ]);
  expect(findDifferences(now, { mrz: {}, fields: { sex: { value: 'F' } } })).toEqual([
    'faces',
    'mrz.boxes',
    'fields.sex.box',
  ]);
});

it('names the first places alone', () => {
  const many = Array.from({ length: 8 }, (_, at) => at);
  expect(findDifferences(many, many.map(String))).toEqual(['[0]', '[1]', '[2]', '[3]', '[4]', '3 more']);
});

it('takes the ids of hits by their order', () => {
  const stored = { hits: [{ id: HIT('a') }, { id: HIT('b') }], findings: [{ evidence: { hit_id: HIT('b') } }] };
  const same = { hits: [{ id: HIT('c') }, { id: HIT('d') }], findings: [{ evidence: { hit_id: HIT('d') } }] };
  const other = { hits: [{ id: HIT('c') }, { id: HIT('d') }], findings: [{ evidence: { hit_id: HIT('c') } }] };
  expect(findDifferences(stored, same)).toEqual([]);
  expect(findDifferences(stored, other)).toEqual(['findings[0].evidence.hit_id']);
});

it('takes scores that differ by rounding alone for the same, and nothing else', () => {
  expect(findDifferences({ score: 0.9731, cosine: 0.62000012 }, { score: 0.9732, cosine: 0.62 })).toEqual([]);
  expect(findDifferences({ score: 0.9731 }, { score: 0.9735 })).toEqual(['score']);
  expect(findDifferences({ score: 1 }, { score: 0.9999 })).toEqual([]);
  expect(findDifferences({ matched: 1 }, { matched: 0 })).toEqual(['matched']);
  expect(findDifferences({ score: 0.00005 }, { score: null })).toEqual(['score']);
});
