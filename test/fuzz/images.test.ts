import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageEngine, PICTURE_WORKER } from '../../models/image/engine.ts';
import { type DecodedImage, EngineError } from '../../models/ports.ts';
import { createQualityEngine } from '../../models/quality/engine.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { startTestServer } from '../support/server.ts';
import { blindEngines } from './blind-engines.ts';
import { expectHeldBack, type Held, type Margin, measureHeld } from './held.ts';
import { oddPicture } from './images/odd-picture.ts';
import { draw } from './images/right.ts';
import type { OddPicture } from './images/types.ts';
import { fuzzRun } from './run.ts';
import { expectEnded, sendFile } from './send-file.ts';

const MIB = 2 ** 20;
/** The allocator keeps the 150 MB that one picture of 50 million pixels took; hundreds of such pictures would not fit. */
const MARGIN: Margin = { heapBytes: 24 * MIB, outsideBytes: 320 * MIB, handles: 4 };
const { imagePixelsMax, workingSidePixelsMax } = LIMITS;

const pool = new WorkerPool({
  name: 'image',
  script: PICTURE_WORKER,
  data: { imagePixelsMax, workingSidePixelsMax },
  size: 1,
  queueMax: 10,
  loadTimeoutMs: 60_000,
  heapBytesMax: 768 * 2 ** 20,
});
// Ten times the limit: the test looks for hangs.
const engine = createImageEngine(pool, 10 * LIMITS.imageTimeoutMs);
beforeAll(() => pool.warm());
afterAll(() => pool.close());

it('a picture file is decoded or refused, whatever it holds, and the engine goes on', async () => {
  const run = fuzzRun('Pictures', { share: 4, whole: 1_000 });
  let before: Held | null = null;
  const seen = { taken: 0, damaged: 0, refused: 0 };
  for (const { at, random, hint } of run.cases) {
    if (at === Math.floor(run.count / 4)) before = await measureHeld();
    const { kind, ...odd } = await oddPicture(random);
    const told = `${hint} (${kind}, ${odd.bytes.length} bytes)`;
    const decoded = await outcome(() => engine.decode(odd.bytes), told, odd.maySlow);
    const header = await outcome(() => engine.inspect(odd.bytes.subarray(0)), told);
    if (!decoded) seen.refused += 1;
    else {
      seen[decoded.damaged ? 'damaged' : 'taken'] += 1;
      expect(header, told).toEqual({ ...decoded.original, pages: 1 });
      expectPicture(decoded, told);
    }
    expectAsMeant(decoded, odd, told);
  }
  console.info(`Pictures: ${JSON.stringify(seen)}`);
  expect((await engine.decode(await draw(Math.random, 90, 60).png().toBuffer())).damaged).toBe(false);
  if (before) expectHeldBack('Pictures', before, await measureHeld(), MARGIN);
});

/** What the engine returned, or null if it refused the file. Throws if it did neither. */
async function outcome<T>(work: () => Promise<T>, told: string, maySlow = false): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const allowed = maySlow ? ['bad_input', 'timeout'] : ['bad_input'];
    expect(allowed, `${told}: ${error.message}`).toContain(error.failure);
    return null;
  }
}

function expectPicture({ image, original }: DecodedImage, told: string): void {
  const { width, height, pixels } = image;
  expect(pixels.length, told).toBe(width * height * 3);
  expect(Math.min(width, height, original.width, original.height), told).toBeGreaterThan(0);
  expect(Math.max(width, height), told).toBeLessThanOrEqual(workingSidePixelsMax);
  expect(original.width * original.height, told).toBeLessThanOrEqual(imagePixelsMax);
}

function expectAsMeant(decoded: DecodedImage | null, { expected, isTorn }: OddPicture, told: string): void {
  if (expected === 'refused') expect(decoded, told).toBeNull();
  if (expected === 'picture') expect(decoded, told).not.toBeNull();
  if (expected === 'undamaged') expect(decoded?.damaged, told).toBe(false);
  if (isTorn && decoded) expect(decoded.damaged, told).toBe(true);
}

it('sent to the appliance, it is refused by the contract, or its record goes to an end', async () => {
  const run = fuzzRun('Pictures over the API', { share: 1, whole: 120 });
  const quality = createQualityEngine(pool, 10 * LIMITS.imageTimeoutMs);
  const many = 1_000_000;
  await using server = await startTestServer({
    engines: blindEngines({ image: engine, quality }),
    config: { createsPerMinute: many, requestsPerMinute: many },
  });
  const ids: string[] = [];
  for (const { random, hint } of run.cases) {
    const { kind, bytes } = await oddPicture(random);
    const id = await sendFile(server, bytes, `${hint} (${kind})`);
    if (id) ids.push(id);
  }
  await server.settle();
  await expectEnded(server, ids);
});
