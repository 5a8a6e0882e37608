import { guardNet, type Net, type NetLoader, type NetSpec } from '../runtime/nets.ts';

/** Of blazeface: scores and boxes on a coarse grid and on a finer one. */
const detector: NetSpec = {
  model: 'blazeface',
  size: 256,
  outputs: [
    ['Identity', 512],
    ['Identity_1', 384],
    ['Identity_2', 512 * 16],
    ['Identity_3', 384 * 16],
  ],
};

/** Of facemesh: how sure it is of a face, and x, y and depth of 468 points. Its contours are not used. */
const mesh: NetSpec = {
  model: 'facemesh',
  size: 192,
  outputs: [
    ['Identity_1', 1],
    ['Identity_2', 468 * 3],
  ],
};

/** Of faceres: the pooled features. What it tells besides, age and sex, is never asked for. */
const embedder: NetSpec = { model: 'faceres', size: 224, outputs: [['global_pooling/Mean', 1024]] };

const antispoof: NetSpec = { model: 'antispoof', size: 128, outputs: [['Identity', 1]] };

/** Two numbers; the first is the one that is told. */
const liveness: NetSpec = { model: 'liveness', size: 32, outputs: [['Identity', 2]] };

/** Every net of the face engine. */
export const FACE_NETS = { detector, mesh, embedder, antispoof, liveness } as const;

export type FaceNets = Record<keyof typeof FACE_NETS, Net>;

/** Loads every net of the face engine. */
export async function loadFaceNets(loader: NetLoader): Promise<FaceNets> {
  const load = async (spec: NetSpec): Promise<Net> => guardNet(await loader.load(spec), spec);
  return {
    detector: await load(detector),
    mesh: await load(mesh),
    embedder: await load(embedder),
    antispoof: await load(antispoof),
    liveness: await load(liveness),
  };
}
