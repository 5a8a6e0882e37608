import { guardNet, type Net, type NetLoader, type NetSpec } from '../runtime/nets.ts';

/** blazeface: scores and boxes on a coarse grid and on a finer one. */
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

/** facemesh: the confidence that it is a face, and x, y and depth of 468 points. Its contours are not used. */
const mesh: NetSpec = {
  model: 'facemesh',
  size: 192,
  outputs: [
    ['Identity_1', 1],
    ['Identity_2', 468 * 3],
  ],
};

const antispoof: NetSpec = { model: 'antispoof', size: 128, outputs: [['Identity', 1]] };

/** Two numbers; the first is the result. */
const liveness: NetSpec = { model: 'liveness', size: 32, outputs: [['Identity', 2]] };

const dlib: NetSpec = { model: 'dlib', size: 150, outputs: [['descriptor', 128]] };

const mobilefacenet: NetSpec = {
  model: 'mobilefacenet',
  size: 112,
  outputs: [['MobileFaceNet/Logits/LinearConv1x1/BatchNorm/FusedBatchNorm', 192]],
};

/** faceres: the pooled features. Its other outputs, age and sex, are never requested. */
const faceres: NetSpec = { model: 'faceres', size: 224, outputs: [['global_pooling/Mean', 1024]] };

/** Nets that process every face, whatever the recognition nets. */
const COMMON_NETS = { detector, mesh, antispoof, liveness } as const;
/** Nets whose numbers distinguish faces. */
const EMBEDDING_NETS = { dlib, mobilefacenet, faceres } as const;

/** Every net of the face engine; not all are loaded. */
export const FACE_NETS = { ...COMMON_NETS, ...EMBEDDING_NETS } as const;

export type FaceNetName = keyof typeof FACE_NETS;
export type EmbeddingNet = keyof typeof EMBEDDING_NETS;

/** The possible sets of recognition nets, a setting of the appliance: the embedding nets, joined by `+`. The first is shipped. */
export const FACE_NETS_CHOICES = ['dlib+mobilefacenet', 'dlib+faceres', 'faceres'] as const;
export type FaceNetsChoice = (typeof FACE_NETS_CHOICES)[number];
export const SHIPPED_FACE_NETS = FACE_NETS_CHOICES[0];

/** The loaded nets, and their choice. */
export type FaceNets = Record<keyof typeof COMMON_NETS, Net> &
  Partial<Record<EmbeddingNet, Net>> & { choice: FaceNetsChoice };

/** Returns the embedding nets of a choice. */
export function embeddingNetsOf(choice: FaceNetsChoice): EmbeddingNet[] {
  return choice.split('+') as EmbeddingNet[];
}

/** Returns every net that is loaded for a choice. */
export function netNamesOf(choice: FaceNetsChoice): FaceNetName[] {
  return [...(Object.keys(COMMON_NETS) as (keyof typeof COMMON_NETS)[]), ...embeddingNetsOf(choice)];
}

/** Returns the length of the embeddings of a choice. */
export function embeddingLengthOf(choice: FaceNetsChoice): number {
  const outputs = embeddingNetsOf(choice).flatMap((net) => EMBEDDING_NETS[net].outputs.map(([, length]) => length));
  return outputs.reduce((sum, length) => sum + length, 0);
}

/** Loads every net of a choice, and no other. */
export async function loadFaceNets(loader: NetLoader, choice: FaceNetsChoice = SHIPPED_FACE_NETS): Promise<FaceNets> {
  const load = async (spec: NetSpec): Promise<Net> => guardNet(await loader.load(spec), spec);
  const nets: FaceNets = {
    choice,
    detector: await load(detector),
    mesh: await load(mesh),
    antispoof: await load(antispoof),
    liveness: await load(liveness),
  };
  for (const name of embeddingNetsOf(choice)) nets[name] = await load(EMBEDDING_NETS[name]);
  return nets;
}
