import { describe, expect, test } from 'vitest';
import { anglesOf } from '../../../models/liveness/angles.ts';
import { backdropOf, COVERED } from '../../../models/liveness/backdrop.ts';
import { createLivenessEngine } from '../../../models/liveness/engine.ts';
import { createLiveJudge, judge } from '../../../models/liveness/judge.ts';
import { foreshortening, parallaxOf } from '../../../models/liveness/parallax.ts';
import { moveOf, RULES, turnedFrom } from '../../../models/liveness/rules.ts';
import type { ProofInput } from '../../../models/liveness/types.ts';
import { EngineError, type FrameMeasure, MOVES, type Move } from '../../../models/ports.ts';
import { type HeadPose, headMeasure, headPoints } from '../../support/heads.ts';

const MODEL = { name: 'test', version: '1' };
const ME = [1, 0];
/** A stranger to `ME`. */
const OTHER = [0, 1];
const AHEAD: HeadPose = {};
const POSES: Record<Move, HeadPose> = {
  left: { yaw: 32 },
  right: { yaw: -32 },
  up: { pitch: 26 },
  down: { pitch: -26 },
};
const STEPS = 5;

/** The pose at a share of the way to another one. */
const part = ({ yaw = 0, pitch = 0, ...rest }: HeadPose, share: number): HeadPose => ({
  ...rest,
  yaw: yaw * share,
  pitch: pitch * share,
});

/** One head that does what it is asked, at ten frames a second, each frame a little different. */
function perform(
  moves: readonly Move[],
  poses = POSES,
  flat = false,
): ProofInput & { frames: { measure: FrameMeasure; pageMs: number; serverMs: number; batch: number }[] } {
  const frames: { measure: FrameMeasure; pageMs: number; serverMs: number; batch: number }[] = [];
  const told: { move: Move; serverMs: number; pageFrame: number }[] = [];
  const add = (pose: HeadPose): void => {
    const i = frames.length;
    const measure = headMeasure({ ...pose, flat, x: 320 + (i % 7) / 2 }, `${i}`, ME);
    frames.push({ measure, pageMs: 100 * i, serverMs: 100 * i + 40, batch: Math.floor(i / 6) });
  };
  for (let i = 0; i < 4; i++) add(AHEAD);
  for (const move of moves) {
    told.push({ move, serverMs: 100 * frames.length, pageFrame: frames.length });
    for (let i = 1; i <= STEPS; i++) add(part(poses[move], i / STEPS));
    for (let i = 0; i < 3; i++) add(poses[move]);
    for (let i = STEPS - 1; i >= 0; i--) add(part(poses[move], i / STEPS));
    for (let i = 0; i < 2; i++) add(AHEAD);
  }
  return { model: MODEL, moves, frames, told };
}

/** The same with one thing changed in each frame from `from` on, up to `to`. */
function change(
  input: ReturnType<typeof perform>,
  from: number,
  to: number,
  how: (measure: FrameMeasure, i: number) => FrameMeasure,
): ProofInput {
  return {
    ...input,
    frames: input.frames.map((frame, i) =>
      i < from || i >= to ? frame : { ...frame, measure: how(frame.measure, i) },
    ),
  };
}

const ORDER = ['left', 'up', 'right'] as const;

describe('parallax', () => {
  test('a flat picture has none, however it is held; a head has much of it, with the sign of its turn', () => {
    const ahead = headPoints();
    for (const pose of [{ yaw: 35 }, { pitch: -30 }, { yaw: -40, pitch: 20, roll: 10, x: 200 }]) {
      const flat = parallaxOf(headPoints({ flat: true }), headPoints({ ...pose, flat: true }), 240);
      expect(Math.hypot(flat.noseX, flat.noseY)).toBeLessThan(0.01);
      expect(flat.residual).toBeLessThan(0.05);
    }
    const left = parallaxOf(ahead, headPoints({ yaw: 30 }), 240);
    expect(left.noseX).toBeGreaterThan(RULES.sideways.nose);
    expect(left.residual).toBeGreaterThan(RULES.sideways.residual);
    expect(parallaxOf(ahead, headPoints({ pitch: 25 }), 240).noseY).toBeLessThan(-RULES.up.nose);
  });

  test('a picture that is tilted is as narrow as the cosine of its tilt', () => {
    const flat = (yaw: number) => headPoints({ yaw, flat: true });
    expect(foreshortening(flat(0), flat(40))).toBeCloseTo(Math.cos((40 * Math.PI) / 180), 5);
  });

  test.each(MOVES)('a head that goes %s is seen to, and its picture is not', (move) => {
    const face = (pose: HeadPose) => headMeasure(pose, '', ME).face ?? expect.fail('it has a face');
    expect(moveOf(turnedFrom(face(AHEAD), face(POSES[move])))).toBe(move);
    expect(moveOf(turnedFrom(face({ flat: true }), face({ ...POSES[move], flat: true })))).toBeNull();
  });

  test('angles are those of the head', () => {
    const { yaw, roll } = anglesOf(headPoints({ yaw: 25, roll: 8 }));
    expect(yaw).toBeCloseTo(25, 0);
    expect(roll).toBeCloseTo(8, 0);
    expect(anglesOf(headPoints({ pitch: 20 })).pitch).toBeCloseTo(20, 0);
  });
});

describe('a challenge', () => {
  test('that a head follows is proven, by frames that show the moves; the selfie looks ahead', () => {
    const input = perform(ORDER);
    const proof = judge(input);
    expect(proof).toMatchObject({ verdict: 'proven', reasons: [] });
    expect(proof.frontal).toBeLessThan(4);
    expect(proof.proving.length).toBe(RULES.aheadFrames + 3 * RULES.moveFrames + 3 * RULES.backFrames);
  });

  test('is proven again by the frames that were kept', () => {
    const input = perform(ORDER);
    const { proving } = judge(input);
    const kept = input.frames.flatMap((_, i) =>
      proving.includes(i) || input.told.some(({ pageFrame }) => pageFrame === i) ? [i] : [],
    );
    const told = input.told.map((one) => ({ ...one, pageFrame: kept.indexOf(one.pageFrame) }));
    const frames = kept.map((i) => input.frames[i] ?? expect.fail('it is one of them'));
    expect(judge({ ...input, frames, told, thinned: true })).toMatchObject({ verdict: 'proven', reasons: [] });
    expect(judge({ ...input, frames: frames.slice(0, -6), told, thinned: true }).verdict).toBe('not_proven');
  });

  test('with a flat picture of the head is suspected', () => {
    expect(judge(perform(ORDER, POSES, true))).toMatchObject({
      verdict: 'suspected',
      reasons: expect.arrayContaining(['flat']),
    });
  });

  test('that shows the moves in another order is not proven', () => {
    const played = perform(['up', 'left', 'right']);
    const told = played.told.map((one, i) => ({ ...one, move: ORDER[i] as Move }));
    expect(judge({ ...played, moves: ORDER, told })).toMatchObject({
      verdict: 'not_proven',
      reasons: expect.arrayContaining(['wrong_move']),
    });
  });

  test('whose moves were not told as they are claimed is not proven', () => {
    const input = perform(ORDER);
    expect(judge({ ...input, moves: ['left', 'up', 'down'] }).verdict).toBe('not_proven');
    expect(judge({ ...input, told: input.told.slice(0, 2) }).verdict).toBe('not_proven');
    expect(judge({ ...input, frames: [] })).toMatchObject({ verdict: 'not_proven', frontal: null });
  });

  const rich = perform(ORDER);
  const all = rich.frames.length;
  const lost = (measure: FrameMeasure): FrameMeasure => ({ ...measure, face: null, faces: 0 });
  const someone = (measure: FrameMeasure): FrameMeasure => ({
    ...measure,
    face: measure.face && { ...measure.face, embedding: OTHER },
  });
  const faults: [name: string, input: ProofInput, reason: string, verdict: string][] = [
    ['jumps from one pose to the next', perform(ORDER, { ...POSES, left: { yaw: 100 } }), 'jump', 'not_proven'],
    [
      'moves on while frames are missing',
      {
        ...perform(ORDER, { ...POSES, left: { yaw: 100 } }),
        frames: perform(ORDER, { ...POSES, left: { yaw: 100 } }).frames.map((one, i) => ({
          ...one,
          pageMs: one.pageMs + (i > 3 ? 400 : 0),
        })),
      },
      'frames_missing',
      'not_proven',
    ],
    ['loses the face for three frames', change(rich, 6, 9, lost), 'face_lost', 'not_proven'],
    ['goes on with another face', change(rich, 8, all, someone), 'another_face', 'suspected'],
    ['shows another face only turned', change(rich, 8, 12, someone), 'another_face', 'suspected'],
    [
      'has no embeddings',
      change(rich, 0, all, (one) => ({ ...one, face: one.face && { ...one.face, embedding: null } })),
      'another_face',
      'suspected',
    ],
    [
      'sends a file twice',
      change(rich, 9, 10, () => rich.frames[8]?.measure ?? expect.fail()),
      'repeated_frame',
      'suspected',
    ],
    [
      'is frozen',
      change(rich, 20, 26, (one) => ({ ...one, face: rich.frames[20]?.measure.face ?? null })),
      'repeated_frame',
      'suspected',
    ],
    [
      'changes its place',
      change(rich, 10, all, (one) => ({ ...one, backdrop: one.backdrop.map((_, i) => (i % 4) * 60) })),
      'background_changed',
      'suspected',
    ],
    ['has a crowd', change(rich, 0, all, (one) => ({ ...one, faces: 2 })), 'no_face', 'not_proven'],
    [
      'is slow',
      { ...rich, frames: rich.frames.map((one, i) => ({ ...one, pageMs: 300 * i })) },
      'too_few_frames',
      'not_proven',
    ],
    [
      'pauses',
      { ...rich, frames: rich.frames.map((one, i) => ({ ...one, pageMs: one.pageMs + (i > 9 ? 1000 : 0) })) },
      'too_slow',
      'not_proven',
    ],
    [
      'takes too long for a move',
      { ...rich, told: rich.told.map((one) => ({ ...one, serverMs: one.serverMs - 7_000 })) },
      'move_not_seen',
      'not_proven',
    ],
  ];
  test.each(faults)('that %s is not proven', (_, input, reason, verdict) => {
    const proof = judge(input);
    expect(proof.reasons).toContain(reason);
    expect(proof.verdict).toBe(verdict);
  });

  test('tells the person what to do', () => {
    const live = createLiveJudge({ model: MODEL });
    let ms = 0;
    const say = (measure: FrameMeasure) => {
      ms += 100;
      return live.add(measure, ms, ms);
    };
    const seen = (pose: HeadPose) => headMeasure({ ...pose, x: 320 + ms / 1000 }, `${ms}`, ME);
    live.expect('ahead', 0);
    expect(say(lost(seen(AHEAD))).message).toBe('no_face');
    expect(say({ ...seen(AHEAD), faces: 2 }).message).toBe('several_faces');
    expect(say(seen({ heightPx: 120 })).message).toBe('too_far');
    expect(say(seen({ heightPx: 470 })).message).toBe('too_close');
    expect(say(seen({ yaw: 30 })).message).toBe('look_ahead');
    const aside = seen(AHEAD);
    expect(
      say({ ...aside, face: aside.face && { ...aside.face, box: { x: 0, y: 0, width: 200, height: 200 } } }).message,
    ).toBe('off_center');
    expect([say(seen(AHEAD)), say(seen(AHEAD)), say(seen(AHEAD))].map(({ seen: isSeen }) => isSeen)).toEqual([
      false,
      false,
      true,
    ]);
    live.expect('left', ms);
    expect(say(seen({ yaw: 2 })).message).toBe('turn_left');
    expect(say(seen({ yaw: 17 })).message).toBe('too_fast');
    expect(say(seen({ yaw: 40 })).failed).toBe('jump');
  });
});

describe('the engine', () => {
  const answering = (answer: (jpeg: Uint8Array) => unknown) => {
    const calls: { operation: string; timeoutMs: number }[] = [];
    const engine = createLivenessEngine(
      {
        async call({ operation, timeoutMs, input, isAnswer }) {
          calls.push({ operation, timeoutMs });
          const given = answer((input() as { input: { jpeg: Uint8Array } }).input.jpeg);
          if (!isAnswer?.(given)) throw new EngineError('nonsense', 'as a pool would');
          return given;
        },
      },
      5_000,
    );
    return { engine, calls };
  };
  const measure = (jpeg: Uint8Array): FrameMeasure => headMeasure({}, jpeg, new Array(320).fill(0.05));
  const frames = Array.from({ length: 7 }, (_, i) => Uint8Array.of(i));

  test('asks for one frame a call, each with the time limit, and answers in order', async () => {
    const { engine, calls } = answering(measure);
    const measured = await engine.measure(frames);
    expect(measured.map(({ sha256 }) => sha256)).toEqual(frames.map((frame) => measure(frame).sha256));
    expect(calls).toEqual(frames.map(() => ({ operation: 'measureFrame', timeoutMs: 5_000 })));
  });

  test.each<[string, (one: FrameMeasure) => unknown]>([
    ['too few points', (one) => ({ ...one, face: { ...one.face, points: new Float32Array(3) } })],
    ['an angle that no head has', (one) => ({ ...one, face: { ...one.face, yaw: 400 } })],
    ['a face where there is none', (one) => ({ ...one, faces: 0 })],
    ['an embedding of other nets', (one) => ({ ...one, face: { ...one.face, embedding: [1] } })],
    ['no hash', (one) => ({ ...one, sha256: 'none' })],
  ])('takes no answer with %s', async (_, change) => {
    const { engine } = answering((jpeg) => change(measure(jpeg)));
    await expect(engine.measure(frames)).rejects.toMatchObject({ failure: 'nonsense' });
  });
});

test('the background is measured where the person is not', () => {
  const pixels = new Uint8Array(640 * 480 * 3).fill(77);
  const fields = backdropOf({ width: 640, height: 480, pixels }, { x: 220, y: 160, width: 200, height: 200 });
  expect(new Set(fields)).toEqual(new Set([77, COVERED]));
  expect(fields.slice(0, 8)).toEqual(new Array(8).fill(77));
  expect(fields.at(-4)).toBe(COVERED);
});
