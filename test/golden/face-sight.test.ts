import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { Crops } from '../../models/face/crops.ts';
import { createLook } from '../../models/face/look.ts';
import { type FaceNets, loadFaceNets } from '../../models/face/nets.ts';
import { anglesOf } from '../../models/liveness/angles.ts';
import { startNets } from '../../models/runtime/start-nets.ts';
import { framingOf } from '../../renderer/capture/face/guide.ts';
import { seeFaces } from '../../renderer/capture/face/sight.ts';
import { cropFace, FACES } from '../support/faces.ts';

const WEIGHTS = join(fileURLToPath(new URL('../..', import.meta.url)), 'models/weights');
const FRAME = { width: 640, height: 480 };
/** The page's crops have no kernel, so its height of a face may differ by this share from the appliance's. */
const DIFFERENCE_MAX = 0.04;

let nets: FaceNets;
beforeAll(async () => {
  nets = await loadFaceNets(await startNets('wasm', WEIGHTS));
});

/** A frame of a camera with these faces at these places, in pixels. */
async function draw(
  faces: readonly { left: number; top: number; size: number }[],
  change: (frame: Sharp) => Sharp = (frame) => frame,
) {
  const shade = { r: 150, g: 150, b: 150 };
  const layers = faces.map(async ({ left, top, size }, i) => ({
    input: await cropFace(i === 0 ? FACES.stranger : FACES.woman, { size }),
    left,
    top,
  }));
  const drawn = await sharp({ create: { ...FRAME, channels: 3, background: shade } })
    .composite(await Promise.all(layers))
    .png()
    .toBuffer();
  const { data } = await change(sharp(drawn)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { ...FRAME, rgba: new Uint8ClampedArray(data) };
}

it('the page sees a face as the appliance does', async () => {
  const pixels = await draw([{ left: 140, top: 60, size: 340 }]);
  const { faces, face } = await seeFaces(nets, pixels);
  expect(faces).toBe(1);
  const rgb = new Uint8Array(FRAME.width * FRAME.height * 3).map((_, i) => {
    return pixels.rgba[Math.floor(i / 3) * 4 + (i % 3)] ?? 0;
  });
  using crops = new Crops({ ...FRAME, pixels: rgb }, 256);
  const [own] = await createLook(nets, crops)({ x: 0, y: -80, side: 640 });
  const height = anglesOf(own?.mesh.flatMap(({ x, y, z }) => [x, y, z]) ?? []).heightPx;
  expect(Math.abs((face?.heightPx ?? 0) / height - 1)).toBeLessThan(DIFFERENCE_MAX);
  expect(face?.x).toBeCloseTo(0.48, 1);
  expect(Math.abs(face?.yaw ?? 90)).toBeLessThan(12);
  expect(face?.brightness).toBeGreaterThan(60);
});

it('the page sees two faces, and none', async () => {
  const two = await draw([
    { left: 20, top: 80, size: 260 },
    { left: 340, top: 80, size: 260 },
  ]);
  expect((await seeFaces(nets, two)).faces).toBe(2);
  expect(await seeFaces(nets, await draw([]))).toEqual({ faces: 0, face: null });
});

it('a face in the dark or out of focus gets a message, and a good one none', async () => {
  const place = { left: 150, top: 70, size: 340 };
  const messageFor = async (change?: (frame: Sharp) => Sharp) =>
    framingOf(await seeFaces(nets, await draw([place], change)), null);
  expect(await messageFor()).toBeNull();
  expect(await messageFor((frame) => frame.linear(0.25))).toBe('too_dark');
  expect(await messageFor((frame) => frame.blur(5))).toBe('blurred');
  // In the dark the focus cannot be judged.
  expect(await messageFor((frame) => frame.blur(5).linear(0.25))).toBe('too_dark');
});
