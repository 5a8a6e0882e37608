import type { EngineVersion } from '../ports.ts';
import { WEIGHTS } from '../runtime/weights.ts';
import { type EmbeddingNet, embeddingNetsOf, FACE_NETS, type FaceNetsChoice } from './nets.ts';
import { DLIB_VIEWS, FACERES_VIEWS, MOBILEFACENET_VIEWS, type View } from './views.ts';

/** One net's part of an embedding. */
export interface Part {
  net: EmbeddingNet;
  views: readonly View[];
  /** The weight of its cosine in the cosine of two embeddings; those of a choice add up to 1. */
  weight: number;
}

/** One way to recognise faces. */
interface Recognition {
  /** The weight of each net's cosine in that of two embeddings; together 1. */
  weights: Partial<Record<EmbeddingNet, number>>;
  /** The cosine at which one person and two people are equally likely, at equal prior odds. */
  midpoint: number;
  /** How fast the odds change with the cosine: by a factor of e every `1 / slope`. */
  slope: number;
  /** The policy's values if no administrator sets them. */
  limits: NetLimits;
  /** The name in results and templates. */
  model: EngineVersion;
}

/** Limits of the policy that depend on the nets. */
interface NetLimits {
  /** The score from which at most 0.01 % of strangers match. */
  match_from: number;
  /** A cosine that no false pair reached. */
  duplicate_cosine_from: number;
}

const VIEWS: Readonly<Record<EmbeddingNet, readonly View[]>> = {
  dlib: DLIB_VIEWS,
  mobilefacenet: MOBILEFACENET_VIEWS,
  faceres: FACERES_VIEWS,
};

/**
 * The parameters of each choice of nets. Midpoint and slope define a logistic function of the cosine (Platt, "Probabilistic outputs for support
 * vector machines", 1999), fitted with equal weight on 300 true and all 624,014 false pairs of Labeled Faces in the Wild. The columns, in %: true
 * pairs above the cosine that 1, 0.1 and 0.01 % of the false ones reach; true pairs under a score of 0.2 and from 0.99 on; false ones from 0.99 on;
 * and the cosine that no false pair reached:
 *
 *   dlib+mobilefacenet   99.7   99.0   97.0   0.33   94.7   0.0040   0.862
 *   dlib+faceres         99.7   95.0   86.7   0      94.3   0.060    0.900
 *   faceres              97.0   89.3   77.7   0.33   87.0   0.059    0.743
 *
 * The weights minimise the cost in bits (as in `views.ts`): 0.0196 and 0.0259. One over the deviation of each net's cosines of false pairs (0.0342 of
 * dlib, 0.1445 of MobileFaceNet, 0.0714 of faceres) gives 0.8085, with as many true pairs and 0.0204 bits, and 0.676 and 0.0284. With 0.7, 86.0 % of
 * 150 true pairs match where one face was made 40 pixels wide and 92.7 % where it was saved as JPEG of quality 20; with 0.8085, 83.3 and 90.0 %.
 */
export const RECOGNITIONS: Readonly<Record<FaceNetsChoice, Recognition>> = {
  'dlib+mobilefacenet': {
    weights: { dlib: 0.7, mobilefacenet: 0.3 },
    midpoint: 0.7532,
    slope: 74.1,
    limits: { match_from: 0.99, duplicate_cosine_from: 0.87 },
    model: modelOf('dlib+mobilefacenet', 1),
  },
  'dlib+faceres': {
    weights: { dlib: 0.75, faceres: 0.25 },
    midpoint: 0.8203,
    slope: 160.9,
    limits: { match_from: 0.9995, duplicate_cosine_from: 0.91 },
    model: modelOf('dlib+faceres', 1),
  },
  faceres: {
    weights: { faceres: 1 },
    midpoint: 0.552,
    slope: 52,
    limits: { match_from: 0.999, duplicate_cosine_from: 0.76 },
    model: modelOf('faceres', 5),
  },
};

/** Returns the parts of an embedding, in order. */
export function partsOf(choice: FaceNetsChoice): Part[] {
  return embeddingNetsOf(choice).map((net) => ({
    net,
    views: VIEWS[net],
    weight: RECOGNITIONS[choice].weights[net] ?? 0,
  }));
}

/** Returns the choice whose embeddings a model produces; null: none that is known here. */
export function choiceOf({ name }: EngineVersion): FaceNetsChoice | null {
  const found = Object.entries(RECOGNITIONS).find(([, { model }]) => model.name === name);
  return found ? (found[0] as FaceNetsChoice) : null;
}

/**
 * Names each net by its package. `preparation` increases whenever the same face would produce a different embedding, because old ones must not be
 * compared with new ones. All backends produce equal embeddings (cosine over 0.9999), so the backend is not part of the version.
 */
function modelOf(choice: FaceNetsChoice, preparation: number): EngineVersion {
  const files = embeddingNetsOf(choice).map((net) => {
    const weight = WEIGHTS.find(({ file }) => file === `face/${FACE_NETS[net].model}.onnx`);
    return { source: weight?.from.split('/').slice(0, 2).join('/'), net, version: weight?.version };
  });
  return {
    name: `${files.map(({ source, net }) => `${source} ${net}`).join(', ')}, aligned`,
    version: `${files.map(({ version }) => version).join(', ')}+custos.${preparation}`,
  };
}
