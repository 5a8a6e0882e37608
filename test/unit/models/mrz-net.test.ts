import { beforeAll, describe, expect, test } from 'vitest';
import { createNativeNet } from '../../../models/mrz/net/native-net.ts';
import type { Net } from '../../../models/mrz/net/net.ts';
import { probeNet } from '../../../models/mrz/net/probe.ts';
import { CLASSES, type LayerWeights, WINDOW_PIXELS } from '../../../models/mrz/net/shape.ts';
import { createWasmNet } from '../../../models/mrz/net/wasm-net.ts';
import { readNet } from '../../../models/mrz/net/weights.ts';
import { startTensorflow, tf } from '../../../models/runtime/tensorflow.ts';
import { WEIGHTS_DIR } from '../../../models/runtime/weights.ts';
import { seededRandom } from '../../support/random.ts';

const { weights, probe } = readNet();

function noise(count: number, seed: number): Float32Array {
  const next = seededRandom(seed);
  return Float32Array.from({ length: count * WINDOW_PIXELS }, () => 3 * next() - 1.5);
}

describe('the net in onnxruntime', () => {
  let net: Net;
  beforeAll(async () => {
    net = await createNativeNet(weights);
  });

  test('says what it says in TensorFlow.js, also of windows behind the first batch', async () => {
    const count = 300;
    const windows = noise(count, 11);
    const logs = await net.classify(windows);
    expect(logs).toHaveLength(count * CLASSES);
    await startTensorflow(WEIGHTS_DIR);
    const expected = await createWasmNet(tf, weights).classify(windows);
    expect(Math.max(...expected.map((log, i) => Math.abs(log - (logs[i] ?? 0))))).toBeLessThan(1e-4);
  });

  test('is believed after its probe, which tells how long a zone takes', async () => {
    expect((await probeNet(net, probe)).tookMs).toBeGreaterThan(0);
  });

  test('with one weight of another net it is not', async () => {
    const [first, ...rest] = weights as [LayerWeights, ...LayerWeights[]];
    const kernel = first.kernel.slice();
    kernel[40] = 3;
    const other = await createNativeNet([{ ...first, kernel }, ...rest]);
    await expect(probeNet(other, probe)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  test('that gives no numbers is at fault itself', async () => {
    const [first, ...rest] = weights as [LayerWeights, ...LayerWeights[]];
    const broken = await createNativeNet([{ ...first, bias: first.bias.map(() => Number.NaN) }, ...rest]);
    await expect(broken.classify(noise(1, 1))).rejects.toMatchObject({ failure: 'crashed' });
  });
});
