/**
 * Trains the net that reads the MRZ, only on lines that it draws itself, and writes `models/mrz/net.f16` and its card:
 *
 *     npm run train-mrz [-- --samples 3000000] [--seed 2] [--out DIR]
 *
 * It needs the fonts of Debian's packages fonts-ocr-b, fonts-dejavu-core and fonts-liberation. The same seed draws the same
 * samples; another one gives weights of equal accuracy. Two quiet cores take half an hour.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startTensorflow, tf } from '../../runtime/tensorflow.ts';
import type { Net } from '../net/net.ts';
import { askProbe } from '../net/probe.ts';
import { CLASSES, type LayerWeights, normaliseWindows } from '../net/shape.ts';
import { createWasmNet } from '../net/wasm-net.ts';
import { NET_FOLDER, rounded, writeNet } from '../net/weights.ts';
import { drawBatches } from './batches.ts';
import { registerFonts } from './ink.ts';
import { createLearner } from './learn.ts';
import { createRandom } from './random.ts';
import { drawSamples } from './samples.ts';

/** The net's version; increase it if the training data changes. */
const VERSION = '1';
const BATCH_SIZE = 256;
const SAMPLES = 3_000_000;
const SEED = 2;
const REPORT_EVERY_STEPS = 250;
/** Drawn from another seed than any batch; the net is never trained on them. */
const HOLDOUT_SEED = 0xc0ffee;
const HOLDOUT_WINDOWS = 16_384;
const MODELS = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      samples: { type: 'string', default: String(SAMPLES) },
      seed: { type: 'string', default: String(SEED) },
      out: { type: 'string', default: NET_FOLDER },
    },
  });
  const [samples, seed] = [Number(values.samples), Number(values.seed)];
  registerFonts();
  await startTensorflow(join(MODELS, 'weights'));
  const steps = Math.ceil(samples / BATCH_SIZE);
  const weights = rounded(await train(steps, seed));
  const net = createWasmNet(tf, weights);
  const right = await measure(net);
  const probe = Array.from(await askProbe(net), (log) => Number(log.toPrecision(6)));
  const holdout = { windows: HOLDOUT_WINDOWS, right };
  writeNet(values.out, weights, { version: VERSION, samples: steps * BATCH_SIZE, seed, holdout, probe });
  say(`Of ${HOLDOUT_WINDOWS} windows it never saw, right: ${(100 * right).toFixed(2)} %.`);
}

async function train(steps: number, seed: number): Promise<LayerWeights[]> {
  const batches = drawBatches(seed, BATCH_SIZE, Math.max(1, availableParallelism() - 1));
  const learner = createLearner(tf, createRandom(seed));
  const beginMs = performance.now();
  let [loss, right] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const found = learner.learn(await batches.next(), step / steps);
    loss += found.loss / REPORT_EVERY_STEPS;
    right += found.right / REPORT_EVERY_STEPS / BATCH_SIZE;
    if ((step + 1) % REPORT_EVERY_STEPS !== 0) continue;
    const leftS = ((performance.now() - beginMs) / 1000 / (step + 1)) * (steps - step - 1);
    say(
      `${step + 1} of ${steps}: loss ${loss.toFixed(4)}, right ${(100 * right).toFixed(2)} %, ${Math.round(leftS)} s left`,
    );
    [loss, right] = [0, 0];
  }
  await batches.close();
  return learner.weights();
}

/** Returns the share of windows, 0..1, that the net classifies correctly. */
async function measure(net: Net): Promise<number> {
  const { windows, labels } = await drawSamples(HOLDOUT_WINDOWS, createRandom(HOLDOUT_SEED));
  const logs = await net.classify(normaliseWindows(windows));
  const right = labels.filter((label, row) => label === bestOf(logs, row)).length;
  return right / labels.length;
}

function bestOf(logs: Float32Array, row: number): number {
  const own = logs.subarray(row * CLASSES, (row + 1) * CLASSES);
  return own.indexOf(own.reduce((best, value) => Math.max(best, value), -Infinity));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
