import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import { moveOf, turnedFrom } from '../../models/liveness/rules.ts';
import { EngineError, type Engines, type FrameFace, type FrameMeasure, type Move } from '../../models/ports.ts';
import { encode } from '../eval/liveness/attacks.ts';
import { type ReliefPose, reliefOf } from '../eval/liveness/relief.ts';
import { drawSheet, FRAME } from '../eval/liveness/sheet.ts';
import { playPoses, runChallenge } from '../eval/liveness/simulate.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/weights', import.meta.url));
const WORKERS = { text: 1, face: 2, image: 1, pdf: 1 };
const SIDE = 500;
const FACE_PX = 250;
const ANGLES = [8, 16, 24, 32];
const ORDER = ['left', 'down', 'right'] as const satisfies Move[];

let engines: Engines;
/** A face of the package's own picture that looks straight ahead. */
let portrait: { width: number; height: number; pixels: Uint8Array };
let measured: FrameMeasure;

beforeAll(async () => {
  engines = createEngines({ weightsDir: WEIGHTS, languages: ['eng'], workers: WORKERS, limits: PATIENT_LIMITS });
  const picture = sharp(await cropFace(FACES.stranger)).resize(SIDE, SIDE, { fit: 'cover' });
  portrait = { width: SIDE, height: SIDE, pixels: new Uint8Array(await picture.removeAlpha().raw().toBuffer()) };
  [measured] = (await engines.liveness.measure([await encode(portrait)])) as [FrameMeasure];
});
afterAll(() => engines.close());

const faceOf = ({ face }: FrameMeasure): FrameFace => face ?? expect.fail('a face is found');
const direction = (move: Move, angle: number) => ({
  yaw: move === 'left' ? angle : move === 'right' ? -angle : 0,
  pitch: move === 'up' ? angle : move === 'down' ? -angle : 0,
});

/** The drawn head, a little elsewhere in each frame. */
function drawHead(): (move: Move, angle: number) => Promise<Buffer> {
  const draw = reliefOf(portrait, faceOf(measured).points);
  let frames = 0;
  return (move, angle) => {
    frames += 1;
    const pose: ReliefPose = { ...direction(move, angle), roll: 0, x: frames % 5, y: frames % 3, heightPx: FACE_PX };
    return encode(draw(pose));
  };
}

async function posesOf(draw: (move: Move, angle: number) => Promise<Buffer>) {
  const measure = async (move: Move, angles: readonly number[]): Promise<FrameMeasure[]> =>
    engines.liveness.measure(await Promise.all(angles.map((angle) => draw(move, angle))));
  const most = ANGLES.at(-1) ?? 0;
  const way = { left: [], right: [], up: [], down: [] } as Record<Move, FrameMeasure[]>;
  const end = { left: [], right: [], up: [], down: [] } as Record<Move, FrameMeasure[]>;
  for (const move of new Set<Move>(ORDER)) {
    way[move] = await measure(move, ANGLES.slice(0, -1));
    end[move] = await measure(move, [most, most]);
  }
  return { ahead: await measure('left', [0, 0, 0]), way, end };
}

describe('frames of a challenge', () => {
  it('are measured in the threads of the face engine: angles, points, embedding, background', () => {
    const face = faceOf(measured);
    expect(measured).toMatchObject({
      width: SIDE,
      height: SIDE,
      faces: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Math.abs(face.yaw)).toBeLessThan(12);
    expect(face.points).toHaveLength(3 * 468);
    expect(Math.hypot(...(face.embedding ?? []))).toBeCloseTo(1, 2);
    expect(measured.backdrop).toHaveLength(48);
  });

  it('without a face say so, and a file that is no JPEG is refused', async () => {
    const grey = { ...FRAME, pixels: new Uint8Array(3 * FRAME.width * FRAME.height).fill(90) };
    const [blank] = await engines.liveness.measure([await encode(grey)], { embeddings: false });
    expect(blank).toMatchObject({ face: null, faces: 0 });
    const png = await sharp(grey.pixels, { raw: { ...FRAME, channels: 3 } })
      .png()
      .toBuffer();
    for (const file of [png, Buffer.from('no picture')])
      await expect(engines.liveness.measure([file])).rejects.toMatchObject({
        name: EngineError.name,
        failure: 'bad_input',
      });
  });

  it('that take too long end with their thread, which is replaced', async () => {
    const limits = { ...PATIENT_LIMITS, frameTimeoutMs: 1 };
    const hasty = createEngines({
      weightsDir: WEIGHTS,
      languages: ['eng'],
      workers: WORKERS,
      backend: 'native',
      limits,
    });
    try {
      const frame = await encode(portrait);
      await expect(hasty.liveness.measure([frame])).rejects.toMatchObject({ failure: 'timeout' });
      expect((await hasty.face.recognise(portrait, { within: 'whole' })).faces).toHaveLength(1);
    } finally {
      await hasty.close();
    }
  });

  it('of a head that turns have the sign of the turn, and the challenge is proven', async () => {
    const poses = await posesOf(drawHead());
    const ahead = faceOf(poses.ahead[0] as FrameMeasure);
    for (const move of ORDER) expect(moveOf(turnedFrom(ahead, faceOf(poses.end[move][0] as FrameMeasure)))).toBe(move);
    const play = playPoses(poses, (asked) => asked);
    expect(runChallenge(engines.liveness.model, ORDER, play)).toMatchObject({ verdict: 'proven', reasons: [] });
  });

  it('of a photograph that is tilted have no parallax, and the challenge is not proven', async () => {
    const background = { ...FRAME, pixels: new Uint8Array(3 * FRAME.width * FRAME.height).fill(120) };
    const widthPx = (SIDE * FACE_PX) / faceOf(measured).heightPx;
    let frames = 0;
    const poses = await posesOf((move, angle) => {
      frames += 1;
      const held = {
        ...direction(move, angle),
        roll: 0,
        bend: 0,
        upright: false,
        x: frames % 5,
        y: frames % 3,
        widthPx,
      };
      return encode(drawSheet(portrait, held, background));
    });
    expect(
      runChallenge(
        engines.liveness.model,
        ORDER,
        playPoses(poses, (asked) => asked),
      ).verdict,
    ).not.toBe('proven');
  });
});
