import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { cosineOf } from '../../models/face/compare.ts';
import { Crops } from '../../models/face/crops.ts';
import { createEmbedder } from '../../models/face/embed.ts';
import { createLook } from '../../models/face/look.ts';
import { FACE_NETS, type FaceNets, loadFaceNets } from '../../models/face/nets.ts';
import { startNets } from '../../models/runtime/start-nets.ts';
import { FACES } from '../support/faces.ts';
import { createHead, type Head, type Pose } from '../support/head.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/weights', import.meta.url));
/** Vertices of the mesh: the tip of the nose, and the outer corners of the eyes. */
const [NOSE, LEFT_CORNER, RIGHT_CORNER] = [1, 33, 263] as const;
/** A score of 0.99 (`models/face/compare.ts`) begins at about this cosine. */
const SAME_PERSON = 0.75;

let nets: FaceNets;
let head: Head;
beforeAll(async () => {
  nets = await loadFaceNets(await startNets('native', WEIGHTS));
  head = await createHead(FACES.stranger);
});

/** Returns where the only face's nose is between the eyes, in distances between them, and its embedding. */
async function see(pose: Pose) {
  const picture = head.draw(pose);
  using crops = new Crops(picture, FACE_NETS.mesh.size * 2);
  const faces = await createLook(nets, crops)({ x: 0, y: -80, side: 640 });
  expect(faces, JSON.stringify(pose)).toHaveLength(1);
  const mesh = faces[0]?.mesh ?? [];
  const at = (i: number) => mesh[i] ?? { x: 0, y: 0 };
  const [nose, left, right] = [at(NOSE), at(LEFT_CORNER), at(RIGHT_CORNER)];
  const apart = Math.hypot(right.x - left.x, right.y - left.y);
  return {
    across: (nose.x - (left.x + right.x) / 2) / apart,
    down: (nose.y - (left.y + right.y) / 2) / apart,
    embedding: await createEmbedder(nets)(crops, mesh),
  };
}

test('the real nets see the drawn head turn, and know its face in every pose', async () => {
  const ahead = await see({});
  const [left, right, up, down] = [
    await see({ left: 30 }),
    await see({ left: -30 }),
    await see({ up: 20 }),
    await see({ up: -20 }),
  ];
  expect(left.across - ahead.across, "the person's left is the picture's right").toBeGreaterThan(0.15);
  expect(right.across - ahead.across).toBeLessThan(-0.15);
  expect(up.down - ahead.down).toBeLessThan(-0.1);
  expect(down.down - ahead.down).toBeGreaterThan(0.1);
  for (const turned of [left, right, up, down])
    expect(cosineOf(turned.embedding, ahead.embedding)).toBeGreaterThan(SAME_PERSON);
});
