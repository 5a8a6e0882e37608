import { readFileSync } from 'node:fs';
import { SIDE, SQUASH, WHOLE } from '../../../renderer/guide/judge.ts';
import type { Sample } from './samples.ts';

export const NET_FILE = new URL('../../../renderer/guide/judge-net.ts', import.meta.url);
/** Units of the hidden layers: for a side, and for the whole, which also sees the four sides. */
const UNITS = { side: 20, whole: 12 };
const INPUT = WHOLE + 4;
const SIZES = {
  'side.hidden': UNITS.side * SIDE,
  'side.bias': UNITS.side,
  'side.out': UNITS.side,
  'side.outBias': 1,
  'whole.hidden': UNITS.whole * INPUT,
  'whole.bias': UNITS.whole,
  'whole.out': UNITS.whole,
  'whole.outBias': 1,
  'whole.direct': INPUT,
  'whole.directBias': 1,
};
type Part = keyof typeof SIZES;
const PARTS = Object.keys(SIZES) as Part[];

/** The weights of the net of `judge.ts`, or their slopes: each part, and all of them in a row. */
export type Net = Record<Part, Float32Array> & { all: Float32Array };

/** An outline is right up to the first distance and wrong from the second on, in shares of the diagonal; a side likewise. */
const RIGHT = { outline: [0.012, 0.024], side: [0.005, 0.014] } as const;
/** Which outline of a scene is the best one: those up to NEAR share the probability, by the distance on this scale. */
const [NEAR, SCALE] = [0.022, 0.004];
/** What the sides, and the choice of the best one, count beside the outlines. */
const [SIDES_COUNT, BEST_COUNTS] = [0.5, 0.5];
/** Adam (D. Kingma and J. Ba, 2014). The rate rises over the first tenth, then falls to nothing. */
const [RATE, FIRST_DECAY, SECOND_DECAY, TINY] = [0.004, 0.9, 0.999, 1e-8];
const BATCH = 16;
/** What is measured gets up to so much noise on half of the samples, so that the net does not learn them by heart. */
const NOISE = 0.035;

export function emptyNet(): Net {
  const all = new Float32Array(PARTS.reduce((sum, part) => sum + SIZES[part], 0));
  let from = 0;
  const parts = PARTS.map((part) => {
    from += SIZES[part];
    return [part, all.subarray(from - SIZES[part], from)];
  });
  return { ...Object.fromEntries(parts), all };
}

/** A net to begin with: small weights, as many as a unit sees. */
export function firstNet(next: () => number): Net {
  const net = emptyNet();
  for (const [part, inputs] of [
    ['side.hidden', SIDE],
    ['side.out', UNITS.side],
    ['whole.hidden', INPUT],
    ['whole.out', UNITS.whole],
    ['whole.direct', INPUT],
  ] as const)
    for (let i = 0; i < net[part].length; i++) net[part][i] = (2 * next() - 1) / Math.sqrt(inputs);
  return net;
}

/** Learns from scenes; `onEpoch` hears the mean loss of each round. */
export function train(
  net: Net,
  scenes: readonly (readonly Sample[])[],
  epochs: number,
  next: () => number,
  onEpoch: (loss: number) => void,
): void {
  const [slope, first, second] = [emptyNet(), new Float32Array(net.all.length), new Float32Array(net.all.length)];
  const steps = epochs * Math.ceil(scenes.length / BATCH);
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    const order = scenes.map((scene) => ({ scene, at: next() })).sort((a, b) => a.at - b.at);
    let sum = 0;
    for (let b = 0; b < order.length; b += BATCH) {
      slope.all.fill(0);
      const batch = order.slice(b, b + BATCH).map(({ scene }) => scene.map((sample) => withNoise(sample, next)));
      for (const scene of batch) sum += learnScene(net, slope, scene);
      const share = ++step / steps;
      const rate = RATE * Math.min(10 * share, (1 + Math.cos(Math.PI * share)) / 2);
      for (let i = 0; i < net.all.length; i++) {
        const by = (slope.all[i] as number) / batch.length;
        first[i] = FIRST_DECAY * (first[i] as number) + (1 - FIRST_DECAY) * by;
        second[i] = SECOND_DECAY * (second[i] as number) + (1 - SECOND_DECAY) * by * by;
        const mean = (first[i] as number) / (1 - FIRST_DECAY ** step);
        const square = (second[i] as number) / (1 - SECOND_DECAY ** step);
        net.all[i] = (net.all[i] as number) - (rate * mean) / (Math.sqrt(square) + TINY);
      }
    }
    onEpoch(sum / scenes.length);
  }
}

const withNoise = (sample: Sample, next: () => number): Sample =>
  next() < 0.5 ? sample : { ...sample, seen: sample.seen.map((value) => value + NOISE * (2 * next() - 1)) };

/** The loss of the outlines of one scene. Adds its slopes to `slope`. */
export function learnScene(net: Net, slope: Net, samples: readonly Sample[]): number {
  const passes = samples.map(({ seen }) => forward(net, seen));
  const share = sharesOf(samples.map(({ error }) => (error < NEAR ? Math.exp(-error / SCALE) : 0)));
  const highest = Math.max(...passes.map(({ score }) => score));
  const chance = sharesOf(passes.map(({ score }) => Math.exp(score - highest)));
  const hasBest = share.some((one) => one > 0);
  let loss = 0;
  for (const [k, pass] of passes.entries()) {
    const { error, sides } = samples[k] as Sample;
    const [wanted, p] = [share[k] as number, chance[k] as number];
    const own = logistic(pass.score, rightness(error, RIGHT.outline));
    loss += own.loss / samples.length;
    let by = own.slope / samples.length;
    if (hasBest) {
      loss -= wanted > 0 ? BEST_COUNTS * wanted * Math.log(p + Number.MIN_VALUE) : 0;
      by += BEST_COUNTS * (p - wanted);
    }
    const bySide = pass.sides.map((logit, i) => {
      const one = logistic(logit, rightness(sides[i] as number, RIGHT.side));
      loss += (SIDES_COUNT * one.loss) / 4 / samples.length;
      return (SIDES_COUNT * one.slope) / 4 / samples.length;
    });
    backward(net, slope, pass, by, bySide);
  }
  return loss;
}

const rightness = (error: number, [right, wrong]: readonly [number, number]): number =>
  Math.max(0, Math.min(1, (wrong - error) / (wrong - right)));

function sharesOf(values: readonly number[]): number[] {
  const sum = values.reduce((a, b) => a + b, 0);
  return values.map((value) => (sum > 0 ? value / sum : 0));
}

/** The cross entropy of a logit, and its slope. */
function logistic(logit: number, wanted: number): { loss: number; slope: number } {
  const loss = Math.max(logit, 0) - logit * wanted + Math.log1p(Math.exp(-Math.abs(logit)));
  return { loss, slope: 1 / (1 + Math.exp(-logit)) - wanted };
}

/** What the net makes of an outline, step by step. */
interface Pass {
  seen: Float32Array;
  sideUnits: Float32Array[];
  /** Logits. */
  sides: number[];
  /** The sides from the worst to the best, as the whole sees them. */
  order: number[];
  input: Float32Array;
  wholeUnits: Float32Array;
  score: number;
}

const partOf = (seen: Float32Array, i: number): Float32Array => seen.subarray(i * SIDE, (i + 1) * SIDE);

/** As `judge` of `judge.ts`. */
export function forward(net: Net, seen: Float32Array): Pass {
  const sideUnits = [0, 1, 2, 3].map((i) => unitsOf(partOf(seen, i), net['side.hidden'], net['side.bias']));
  const sides = sideUnits.map((units) => dot(units, net['side.out']) + (net['side.outBias'][0] as number));
  const order = [0, 1, 2, 3].sort((a, b) => (sides[a] as number) - (sides[b] as number));
  const input = new Float32Array(INPUT);
  input.set(seen.subarray(4 * SIDE));
  for (const [k, i] of order.entries()) input[WHOLE + k] = (SQUASH * Math.tanh((sides[i] as number) / SQUASH)) / 3;
  const wholeUnits = unitsOf(input, net['whole.hidden'], net['whole.bias']);
  const biases = (net['whole.outBias'][0] as number) + (net['whole.directBias'][0] as number);
  const score = dot(wholeUnits, net['whole.out']) + dot(input, net['whole.direct']) + biases;
  return { seen, sideUnits, sides, order, input, wholeUnits, score };
}

function unitsOf(input: Float32Array, hidden: Float32Array, bias: Float32Array): Float32Array {
  return bias.map((own, h) => {
    let value = own;
    for (let i = 0, w = h * input.length; i < input.length; i++, w++)
      value += (hidden[w] as number) * (input[i] as number);
    return Math.max(0, value);
  });
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

/** Adds the slopes that follow from those of the score and of the logits of the sides. */
function backward(net: Net, slope: Net, pass: Pass, by: number, bySide: readonly number[]): void {
  const { seen, sideUnits, sides, order, input, wholeUnits } = pass;
  const byInput = net['whole.direct'].map((weight) => by * weight);
  add(slope['whole.outBias'], [1], by);
  add(slope['whole.directBias'], [1], by);
  add(slope['whole.direct'], input, by);
  backLayer([net, slope, 'whole'], [wholeUnits, input], by, byInput);
  for (const [k, i] of order.entries()) {
    const steep = 1 - Math.tanh((sides[i] as number) / SQUASH) ** 2;
    const all = (bySide[i] as number) + ((byInput[WHOLE + k] as number) * steep) / 3;
    add(slope['side.outBias'], [1], all);
    backLayer([net, slope, 'side'], [sideUnits[i] as Float32Array, partOf(seen, i)], all);
  }
}

/** `byInput` gets the slopes of the input, if anything before it learns. */
function backLayer(
  [net, slope, of]: readonly [Net, Net, 'side' | 'whole'],
  [units, input]: readonly [Float32Array, Float32Array],
  by: number,
  byInput?: Float32Array,
): void {
  add(slope[`${of}.out`], units, by);
  for (const [h, unit] of units.entries()) {
    if (unit <= 0) continue;
    const byUnit = by * (net[`${of}.out`][h] as number);
    const row = [h * input.length, (h + 1) * input.length] as const;
    add(slope[`${of}.bias`].subarray(h, h + 1), [1], byUnit);
    add(slope[`${of}.hidden`].subarray(...row), input, byUnit);
    if (byInput) add(byInput, net[`${of}.hidden`].subarray(...row), byUnit);
  }
}

function add(to: Float32Array, values: ArrayLike<number>, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + times * (values[i] as number);
}

/** The text of `renderer/guide/judge-net.ts` with other weights: one byte for each, times a step. */
export function writeNet(net: Net): string {
  const partsOf = (name: string): string[] =>
    PARTS.filter((part) => part.startsWith(`${name}.`)).map((part) => {
      const [key, values] = [part.slice(name.length + 1), net[part]];
      if (values.length === 1) return `    ${key}: ${Number((values[0] as number).toPrecision(5))},`;
      const step = Number((Math.max(...values.map(Math.abs)) / 127).toPrecision(6)) || 1;
      const bytes = Buffer.from(Int8Array.from(values, (value) => Math.round(value / step)).buffer).toString('base64');
      const line = `    ${key}: bytes('${bytes}', ${step}),`;
      return line.length <= 120 ? line : `    ${key}: bytes(\n      '${bytes}',\n      ${step},\n    ),`;
    });
  const whole = ['side', 'whole'].map((name) => [`  ${name}: {`, ...partsOf(name), '  },'].join('\n'));
  const head = readFileSync(NET_FILE, 'utf8').split('export const NET')[0];
  return [`${head}export const NET = {`, ...whole, '};', ''].join('\n');
}
