import type { Point } from '../ports.ts';
import type { Net } from '../runtime/nets.ts';
import { alignTo } from './align.ts';
import type { Crops } from './crops.ts';
import { type EmbeddingNet, FACE_NETS, type FaceNets } from './nets.ts';
import { type Part, partsOf } from './recognition.ts';

/** Returns the embedding of the face with these mesh points, a vector of length 1. */
export type EmbedFace = (crops: Crops, mesh: readonly Point[]) => Promise<number[]>;

/**
 * Embeds faces with the nets of the choice. A net's results for its views are added and scaled to length 1; then each net's numbers are weighted by
 * the root of its weight and concatenated. The cosine of two such embeddings is the weighted mean of the nets' own cosines.
 */
export function createEmbedder(nets: Pick<FaceNets, EmbeddingNet | 'choice'>): EmbedFace {
  const parts = partsOf(nets.choice);
  return async (crops, mesh) => {
    const embedding: number[] = [];
    for (const part of parts) {
      const numbers = await embedBy(nets[part.net], part, { crops, mesh });
      const share = Math.sqrt(part.weight);
      for (const number of numbers) embedding.push(share * number);
    }
    return embedding;
  };
}

/** Returns a net's sum over its views, scaled to length 1. */
async function embedBy(
  net: Net | undefined,
  { net: name, views }: Part,
  { crops, mesh }: { crops: Crops; mesh: readonly Point[] },
): Promise<number[]> {
  if (net === undefined) throw new Error(`The net ${name} is not loaded.`);
  const sum: number[] = [];
  for (const { places, form } of views) {
    const [features = []] = await net.run(crops.square(alignTo(places, mesh), FACE_NETS[name].size, form));
    for (const [i, feature] of features.entries()) sum[i] = (sum[i] ?? 0) + feature;
  }
  return normalise(sum);
}

function normalise(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
