import { expect, test } from 'vitest';
import { cosineOf } from '../../models/face/compare.ts';
import { EngineError, type Engines, type Face, type RasterImage } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { scoreDocuments } from '../eval/documents.ts';
import { chooseFace, scoreFaces, scorePairs } from '../eval/faces.ts';
import { lookAtAll, meanMs, unreadable } from '../eval/pictures.ts';
import { documentTable } from '../eval/report.ts';

const truth = (file: string, conforms = true) => ({ file, mrz: ['AB', 'CD'], conforms });

const DOCUMENTS = scoreDocuments(
  [truth('exact'), truth('half'), truth('sneaky'), truth('missed'), truth('own', false), { ...truth('none'), mrz: [] }],
  [
    { lines: ['AB', 'CD'], valid: true },
    { lines: ['AB', 'C0'], valid: false },
    { lines: ['A8', 'CD'], valid: true },
    null,
    { lines: ['AB', 'CD'], valid: false },
    null,
  ],
);

test('documents are scored by line, whole, and by check digits of conforming specimens', () => {
  expect(DOCUMENTS).toEqual({
    lines: { right: 6, of: 10 },
    documents: { right: 3, of: 6 },
    conforming: { right: 1, of: 4 },
    check_digits: { right: 2, of: 4 },
    not_found: ['missed'],
    wrong_but_valid: ['sneaky'],
  });
});

test('a line too many is no exact read, and neither is a zone read where there is none', () => {
  const reads = [
    { lines: ['AB', 'CD', 'EF'], valid: true },
    { lines: ['AB'], valid: true },
  ];
  const scores = scoreDocuments([truth('long'), { ...truth('none'), mrz: [] }], reads);
  expect(scores.documents.right).toBe(0);
  expect(scores.wrong_but_valid).toEqual(['long', 'none']);
});

const face = (width: number, score: number, embedding: number[] = []): Face => ({
  box: { x: 0, y: 0, width, height: width },
  score,
  embedding,
  antispoof: null,
  liveness: null,
});

test('the largest face is compared, unless the detector is unsure of it', () => {
  const [small, large, unsure] = [face(50, 0.9), face(90, 0.8), face(200, 0.3)];
  expect(chooseFace([small, unsure, large], POLICY_V1.face)).toBe(large);
  expect(chooseFace([unsure], POLICY_V1.face)).toBeNull();
});

const EMBEDDINGS = new Map([
  ['a', Float32Array.of(1, 0)],
  ['a2', Float32Array.of(1, 0)],
  ['b', Float32Array.of(0, 1)],
]);

test('pairs are scored; those without a face are left out and counted', () => {
  const scores = scorePairs(
    [
      { a: 'a', b: 'a2', same: true },
      { a: 'a', b: 'b', same: false },
      { a: 'a', b: 'faceless', same: true },
    ],
    EMBEDDINGS,
    cosineOf,
  );
  expect(scores).toEqual({ same: [1], different: [0], leftOut: 1 });
  expect(scoreFaces(scores, POLICY_V1.face)).toMatchObject({
    same: 1,
    different: 1,
    left_out: 1,
    at_fmr_1_percent: { threshold: 1, tpr: 1, fmr: 0 },
    equal_error: { rate: 0, threshold: 1 },
    shipped: { review_share: 0, same_below: 0, different_above: 0 },
  });
});

test('the thresholds are those of the policy', () => {
  const grey = { same: [POLICY_V1.face.review_from, 0.1], different: [POLICY_V1.face.match_from, 0.1], leftOut: 0 };
  expect(scoreFaces(grey, POLICY_V1.face).shipped).toEqual({ review_share: 1 / 4, same_below: 1, different_above: 1 });
});

test('a set without false pairs has no rates', () => {
  const scores = scoreFaces({ same: [0.9], different: [], leftOut: 0 }, POLICY_V1.face);
  expect(scores).toMatchObject({ same: 1, at_fmr_1_percent: null, at_fmr_0_1_percent: null, equal_error: null });
  expect(scores.shipped).toBeNull();
});

/** Engines of which only the decoder works. A file's first byte is the width of its picture; 0 fails with `failure`. */
function decoding(failure: 'bad_input' | 'unavailable'): Engines {
  const decode = async (file: Uint8Array) => {
    const width = file[0] ?? 0;
    if (width === 0) throw new EngineError(failure, 'no picture');
    return { image: { width, height: 1, pixels: new Uint8Array() } };
  };
  return { image: { decode } } as unknown as Engines;
}

async function lookAt(files: Record<string, number>, failure: 'bad_input' | 'unavailable', progress: number[] = []) {
  return await lookAtAll({
    engines: decoding(failure),
    pictures: Object.entries(files).map(([name, width]) => ({ name, load: async () => Buffer.from([width]) })),
    atOnce: 2,
    look: async ({ width }: RasterImage) => width,
    onProgress: (done) => progress.push(done),
  });
}

test('pictures are looked at in order, and one that cannot be read stops nothing', async () => {
  const progress: number[] = [];
  const outcomes = await lookAt({ one: 7, broken: 0, two: 9 }, 'bad_input', progress);
  expect(outcomes.map(({ name, result }) => [name, result])).toEqual([
    ['one', 7],
    ['broken', null],
    ['two', 9],
  ]);
  expect(unreadable(outcomes)).toEqual(['broken']);
  expect(progress).toEqual([1, 2, 3]);
});

test('an engine that cannot work here ends the evaluation', async () => {
  await expect(lookAt({ broken: 0 }, 'unavailable')).rejects.toMatchObject({ failure: 'unavailable' });
});

test('times are averaged', () => {
  const outcome = (tookMs: number) => ({ name: '', result: 1, tookMs });
  expect(meanMs([outcome(100), outcome(201)])).toBe(151);
});

test('the table of documents names the files that went wrong unnoticed', () => {
  const lines = documentTable({ ...DOCUMENTS, pictures: 6, ms_per_picture: 12, unreadable: [] });
  expect(lines.find((line) => line.startsWith('zones exactly right  '))).toMatch(/ 3 +6 +50\.0 %$/);
  expect(lines.find((line) => line.startsWith('wrong, yet'))).toMatch(/ 1 +sneaky$/);
});
