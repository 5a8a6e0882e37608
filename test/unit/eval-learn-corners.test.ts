import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findEdges } from '../../renderer/guide/edges.ts';
import { createJudge, measurementsOf, SIDE, WHOLE } from '../../renderer/guide/judge.ts';
import { NET } from '../../renderer/guide/judge-net.ts';
import { errorsOf, type Sample, samplesOf } from '../eval/corners/samples.ts';
import { emptyNet, firstNet, forward, learnScene, type Net, train, writeNet } from '../eval/corners/train-judge.ts';
import { inGrey } from '../support/in-grey.ts';
import { seededRandom } from '../support/random.ts';

const TRUTH = [
  { x: 60, y: 50 },
  { x: 240, y: 60 },
  { x: 235, y: 180 },
  { x: 65, y: 170 },
];

/** A bright card on a dark table. */
function drawFrame() {
  const values = Uint8Array.from({ length: 320 * 240 }, (_, i) => {
    const [x, y] = [i % 320, Math.floor(i / 320)];
    const isInside = TRUTH.every((a, k) => {
      const b = TRUTH[(k + 1) % 4] as typeof a;
      return (b.x - a.x) * (y - a.y) > (b.y - a.y) * (x - a.x);
    });
    return isInside ? 200 : 60;
  });
  return inGrey(values, 320, 240);
}

/** The net in the form that `judge.ts` reads, as the learner holds it. */
function readNet(from: typeof NET): Net {
  const net = emptyNet();
  for (const [name, parts] of Object.entries(from))
    for (const [key, values] of Object.entries(parts))
      net[`${name}.${key}` as 'side.out'].set(typeof values === 'number' ? [values] : values);
  return net;
}

/** Scenes of outlines whose sides are right if their first measurement is high; the outline is as wrong as its worst side. */
function makeUp(next: () => number): Sample[][] {
  return Array.from({ length: 60 }, () =>
    Array.from({ length: 8 }, (_, k) => {
      const seen = Float32Array.from({ length: 4 * SIDE + WHOLE }, next);
      const sides = [0, 1, 2, 3].map((i) => (k > 0 && (seen[i * SIDE] as number) < 0.5 ? 0.03 : 0.001));
      for (const [i, error] of sides.entries()) seen[i * SIDE] = error < 0.01 ? 1 : 0;
      return { seen, error: Math.max(...sides), sides, isFound: true };
    }),
  );
}

test('what the learner computes from what it sees is what the judge computes', () => {
  const frame = drawFrame();
  const edges = findEdges(frame);
  const judged = createJudge(frame, edges).judge(TRUTH);
  const pass = forward(readNet(NET), measurementsOf(TRUTH, frame, edges));
  expect(pass.score).toBeCloseTo(judged.score, 3);
  for (const [i, logit] of judged.sides.entries()) expect(pass.sides[i]).toBeCloseTo(logit, 3);
});

test('the slopes are those of the loss', () => {
  // With another seed, a unit may turn on or two sides change places within the step, where the loss has a bend.
  const next = seededRandom(11);
  const [net, slope] = [firstNet(next), emptyNet()];
  const [scene] = makeUp(next) as [Sample[]];
  learnScene(net, slope, scene);
  const STEP = 0.0002;
  for (const [name, part] of Object.entries(net)) {
    const [own, direction] = [part.slice(), part.map(() => next() - 0.5)];
    const lossAt = (step: number): number => {
      part.set(own.map((weight, i) => weight + step * (direction[i] as number)));
      return learnScene(net, emptyNet(), scene);
    };
    const measured = (lossAt(STEP) - lossAt(-STEP)) / (2 * STEP);
    part.set(own);
    const computed = slope[name as 'all'].reduce((sum, by, i) => sum + by * (direction[i] as number), 0);
    expect(Math.abs(computed - measured), name).toBeLessThan(0.002 + 0.02 * Math.abs(measured));
  }
});

test('the loss falls, the right outline wins, and the written net is what the judge reads', async () => {
  const next = seededRandom(1);
  const [net, scenes, losses] = [firstNet(next), makeUp(next), [] as number[]];
  train(net, scenes, 50, next, (loss) => losses.push(loss));
  expect(losses).toHaveLength(50);
  expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] as number));
  const isRight = (samples: Sample[]): boolean => {
    const scores = samples.map(({ seen }) => forward(net, seen).score);
    const best = samples[scores.indexOf(Math.max(...scores))] as Sample;
    return best.error === Math.min(...samples.map(({ error }) => error));
  };
  expect(makeUp(next).filter(isRight).length).toBeGreaterThan(54);
  const folder = mkdtempSync(join(tmpdir(), 'custos-learn-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'net.ts');
  writeFileSync(file, writeNet(net));
  const written: typeof NET = (await import(file)).NET;
  const shapeOf = (of: typeof NET) =>
    Object.entries(of).map(([name, parts]) => [
      name,
      Object.entries(parts).map(([key, part]) => [key, typeof part === 'number' ? 1 : part.length]),
    ]);
  expect(shapeOf(written)).toEqual(shapeOf(NET));
  // One byte for each weight changes little.
  const [{ seen }] = scenes[0] as [Sample];
  expect(Math.abs(forward(readNet(written), seen).score - forward(net, seen).score)).toBeLessThan(0.5);
});

test('outlines to learn from are those that the finder weighs, the true one and some beside it', () => {
  const samples = samplesOf(drawFrame(), TRUTH, seededRandom(1));
  expect(samples.some(({ isFound, error }) => isFound && error < 0.02)).toBe(true);
  const made = samples.filter(({ isFound }) => !isFound);
  expect(made.some(({ error }) => error < 0.01)).toBe(true);
  expect(made.some(({ error }) => error > 0.03)).toBe(true);
  const withoutDocument = samplesOf(drawFrame(), [], seededRandom(1));
  expect(withoutDocument.length).toBeGreaterThan(0);
  expect(withoutDocument.every(({ isFound, error }) => isFound && error > 1)).toBe(true);
});

test('a side is as wrong as the distance to the nearest true side of its direction', () => {
  const square = [0, 1, 2, 3].map((i) => ({ x: i === 1 || i === 2 ? 100 : 0, y: i > 1 ? 100 : 0 }));
  const wider = square.map(({ x, y }) => ({ x: x && 110, y }));
  const { error, sides } = errorsOf([...wider.slice(1), wider[0] as (typeof wider)[0]], square);
  expect(error).toBeCloseTo(10 / Math.hypot(100, 100));
  expect(sides.map((side) => Math.round(side * Math.hypot(100, 100)))).toEqual([10, 0, 0, 0]);
  expect(errorsOf([...square].reverse(), square).sides.every((side) => side > 0.5)).toBe(true);
});
