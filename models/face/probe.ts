import { readFileSync } from 'node:fs';
import { EngineError } from '../ports.ts';
import type { Probe } from '../runtime/backends.ts';
import type { NetSpec } from '../runtime/nets.ts';
import { FACE_NETS, type FaceNets } from './nets.ts';

/** Of each net, some of its results for the probe's picture, as WebAssembly gives them. */
export type ProbeAnswers = Record<keyof FaceNets, number[][]>;

const EXPECTED = new URL('./probe.json', import.meta.url);
/** So many numbers of each result are compared. */
const SAMPLES = 12;
/** Backends differ by the order in which they add; measured up to 4e-6 of the largest value, and wrong ones differ by all of it. */
const TOLERANCE = 1e-3;
/** The best of so many counts, since the machine may do other things meanwhile. */
const ROUNDS = 3;
/** What takes longer is too slow to be chosen, and no second count makes that another answer. */
const SLOW_MS = 1_000;

/** Looks whether the nets give what they should and how long a picture takes. Throws `unavailable` where they do not. */
export async function probeNets(nets: FaceNets): Promise<Probe> {
  compareAnswers(await sampleNets(nets), JSON.parse(readFileSync(EXPECTED, 'utf8')) as ProbeAnswers);
  const inputs = {
    detector: noise(FACE_NETS.detector),
    mesh: noise(FACE_NETS.mesh),
    embedder: noise(FACE_NETS.embedder),
  };
  let tookMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && (round === 0 || tookMs < SLOW_MS); round++)
    tookMs = Math.min(tookMs, await timeOnce(nets, inputs));
  return { tookMs };
}

/** What the nets make of a picture of noise, which is the same everywhere. */
export async function sampleNets(nets: FaceNets): Promise<ProbeAnswers> {
  const answers: [string, number[][]][] = [];
  for (const [name, spec] of Object.entries(FACE_NETS)) {
    const results = await nets[name as keyof FaceNets].run(noise(spec));
    answers.push([name, results.map(sample)]);
  }
  return Object.fromEntries(answers) as ProbeAnswers;
}

/** Throws `unavailable` where an answer is not the expected one, naming the net. */
export function compareAnswers(given: ProbeAnswers, expected: ProbeAnswers): void {
  for (const name of Object.keys(FACE_NETS) as (keyof FaceNets)[]) {
    for (const [i, values] of expected[name].entries()) {
      const largest = Math.max(1, ...values.map(Math.abs));
      const agrees = values.every(
        (value, n) => Math.abs((given[name][i]?.[n] ?? Number.NaN) - value) <= TOLERANCE * largest,
      );
      if (!agrees) throw new EngineError('unavailable', `It gives wrong answers (${FACE_NETS[name].model}).`);
    }
  }
}

/** The nets that most of a picture's time goes into: one look, and the two views that are embedded. */
async function timeOnce(
  nets: FaceNets,
  inputs: Record<'detector' | 'mesh' | 'embedder', Float32Array>,
): Promise<number> {
  const begunMs = performance.now();
  await nets.detector.run(inputs.detector);
  await nets.mesh.run(inputs.mesh);
  for (let view = 0; view < 2; view++) await nets.embedder.run(inputs.embedder);
  return performance.now() - begunMs;
}

/** -1..1, by Numerical Recipes' generator of 32 bits. */
function noise({ size }: NetSpec): Float32Array {
  const values = new Float32Array(size * size * 3);
  let state = 1;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  return values;
}

/** Numbers from end to end of a result, with as many digits as a float has. */
function sample(result: Float32Array): number[] {
  const count = Math.min(SAMPLES, result.length);
  return Array.from({ length: count }, (_, i) =>
    Number((result[Math.floor((i * result.length) / count)] ?? 0).toPrecision(6)),
  );
}
