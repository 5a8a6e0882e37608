import { beforeAll, describe, expect, test } from 'vitest';
import { createNativeNet } from '../../../models/mrz/net/native-net.ts';
import { type Net, toLogProbabilities } from '../../../models/mrz/net/net.ts';
import { computePlainly } from '../../../models/mrz/net/plain.ts';
import { probeNet } from '../../../models/mrz/net/probe.ts';
import { CLASSES, type LayerWeights, WINDOW_PIXELS } from '../../../models/mrz/net/shape.ts';
import { readNet } from '../../../models/mrz/net/weights.ts';
import { seededRandom } from '../../support/random.ts';

const { weights } = readNet();

function noise(count: number, seed: number): Float32Array {
  const next = seededRandom(seed);
  return Float32Array.from({ length: count * WINDOW_PIXELS }, () => 3 * next() - 1.5);
}

describe('the net in onnxruntime', () => {
  let net: Net;
  beforeAll(async () => {
    net = await createNativeNet(weights);
  });

  test('says what plain arithmetic says, also of windows behind the first batch', async () => {
    const count = 300;
    const windows = noise(count, 11);
    const logs = await net.classify(windows);
    expect(logs).toHaveLength(count * CLASSES);
    for (const at of [0, 1, 127, 128, 299]) {
      const window = windows.subarray(at * WINDOW_PIXELS, (at + 1) * WINDOW_PIXELS);
      const expected = toLogProbabilities(computePlainly(weights, window));
      const given = logs.subarray(at * CLASSES, (at + 1) * CLASSES);
      expect(Math.max(...expected.map((log, i) => Math.abs(log - (given[i] ?? 0))))).toBeLessThan(1e-4);
    }
  });

  test('is believed after its probe, which tells how long a zone takes', async () => {
    expect((await probeNet(net, weights)).tookMs).toBeGreaterThan(0);
  });

  test('with one weight of another net it is not', async () => {
    const [first, ...rest] = weights as [LayerWeights, ...LayerWeights[]];
    const kernel = first.kernel.slice();
    kernel[40] = 3;
    const other = await createNativeNet([{ ...first, kernel }, ...rest]);
    await expect(probeNet(other, weights)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  test('that gives no numbers is at fault itself', async () => {
    const [first, ...rest] = weights as [LayerWeights, ...LayerWeights[]];
    const broken = await createNativeNet([{ ...first, bias: first.bias.map(() => Number.NaN) }, ...rest]);
    await expect(broken.classify(noise(1, 1))).rejects.toMatchObject({ failure: 'crashed' });
  });
});
