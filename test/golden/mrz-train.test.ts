import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variable } from '@tensorflow/tfjs-core';
import { beforeAll, expect, test } from 'vitest';
import { alignLine } from '../../models/mrz/decode/align.ts';
import { scanStrip } from '../../models/mrz/decode/scan.ts';
import { CHARACTERS, CLASSES, LAYERS, normaliseWindows, WINDOW } from '../../models/mrz/net/shape.ts';
import { createWasmNet } from '../../models/mrz/net/wasm-net.ts';
import { readNet } from '../../models/mrz/net/weights.ts';
import { gradient, SMOOTHING } from '../../models/mrz/train/gradient.ts';
import { FONT_FILES, registerFonts } from '../../models/mrz/train/ink.ts';
import { createLearner, type Learner } from '../../models/mrz/train/learn.ts';
import { createRandom } from '../../models/mrz/train/random.ts';
import { drawSamples, drawStrip, type Samples } from '../../models/mrz/train/samples.ts';
import { startTensorflow, tf } from '../../models/runtime/tensorflow.ts';
import { skipUnless } from '../support/skip.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const hasFonts = skipUnless(
  FONT_FILES.every(existsSync),
  `the training's fonts are not installed: ${FONT_FILES.join(', ')}`,
);

beforeAll(async () => {
  const { fillWeights } = await import(join(ROOT, 'models/fill-weights.mjs'));
  await fillWeights(ROOT, { log: () => undefined });
  await startTensorflow(join(ROOT, 'models/weights'));
});

/** Windows of noise, which need no fonts. */
function noise(count: number): Samples {
  const random = createRandom(5);
  return {
    windows: Uint8Array.from({ length: count * WINDOW * WINDOW }, () => random.between(0, 256)),
    labels: Uint8Array.from({ length: count }, () => random.between(0, CLASSES)),
  };
}

/** The loss that the gradient belongs to, computed only forwards. */
async function lossOf(learner: Learner, { windows, labels }: Samples): Promise<number> {
  const spread = await createWasmNet(tf, learner.weights()).classify(normaliseWindows(windows));
  let loss = 0;
  for (const [row, label] of labels.entries()) {
    for (let k = 0; k < CLASSES; k++) {
      const wanted = SMOOTHING / CLASSES + (k === label ? 1 - SMOOTHING : 0);
      loss -= (wanted * (spread[row * CLASSES + k] ?? 0)) / labels.length;
    }
  }
  return loss;
}

test.each(LAYERS.map((_, i) => i))('the gradient of layer %i is that of the loss', async (layer) => {
  const random = createRandom(layer);
  const learner = createLearner(tf, random);
  const samples = noise(6);
  const found = gradient(tf, learner.layers, samples).layers[layer];
  for (const part of ['kernel', 'bias'] as const) {
    const weights = learner.layers[layer]?.[part] as Variable;
    const before = Float32Array.from(weights.dataSync());
    // The largest slope: for small ones, the rounding of the loss hides the difference.
    const slopes = found?.[part].dataSync() as Float32Array;
    const at = slopes.reduce((best, g, i, all) => (Math.abs(g) > Math.abs(all[best] ?? 0) ? i : best), 0);
    const lossWith = (step: number): Promise<number> => {
      weights.assign(tf.tensor(before.with(at, (before[at] ?? 0) + step), weights.shape));
      return lossOf(learner, samples);
    };
    const [up, down] = [await lossWith(0.002), await lossWith(-0.002)];
    weights.assign(tf.tensor(before, weights.shape));
    expect((up - down) / 0.004 / (slopes[at] ?? 0), `${part} ${at}`).toBeCloseTo(1, 1);
  }
});

test('the net learns a batch by heart, and leaves no tensor behind', () => {
  const learner = createLearner(tf, createRandom(1));
  const samples = noise(64);
  const first = learner.learn(samples, 0).loss;
  const tensors = tf.memory().numTensors;
  let last = first;
  for (let step = 0; step < 120; step++) last = learner.learn(samples, 0).loss;
  expect(last).toBeLessThan(first / 3);
  expect(tf.memory().numTensors).toBe(tensors);
});

test('the same seed draws the same samples, another one others', hasFonts, async () => {
  registerFonts();
  const [one, same, other] = [
    await drawSamples(60, createRandom(3)),
    await drawSamples(60, createRandom(3)),
    await drawSamples(60, createRandom(4)),
  ];
  expect(Buffer.compare(one.windows, same.windows)).toBe(0);
  expect([...one.labels]).toEqual([...same.labels]);
  expect(Buffer.compare(one.windows, other.windows)).not.toBe(0);
});

test('the net that is shipped reads lines of characters drawn from a seed it never saw', hasFonts, async () => {
  registerFonts();
  const net = createWasmNet(tf, readNet().weights);
  const random = createRandom(20_261_121);
  let [right, all] = [0, 0];
  for (let line = 0; line < 40; line++) {
    const { text, strip } = await drawStrip(random);
    const [aligned] = alignLine(await scanStrip(net, strip), [text.length]);
    const read = aligned?.logs.map((logs) => CHARACTERS.charAt(logs.indexOf(Math.max(...logs)))) ?? [];
    right += [...text].filter((character, i) => read[i] === character).length;
    all += text.length;
  }
  // Without alphabet and check digit, and with some lines that are unreadable even for people.
  expect(right / all).toBeGreaterThan(0.93);
});
