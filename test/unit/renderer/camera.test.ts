import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { createSteadyHint, type Hint, hintOf, type Purpose } from '../../../renderer/parts/camera/hints.ts';
import { type GreyPicture, type Moment, measure, toGrey } from '../../../renderer/parts/camera/measure.ts';
import { cropFace, FACES } from '../../support/faces.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { blur, toPhoto } from '../../support/specimens/camera.ts';
import { drawCard } from '../../support/specimens/card.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const CAMERA = { width: 1280, height: 720 };
const GOOD: Moment = { brightness: 140, white: 0.02, sharpness: 2, motion: 1, filled: 0.5 };

/** What a camera sees of a picture that fills this share of its height, in front of a grey wall. */
async function film(picture: Buffer, share: number, change: (frame: Sharp) => Sharp = (frame) => frame) {
  const held = await sharp(picture)
    .resize({ height: Math.round(CAMERA.height * share), width: CAMERA.width, fit: 'inside' })
    .toBuffer();
  const wall = { create: { ...CAMERA, channels: 3, background: { r: 150, g: 148, b: 145 } } } as const;
  const seen = await sharp(wall)
    .composite([{ input: held }])
    .jpeg()
    .toBuffer();
  const frame = await toPhoto(await change(sharp(seen)).toBuffer(), CAMERA.width);
  return { whole: await grey(sharp(frame).resize(160, 90, { fit: 'fill' })), middle: await grey(middleOf(frame)) };
}

const middleOf = (frame: Buffer) => sharp(frame).extract({ left: 512, top: 264, width: 256, height: 192 });

async function grey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return toGrey(new Uint8ClampedArray(data), info.width, info.height);
}

let drawn: Promise<Buffer> | undefined;
/** Drawn only once, because it takes half a second. */
const front = (): Promise<Buffer> => {
  drawn ??= cropFace(FACES.man).then(async (portrait) => (await drawCard({ person: PEOPLE.clean, portrait })).front);
  return drawn;
};

async function hintFor(seen: Promise<{ whole: GreyPicture; middle: GreyPicture }>, purpose: Purpose) {
  const { whole, middle } = await seen;
  return hintOf(measure(whole, middle, whole), CAMERA, purpose);
}

test('grey values go by the weights of the eye', () => {
  const rgba = new Uint8ClampedArray([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  expect([...toGrey(rgba, 2, 2).pixels]).toEqual([255, 76, 149, 29]);
});

test(
  'a sharp card that fills the picture, and a face before the camera, need nothing',
  inWholeRunAlone('1 s'),
  async () => {
    expect(await hintFor(film(await front(), 0.95), 'document')).toBeNull();
    expect(await hintFor(film(await cropFace(FACES.man), 0.95), 'selfie')).toBeNull();
  },
);

test('a card out of focus, far away, in the dark or under a lamp gets a hint', inWholeRunAlone('1 s'), async () => {
  const card = await front();
  expect(await hintFor(film(await blur(card, 8), 0.95), 'document')).toBe('blurred');
  expect(await hintFor(film(card, 0.3), 'document')).toBe('far');
  expect(
    await hintFor(
      film(card, 0.95, (frame) => frame.linear(0.2)),
      'document',
    ),
  ).toBe('dark');
  expect(
    await hintFor(
      film(card, 0.95, (frame) => frame.linear(1, 120)),
      'document',
    ),
  ).toBe('bright');
});

test('what moves between two moments is to be held still', inWholeRunAlone('1 s'), async () => {
  const card = await front();
  const [before, now] = await Promise.all([film(card, 0.95), film(card, 0.8)]);
  expect(hintOf(measure(now.whole, now.middle, before.whole), CAMERA, 'document')).toBe('moving');
  expect(measure(now.whole, now.middle, null).motion).toBeNull();
});

test('a plain surface is neither sharp nor blurred', () => {
  const plain = { pixels: new Uint8Array(64 * 48).fill(128), width: 64, height: 48 };
  expect(measure(plain, plain, null)).toEqual({ brightness: 128, white: 0, sharpness: null, motion: null, filled: 0 });
});

test('a camera of few pixels is reported first, and the worst of the rest before the others', () => {
  expect(hintOf(GOOD, { width: 640, height: 480 }, 'document')).toBe('small');
  expect(hintOf({ ...GOOD, brightness: 20, motion: 50, filled: 0 }, CAMERA, 'selfie')).toBe('dark');
  expect(hintOf({ ...GOOD, motion: 50, sharpness: 0 }, CAMERA, 'selfie')).toBe('moving');
  expect(hintOf({ ...GOOD, white: 0.5 }, CAMERA, 'selfie')).toBe('bright');
});

test('a face is softer than print: the same sharpness is enough for one and not for the other', () => {
  const moment = { ...GOOD, sharpness: 0.4 };
  expect(hintOf(moment, CAMERA, 'selfie')).toBeNull();
  expect(hintOf(moment, CAMERA, 'document')).toBe('blurred');
});

test('a hint is shown once it has held for two moments', () => {
  const steady = createSteadyHint();
  const said = (['dark', null, null, 'moving', null, 'far', 'far'] satisfies (Hint | null)[]).map(steady);
  expect(said).toEqual([undefined, undefined, null, null, null, null, 'far']);
});
