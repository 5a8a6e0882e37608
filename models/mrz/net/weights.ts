import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../../ports.ts';
import { CLASSES, kernelSize, LAYERS, type LayerWeights } from './shape.ts';

/** The folder of the trained net: `net.f16`, its numbers, and `net.json`, its card. */
export const NET_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const NUMBERS = 'net.f16';
const CARD = 'net.json';

/** The origin of a net and its accuracy. */
export interface NetCard {
  version: string;
  sha256: string;
  /** How many drawn windows it was trained on. */
  samples: number;
  seed: number;
  holdout: {
    /** Windows drawn from another seed. */
    windows: number;
    /** Share of them that it classifies correctly, 0..1. */
    right: number;
  };
  /** Its result for the probe (`askProbe`). */
  probe: number[];
}

/** Returns the trained net. Throws `EngineError('unavailable')` if a file is missing, damaged or of another net. */
export function readNet(folder: string = NET_FOLDER): { weights: LayerWeights[] } & Pick<NetCard, 'version' | 'probe'> {
  const problem = 'The MRZ model (models/mrz/net.f16) is missing or damaged. Install Custos again.';
  try {
    const card = JSON.parse(readFileSync(join(folder, CARD), 'utf8')) as NetCard;
    const bytes = readFileSync(join(folder, NUMBERS));
    if (hashOf(bytes) !== card.sha256 || card.probe.length !== CLASSES) throw new EngineError('unavailable', problem);
    return { weights: fromBytes(bytes), version: card.version, probe: card.probe };
  } catch (error) {
    throw error instanceof EngineError ? error : new EngineError('unavailable', problem, error);
  }
}

/** Returns the version of the net in `folder`, without reading the net; null if there is none. */
export function netVersion(folder: string = NET_FOLDER): string | null {
  try {
    return (JSON.parse(readFileSync(join(folder, CARD), 'utf8')) as NetCard).version;
  } catch {
    return null;
  }
}

/** Writes a net and its card into `folder`. */
export function writeNet(folder: string, layers: readonly LayerWeights[], card: Omit<NetCard, 'sha256'>): void {
  const bytes = toBytes(layers);
  writeFileSync(join(folder, NUMBERS), bytes);
  writeFileSync(join(folder, CARD), `${JSON.stringify({ ...card, sha256: hashOf(bytes) }, null, 2)}\n`);
}

/** Layer by layer, kernel before bias, as little-endian numbers of two bytes: the rounding changes no probability that matters. */
function toBytes(layers: readonly LayerWeights[]): Uint8Array {
  const numbers = layers.flatMap(({ kernel, bias }) => [...kernel, ...bias]);
  return new Uint8Array(Float16Array.from(numbers).buffer);
}

/** Returns the net as it is after being written and read. */
export function rounded(layers: readonly LayerWeights[]): LayerWeights[] {
  return fromBytes(toBytes(layers));
}

function fromBytes(bytes: Uint8Array): LayerWeights[] {
  const numbers = new Float16Array(new Uint8Array(bytes).buffer);
  let from = 0;
  const take = (count: number): Float32Array => {
    from += count;
    return new Float32Array(numbers.subarray(from - count, from));
  };
  return LAYERS.map((layer) => ({ kernel: take(kernelSize(layer)), bias: take(layer.outputs) }));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
