import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../support/random.ts';
import { drawClutter } from './corners/clutter.ts';
import {
  frameOf,
  ownPhotographs,
  photographsOf,
  type Setting,
  sceneOf,
  settingsOf,
} from './corners/measure-corners.ts';
import { type DocumentPicture, drawnDocuments, realDocuments } from './corners/pictures.ts';
import { type Sample, samplesOf } from './corners/samples.ts';
import { firstNet, forward, NET_FILE, type Net, train, writeNet } from './corners/train-judge.ts';
import { spread } from './corpus.ts';

const USAGE = 'Usage: npm run learn-corners -- --corpus DIR [--scenes N] [--epochs N] [--seed N] [--out FILE]';
/** Far from the seeds that the eval is run with, so that the scenes differ. */
const SEED = 1_000_000;
const [SCENES, EPOCHS] = ['1600', '16'];
/** One in so many documents for tuning is not learnt from, but shows how well the net has learnt. */
const VALIDATION = 5;
const NEAR_MAX = 0.02;
/** This share of the documents lies on the background of its setting, then up to this share on a large document, then on clutter. The rest is ground alone. */
const [ON_OWN, ON_DOCUMENT, ON_CLUTTER] = [0.45, 0.55, 0.9];

/**
 * Learns the weights of `renderer/guide/judge-net.ts` from composed scenes of the documents and backgrounds for tuning, never from those kept back, and
 * writes that file or another one.
 */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { corpus: text, scenes: text, epochs: text, seed: text, out: text } });
  const corpus = values.corpus ?? process.env['CUSTOS_CORPUS'];
  const [count, epochs, seed] = [values.scenes ?? SCENES, values.epochs ?? EPOCHS, values.seed ?? SEED].map(Number);
  if (!corpus || !count || !epochs || !seed) throw new Error(USAGE);
  console.log(`seed ${seed}`);
  const next = seededRandom(seed);
  const [own = [], others = []] = await gather(corpus, count, seed, next);
  const net = firstNet(next);
  let epoch = 0;
  train(net, own, epochs, next, (loss) => {
    const share = (rightOf(net, others) * 100).toFixed(1);
    console.log(`round ${++epoch} of ${epochs}: loss ${loss.toFixed(3)}, right of the other documents ${share} %`);
  });
  writeFileSync(values.out ?? NET_FILE, writeNet(net));
}

/** The samples of each scene: those to learn from, and those of other documents. */
async function gather(corpus: string, count: number, seed: number, next: () => number): Promise<Sample[][][]> {
  const kinds = [await realDocuments(corpus), await drawnDocuments(seed)];
  const settings = kinds.flatMap((documents) => spread(settingsOf(documents, 'tuned', seed, 100), count / 2));
  const documents = [...new Set(settings.map(({ document }) => document))];
  const isOther = (document: DocumentPicture): boolean => documents.indexOf(document) % VALIDATION === VALIDATION - 1;
  const from = { photographs: photographsOf(corpus), documents: documents.filter((one) => !isOther(one)), next };
  const [own, others]: [Sample[][], Sample[][]] = [[], []];
  for (const [done, setting] of settings.entries()) {
    (isOther(setting.document) ? others : own).push(await samplesOfScene(setting, from));
    if (done % 100 === 99) console.log(`${done + 1} of ${settings.length} scenes`);
  }
  return [own, others];
}

interface Grounds {
  photographs: Uint8Array[];
  documents: DocumentPicture[];
  next: () => number;
}

async function samplesOfScene(setting: Setting, { photographs, documents, next }: Grounds): Promise<Sample[]> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const kind = next();
  const large = kind < ON_DOCUMENT ? pick(documents) : null;
  const ground = kind < ON_OWN ? null : large ? await large.load() : drawClutter(next);
  if (ground && kind > ON_CLUTTER) {
    const picture = next() < 0.5 ? ground : Buffer.from(pick(ownPhotographs('photograph 1', photographs)));
    return samplesOf(await frameOf({ picture }), [], next);
  }
  const scene = ground
    ? await sceneOf({ ...setting, background: 'photograph 1' }, [ground])
    : await sceneOf(setting, photographs);
  const frame = await frameOf(scene);
  const scale = frame.width / scene.width;
  const truth = scene.corners.map(([x, y]) => ({ x: x * scale - 0.5, y: y * scale - 0.5 }));
  return samplesOf(frame, truth, next);
}

/** In how many scenes the outline with the highest score is right, of those where the finder proposes a right one, as a share. */
function rightOf(net: Net, scenes: readonly Sample[][]): number {
  const isRight = ({ error }: Sample): boolean => error <= NEAR_MAX;
  const found = scenes.map((samples) => samples.filter((one) => one.isFound)).filter((some) => some.some(isRight));
  const best = found.map((samples) => {
    const scores = samples.map(({ seen }) => forward(net, seen).score);
    return samples[scores.indexOf(Math.max(...scores))] as Sample;
  });
  return best.filter(isRight).length / found.length;
}

await main();
