import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeDetections } from '../../../models/face/blazeface.ts';
import { Crops } from '../../../models/face/crops.ts';
import { isFaceReading } from '../../../models/face/engine.ts';
import { createLook } from '../../../models/face/look.ts';
import {
  embeddingLengthOf,
  embeddingNetsOf,
  FACE_NETS,
  FACE_NETS_CHOICES,
  loadFaceNets,
} from '../../../models/face/nets.ts';
import { compareAnswers, type ProbeAnswers } from '../../../models/face/probe.ts';
import { RECOGNITIONS } from '../../../models/face/recognition.ts';
import { guardNet, type Net, type NetLoader } from '../../../models/runtime/nets.ts';
import { WEIGHTS } from '../../../models/runtime/weights.ts';

const { detector, mesh } = FACE_NETS;
const LOW = -20;

/** Detector results that report faces at some places of its fine grid, 16 x 16 x 2. */
function detections(faces: { place: number; box: number[]; score: number; turn?: number }[]): Float32Array[] {
  const results = detector.outputs.map(([, length]) => new Float32Array(length));
  results[0]?.fill(LOW);
  results[1]?.fill(LOW);
  for (const { place, box, score, turn = 0 } of faces) {
    results[0]?.set([Math.log(score / (1 - score))], place);
    // The nose is above the mouth and turns around it.
    const [noseX, noseY] = [10 * Math.sin(turn), -10 * Math.cos(turn)];
    results[2]?.set([...box, 0, 0, 0, 0, noseX, noseY, 0, 0, 0, 0, 0, 0], place * 16);
  }
  return results;
}

test('a box is computed from the middle of its place, and a face gets some room', () => {
  // Place 2 * (16 * 3 + 5): row 3, column 5, centred at (88, 56).
  const [face, ...others] = decodeDetections(detections([{ place: 106, box: [4, -6, 40, 50], score: 0.9, turn: 0.3 }]));
  expect(others).toEqual([]);
  expect(face?.centre).toEqual({ x: 92, y: 50 });
  expect(face?.side).toBeCloseTo(70, 5);
  expect(face?.angle).toBeCloseTo(0.3, 5);
  expect(face?.score).toBeCloseTo(0.9, 5);
});

test('of boxes that overlap the surest is kept, weak ones are not, and the surest comes first', () => {
  const found = decodeDetections(
    detections([
      { place: 100, box: [0, 0, 40, 40], score: 0.6 },
      { place: 101, box: [3, 0, 40, 40], score: 0.8 },
      { place: 400, box: [0, 0, 40, 40], score: 0.7 },
      { place: 10, box: [0, 0, 40, 40], score: 0.29 },
    ]),
  );
  expect(found.map(({ score }) => Number(score.toFixed(2)))).toEqual([0.8, 0.7]);
});

test('a turned face is cut upright for the mesh, whose points come back to the picture', async () => {
  const pixels = new Uint8Array(256 * 256 * 3).fill(128);
  const turn = Math.PI / 2;
  const points = Float32Array.from({ length: 468 * 3 }, (_, i) => [96, 48, 0][i % 3] ?? 0);
  // Two points that are not landmarks: the mesh is 100 pixels wide.
  points.set([46, 48, 0, 146, 48, 0]);
  const nets: { detector: Net; mesh: Net } = {
    detector: { run: async () => detections([{ place: 106, box: [0, 0, 40, 40], score: 0.9, turn }]) },
    mesh: { run: async () => [Float32Array.of(0.9), points] },
  };
  const region = { x: 0, y: 0, side: 512 };
  using crops = new Crops({ width: 256, height: 256, pixels }, detector.size);
  const [face] = await createLook(nets, crops)(region);
  // The centre of the place is (88, 56) of 256, so (176, 112). 48 of 192 pixels above it are a quarter of 112 to its right.
  expect(face?.mesh[33]?.x).toBeCloseTo(176 + 28, 3);
  expect(face?.mesh[33]?.y).toBeCloseTo(112, 3);
  expect(face?.box.width).toBeCloseTo((1.36 * 100 * 112) / 192, 3);
  expect(face?.box.y).toBeCloseTo(112 - (face?.box.height ?? 0) / 2, 3);
  const unsure = { ...nets, mesh: { run: async () => [Float32Array.of(0.2), points] } };
  expect(await createLook(unsure, crops)(region)).toEqual([]);
});

test('answers of the wrong length or without numbers are faults of the backend', async () => {
  const give = (...results: Float32Array[]) => guardNet({ run: async () => results }, mesh).run(new Float32Array(3));
  const whole = new Float32Array(468 * 3);
  expect(await give(Float32Array.of(1), whole)).toHaveLength(2);
  for (const results of [
    [Float32Array.of(1)],
    [Float32Array.of(1), new Float32Array(5)],
    [Float32Array.of(Number.NaN), whole],
  ])
    await expect(give(...results)).rejects.toMatchObject({ failure: 'crashed' });
  const broken = guardNet({ run: () => Promise.reject(new Error('device lost')) }, mesh);
  await expect(broken.run(new Float32Array(3))).rejects.toMatchObject({ failure: 'crashed' });
});

test.each(FACE_NETS_CHOICES)(
  'of the nets of %s alone each is loaded, and a face has as many numbers as these give',
  async (choice) => {
    const loaded: string[] = [];
    const loader: NetLoader = {
      load: async ({ model }) => {
        loaded.push(model);
        return { run: async () => [] };
      },
    };
    await loadFaceNets(loader, choice);
    expect(loaded).toEqual(['blazeface', 'facemesh', 'antispoof', 'liveness', ...choice.split('+')]);
    const numbers = { dlib: 128, mobilefacenet: 192, faceres: 1024 } as const;
    const length = embeddingNetsOf(choice).reduce((sum, net) => sum + numbers[net], 0);
    expect(embeddingLengthOf(choice)).toBe(length);
    const image = { width: 100, height: 100, pixels: new Uint8Array(30_000) };
    const reading = (count: number) => ({
      faces: [
        {
          box: { x: 10, y: 10, width: 50, height: 50 },
          score: 0.9,
          embedding: [1, ...Array<number>(count - 1).fill(0)],
          antispoof: null,
          liveness: null,
        },
      ],
      model: RECOGNITIONS[choice].model,
    });
    const isReading = isFaceReading(image, 0, length);
    expect([length - 1, length, length + 1].map((count) => isReading(reading(count)))).toEqual([false, true, false]);
  },
);

test('the probe knows wrong answers', () => {
  const expected = JSON.parse(
    readFileSync(new URL('../../../models/face/probe.json', import.meta.url), 'utf8'),
  ) as ProbeAnswers;
  compareAnswers(structuredClone(expected), expected);
  for (const name of Object.keys(FACE_NETS) as (keyof ProbeAnswers)[]) {
    for (const wrong of [Number.NaN, 1e6]) {
      const given = structuredClone(expected);
      ((given[name] as number[][])[0] as number[])[0] = wrong;
      expect(() => compareAnswers(given, expected)).toThrow(/wrong answers/);
    }
    const { [name]: _, ...others } = expected;
    expect(() => compareAnswers(expected, others)).toThrow(/wrong answers/);
  }
});

test('the ONNX files of the list give what the nets are asked for', () => {
  for (const { model, outputs } of Object.values(FACE_NETS)) {
    const listed = WEIGHTS.find(({ file }) => file === `face/${model}.onnx`);
    expect(listed?.outputs).toEqual(outputs.map(([name]) => name));
  }
});
