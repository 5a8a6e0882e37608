import type { Net } from '../net/net.ts';
import { CLASSES, NONE } from '../net/shape.ts';
import { bestOf, isSeen, type Scan, type Sight, type Spot, sampleAt, sightOf } from './sample.ts';
import type { StripPixels } from './window.ts';

/**
 * Sampling distances: first every fourth place, then those between. A character is visible from at least four places,
 * so between two certainly empty places there is none.
 */
const STRIDES = [4, 2, 1];
/** Logarithm of the probability from which a place is certainly empty: 0.95. */
const SURELY_NONE = Math.log(0.95);

/** Samples every place of the strip with `net`; between two places without a character it uses their mean. */
export async function scanStrip(net: Net, strip: StripPixels): Promise<Scan> {
  const sight = sightOf(strip);
  await completeScan(net, sight);
  return sight;
}

/** Does the same for a strip of which some places were already sampled, with the same result. */
export async function completeScan(net: Net, sight: Sight): Promise<void> {
  const { places, logs } = sight;
  for (const stride of STRIDES) {
    const isFirst = stride === STRIDES[0];
    const open: Spot[] = [];
    for (let place = isFirst ? 0 : stride; place < places; place += isFirst ? stride : 2 * stride) {
      const after = place + stride < places ? place + stride : place - stride;
      if (!isFirst && isBlank(logs, place - stride) && isBlank(logs, after))
        takeMean(sight, place, place - stride, after);
      else if (!isSeen(sight, place)) open.push({ sight, place });
    }
    await sampleAt(net, open);
  }
}

function isBlank(logs: Float32Array, place: number): boolean {
  return (logs[place * CLASSES + NONE] as number) >= SURELY_NONE;
}

function takeMean({ logs, best }: Sight, place: number, before: number, after: number): void {
  const [to, a, b] = [place * CLASSES, before * CLASSES, after * CLASSES];
  for (let i = 0; i < CLASSES; i++) logs[to + i] = ((logs[a + i] as number) + (logs[b + i] as number)) / 2;
  best[place] = bestOf(logs.subarray(to, to + CLASSES));
}

/** Combines several scans of one strip: the mean of their probabilities. All have the same places, all of them sampled. */
export function meanScan(scans: readonly Scan[]): Scan {
  const logs = new Float32Array(scans[0]?.logs.length ?? 0);
  for (let i = 0; i < logs.length; i++) {
    let sum = 0;
    for (const scan of scans) sum += Math.exp(scan.logs[i] ?? 0);
    logs[i] = Math.log(sum / scans.length);
  }
  const places = logs.length / CLASSES;
  const best = Float32Array.from({ length: places }, (_, i) => bestOf(logs.subarray(i * CLASSES, (i + 1) * CLASSES)));
  return { places, logs, best };
}
