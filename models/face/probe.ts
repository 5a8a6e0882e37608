import { readFileSync } from 'node:fs';
import { EngineError } from '../ports.ts';
import type { Probe } from '../runtime/backends.ts';
import { type NetSpec, noise } from '../runtime/nets.ts';
import { FACE_NETS, type FaceNetName, type FaceNets, netNamesOf } from './nets.ts';
import { partsOf } from './recognition.ts';

/** For each net, some of its results for the probe's picture, as WebAssembly computes them. */
export type ProbeAnswers = Partial<Record<FaceNetName, number[][]>>;

const EXPECTED = new URL('./probe.json', import.meta.url);
/** How many numbers of each result are compared. */
const SAMPLES = 12;
/** Backends differ by the order of additions: measured, by up to 4e-6 of the largest value. A wrong backend differs by all of it. */
const TOLERANCE = 1e-3;
/** The best of this many timings counts, because the machine may be busy meanwhile. */
const ROUNDS = 3;
/** A longer run is too slow to be chosen, and a second timing would not change that. */
const SLOW_MS = 1_000;

/** Checks that the nets return the expected results and measures the time for a picture. Throws `unavailable` if they do not. */
export async function probeNets(nets: FaceNets): Promise<Probe> {
  compareAnswers(await sampleNets(nets), JSON.parse(readFileSync(EXPECTED, 'utf8')) as ProbeAnswers);
  const passes = passesOf(nets).map((name) => ({ name, input: noiseFor(FACE_NETS[name]) }));
  let tookMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && (round === 0 || tookMs < SLOW_MS); round++) {
    const begunMs = performance.now();
    for (const { name, input } of passes) await nets[name]?.run(input);
    tookMs = Math.min(tookMs, performance.now() - begunMs);
  }
  return { tookMs };
}

/** Returns the loaded nets' results for a picture of noise, which is the same everywhere. */
export async function sampleNets(nets: FaceNets): Promise<ProbeAnswers> {
  const answers: ProbeAnswers = {};
  for (const name of netNamesOf(nets.choice))
    answers[name] = ((await nets[name]?.run(noiseFor(FACE_NETS[name]))) ?? []).map(sample);
  return answers;
}

/** Throws `unavailable`, naming the net, if an answer is not the expected one. */
export function compareAnswers(given: ProbeAnswers, expected: ProbeAnswers): void {
  for (const name of Object.keys(given) as FaceNetName[]) {
    const agrees = expected[name]?.every((values, i) => {
      const largest = Math.max(1, ...values.map(Math.abs));
      return values.every((value, n) => Math.abs((given[name]?.[i]?.[n] ?? Number.NaN) - value) <= TOLERANCE * largest);
    });
    if (agrees !== true) throw new EngineError('unavailable', `It gives wrong answers (${FACE_NETS[name].model}).`);
  }
}

/** Returns the nets that take most of a picture's time, in their number of runs: one detection pass, and the embedded views. */
function passesOf({ choice }: FaceNets): FaceNetName[] {
  return ['detector', 'mesh', ...partsOf(choice).flatMap(({ net, views }) => views.map(() => net))];
}

const noiseFor = ({ size }: NetSpec): Float32Array => noise(size * size * 3);

/** Returns numbers from across a result, with as many digits as a float has. */
function sample(result: Float32Array): number[] {
  const count = Math.min(SAMPLES, result.length);
  return Array.from({ length: count }, (_, i) =>
    Number((result[Math.floor((i * result.length) / count)] ?? 0).toPrecision(6)),
  );
}
