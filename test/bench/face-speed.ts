import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type FaceNets, loadFaceNets, netNamesOf } from '../../models/face/nets.ts';
import { createRecogniser, type RecogniseFaces } from '../../models/face/recognise.ts';
import type { RasterImage } from '../../models/ports.ts';
import type { Net } from '../../models/runtime/nets.ts';
import { startNets } from '../../models/runtime/start-nets.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { median, round } from './statistics.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/weights', import.meta.url));
const BACKENDS = ['wasm', 'native'] as const;
/** The size of a phone's selfie, and a small picture. */
const SIZES = [800, 250];
const ROUNDS = 4;

/** Processor milliseconds per picture: the median, and the means of each net and of everything else. */
interface BackendSpeed {
  cpu_ms: number;
  stages: Record<string, number>;
}

export interface FaceSpeed {
  wasm: BackendSpeed;
  native: BackendSpeed;
  /** How many times less processor time `native` needs. */
  ratio: number;
}

/** Finds, aligns and embeds the same faces with both backends in turns, and adds up the processor time. */
export async function measureFaces(): Promise<FaceSpeed> {
  const images = await Promise.all(SIZES.flatMap((size) => Object.values(FACES).map((place) => picture(place, size))));
  const sides = [];
  for (const backend of BACKENDS) sides.push(meteredRecogniser(await loadFaceNets(await startNets(backend, WEIGHTS))));
  // The first round warms both up.
  for (let rounds = 0; rounds <= ROUNDS; rounds++) {
    for (const side of sides) if (rounds === 1) side.reset();
    for (const image of images) for (const side of sides) await side.look(image);
  }
  const [wasm, native] = sides.map(({ speed }) => speed());
  if (!wasm || !native) throw new Error('a backend was not measured');
  return { wasm, native, ratio: round(wasm.cpu_ms / native.cpu_ms) };
}

async function picture(place: (typeof FACES)[keyof typeof FACES], size: number): Promise<RasterImage> {
  const { data, info } = await sharp(await cropFace(place, { size }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

function meteredRecogniser(nets: FaceNets) {
  const spent: Record<string, number> = {};
  const totals: number[] = [];
  const metered = (name: string, net: Net): Net => ({
    run: (input) =>
      withCpuTime(
        () => net.run(input),
        (ms) => {
          spent[name] = (spent[name] ?? 0) + ms;
        },
      ),
  });
  const meteredNets = { ...nets };
  for (const name of netNamesOf(nets.choice)) {
    const net = nets[name];
    if (net) meteredNets[name] = metered(name, net);
  }
  const recognise: RecogniseFaces = createRecogniser(meteredNets);
  return {
    look: (image: RasterImage) =>
      withCpuTime(
        () => recognise(image, { within: 'whole', turn: 0 }),
        (ms) => void totals.push(ms),
      ),
    reset: () => {
      totals.length = 0;
      for (const name of Object.keys(spent)) delete spent[name];
    },
    speed: (): BackendSpeed => {
      const all = totals.reduce((sum, ms) => sum + ms, 0);
      const inNets = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
      const stages = { ...spent, 'crops and the rest': all - inNets };
      const means = Object.entries(stages).map(([name, ms]) => [name, round(ms / totals.length)]);
      return { cpu_ms: round(median(totals)), stages: Object.fromEntries(means) };
    },
  };
}

/** Runs `work` and reports the processor time of this process, all threads. */
async function withCpuTime<T>(work: () => Promise<T>, tell: (ms: number) => void): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  tell((user + system) / 1000);
  return result;
}
