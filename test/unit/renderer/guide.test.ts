import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { toColour, toGrey } from '../../../renderer/guide/colour.ts';
import {
  createGuide,
  DARK_UNDER,
  faultOf,
  GUIDE_MESSAGES,
  type Guide,
  type GuideMessage,
  LIGHTEST_MIN,
  type Sight,
  type Subject,
} from '../../../renderer/guide/guide.ts';
import { type Moment, measure, type Taken } from '../../../renderer/guide/measure.ts';
import type { Outline } from '../../../renderer/guide/outline.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { cropFace, FACES } from '../../support/faces.ts';
import { inGrey } from '../../support/in-grey.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { blur, toPhoto } from '../../support/specimens/camera.ts';
import { drawCard } from '../../support/specimens/card.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const CAMERA = { width: 1280, height: 720 };
const GOOD: Moment = { brightness: 140, lightest: 220, white: 0.02, sharpness: 2, motion: 1, filled: 0.5, glare: 0 };

/** Opposite corners at these shares of the frame. */
const upright = (left: number, top: number, right: number, bottom: number): Outline => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const MIDDLE = upright(0.2, 0.15, 0.8, 0.82);
const SIGHT: Sight = { taken: CAMERA, moment: GOOD, subject: 'document', found: MIDDLE, shift: 0, shown: null };

/** What a camera sees of a picture that fills this share of its height, in front of a grey wall. */
async function film(
  picture: Buffer,
  share: number,
  change: (frame: Sharp) => Sharp = (frame) => frame,
  grain?: number,
): Promise<Taken> {
  const held = await sharp(picture)
    .resize({ height: Math.round(CAMERA.height * share), width: CAMERA.width, fit: 'inside' })
    .toBuffer();
  const wall = { create: { ...CAMERA, channels: 3, background: { r: 90, g: 88, b: 85 } } } as const;
  const seen = await sharp(wall)
    .composite([{ input: held }])
    .jpeg()
    .toBuffer();
  const frame = await toPhoto(await change(sharp(seen)).toBuffer(), CAMERA.width, grain);
  return {
    ...CAMERA,
    frame: toColour(...(await pixels(sharp(frame).resize(320, 180, { fit: 'fill' })))),
    detail: toGrey(...(await pixels(sharp(frame).extract({ left: 512, top: 264, width: 256, height: 192 })))),
  };
}

async function pixels(picture: Sharp): Promise<[Uint8ClampedArray, number, number]> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [new Uint8ClampedArray(data), info.width, info.height];
}

let drawn: Promise<Buffer> | undefined;
/** Drawn only once, because it takes half a second. */
const front = (): Promise<Buffer> => {
  drawn ??= cropFace(FACES.man).then(async (portrait) => (await drawCard({ person: PEOPLE.clean, portrait })).front);
  return drawn;
};

/** What the guide says once it has seen the same sample several times, one each 150 ms. */
function guideFor(taken: Taken, subject: Subject, guide: Guide = createGuide(subject)) {
  return Array.from({ length: 4 }, (_, i) => guide.add(taken, 150 * i)).at(-1);
}

test('grey values go by the weights of the eye', () => {
  const rgba = new Uint8ClampedArray([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  expect([...toGrey(rgba, 2, 2).values]).toEqual([255, 76, 149, 29]);
  const { values, blue, red } = toColour(rgba, 2, 2);
  expect([...values]).toEqual([255, 76, 149, 29]);
  // Of white, red, green and blue.
  expect([...blue]).toEqual([128, 52, 0, 255]);
  expect([...red]).toEqual([128, 255, 0, 99]);
});

test(
  'a sharp card that fills the picture, and a face before the camera, are ready',
  inWholeRunAlone('1 s'),
  async () => {
    const card = guideFor(await film(await front(), 0.85), 'document');
    expect(card).toMatchObject({ ready: true, message: 'hold_still' });
    expect(card?.outline?.[0]?.x).toBeCloseTo(0.121, 2);
    expect(guideFor(await film(await cropFace(FACES.man), 0.95), 'selfie')).toMatchObject({
      ready: true,
      message: null,
    });
  },
);

/** Pixels of the reflection of a lamp, in RGBA. */
function whiteEllipse(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = Math.hypot((2 * x) / (width - 1) - 1, (2 * y) / (height - 1) - 1);
      if (away > 1) pixels[(y * width + x) * 4 + 3] = 0;
    }
  }
  return pixels;
}

test('a card out of focus, far away, in the dark or under a lamp gets a message', inWholeRunAlone('1 s'), async () => {
  const card = await front();
  const messageFor = async (seen: Promise<Taken>) => guideFor(await seen, 'document')?.message;
  expect(await messageFor(film(await blur(card, 8), 0.85))).toBe('blurred');
  expect(await messageFor(film(card, 0.4))).toBe('too_far');
  expect(await messageFor(film(card, 0.85, (frame) => frame.linear(0.2)))).toBe('too_dark');
  expect(await messageFor(film(card, 0.85, (frame) => frame.linear(1, 120)))).toBe('too_bright');
  const shaded = await sharp(card).linear(0.8).toBuffer();
  const lit = await sharp(shaded)
    .composite([{ input: whiteEllipse(231, 173), raw: { width: 231, height: 173, channels: 4 }, left: 774, top: 495 }])
    .toBuffer();
  expect(await messageFor(film(lit, 0.85))).toBe('glare');
  const empty = inGrey(new Uint8Array(320 * 180).fill(120), 320, 180);
  expect(await messageFor(Promise.resolve({ ...CAMERA, frame: empty, detail: empty }))).toBe('document_not_found');
});

test('a plain surface is neither sharp nor blurred', () => {
  const plain = inGrey(new Uint8Array(64 * 48).fill(128), 64, 48);
  expect(measure({ ...CAMERA, frame: plain, detail: plain }, null, null)).toEqual({
    brightness: 128,
    lightest: 128,
    white: 0,
    sharpness: null,
    motion: null,
    filled: 0,
    glare: 0,
  });
});

test('each fault has its message, and the first of the list is said', () => {
  const tilted: Outline = [
    { x: 0.3, y: 0.2 },
    { x: 0.7, y: 0.2 },
    { x: 0.85, y: 0.8 },
    { x: 0.15, y: 0.8 },
  ];
  const faults: readonly (readonly [GuideMessage, Partial<Sight>])[] = [
    ['camera_too_small', { taken: { width: 640, height: 480 } }],
    ['too_dark', { moment: { ...GOOD, brightness: 20 } }],
    ['too_bright', { moment: { ...GOOD, white: 0.5 } }],
    ['document_not_found', { found: null }],
    ['too_close', { found: upright(0, 0.1, 0.9, 0.9) }],
    ['too_far', { found: upright(0.4, 0.4, 0.7, 0.7) }],
    ['tilted', { found: tilted }],
    ['hold_still', { shift: 0.05 }],
    ['glare', { moment: { ...GOOD, glare: 0.02 } }],
    ['blurred', { moment: { ...GOOD, sharpness: 0.3 } }],
  ];
  expect(faults.map(([code]) => code)).toEqual(GUIDE_MESSAGES);
  for (const [code, change] of faults) expect(faultOf({ ...SIGHT, ...change }), code).toBe(code);
  expect(faultOf(SIGHT)).toBeNull();
  const all = { ...SIGHT, shift: 1, found: tilted, moment: { ...GOOD, brightness: 20, sharpness: 0, glare: 0.1 } };
  expect(faultOf(all)).toBe('too_dark');
  expect(faultOf({ ...all, moment: { ...all.moment, brightness: 140 } })).toBe('tilted');
  expect(faultOf({ ...SIGHT, moment: { ...GOOD, motion: 50 } })).toBe('hold_still');
});

test('a document or a face is too dark where the appliance says so', () => {
  const { quality } = POLICY_V1;
  const dark = { document: quality.document.brightness_min, selfie: quality.selfie.brightness_min };
  expect([DARK_UNDER, LIGHTEST_MIN]).toEqual([dark, quality.lightest_min]);
  for (const subject of ['document', 'selfie'] as const) {
    const says = (moment: Partial<Moment>) => faultOf({ ...SIGHT, subject, moment: { ...GOOD, ...moment } });
    expect(says({ brightness: dark[subject] - 1 })).toBe('too_dark');
    expect(says({ lightest: quality.lightest_min - 1 })).toBe('too_dark');
    expect(says({ brightness: dark[subject], lightest: quality.lightest_min })).toBeNull();
  }
});

test('a photographed face in the dark or out of focus gets a message', inWholeRunAlone('1 s'), async () => {
  const face = await cropFace(FACES.man);
  const messageFor = async (seen: Promise<Taken>) => guideFor(await seen, 'selfie')?.message;
  expect(await messageFor(film(face, 0.95))).toBeNull();
  expect(await messageFor(film(face, 0.95, (frame) => frame.linear(0.3)))).toBe('too_dark');
  const grain = 2;
  expect(await messageFor(film(face, 0.95, (frame) => frame, grain))).toBeNull();
  expect(await messageFor(film(face, 0.95, (frame) => frame.blur(4), grain))).toBe('blurred');
});

test('a face is softer than print: the same sharpness is enough for one and not for the other', () => {
  const moment = { ...GOOD, sharpness: 0.4 };
  expect(faultOf({ ...SIGHT, moment, subject: 'selfie', found: null })).toBeNull();
  expect(faultOf({ ...SIGHT, moment })).toBe('blurred');
});

test('a message stays until the value is clearly better', () => {
  const moment = { ...GOOD, brightness: 72 };
  expect(faultOf({ ...SIGHT, moment })).toBeNull();
  expect(faultOf({ ...SIGHT, moment, shown: 'too_dark' })).toBe('too_dark');
  expect(faultOf({ ...SIGHT, moment: { ...GOOD, brightness: 80 }, shown: 'too_dark' })).toBeNull();
});

/** A card with print on a table, as the sampler takes it. */
function drawnSample({ light = 1, left = 60 } = {}): Taken {
  const frame = inGrey(new Uint8Array(320 * 180).fill(70 * light), 320, 180);
  for (let y = 25; y < 155; y++)
    for (let x = left; x < left + 200; x++)
      frame.values[y * 320 + x] = (y % 16 > 11 && x % 7 > 2 && x > left + 20 && x < left + 180 ? 60 : 190) * light;
  const stripes = Uint8Array.from({ length: 256 * 192 }, (_, i) => ((i % 256) % 16 > 7 ? 200 : 40));
  return { ...CAMERA, frame, detail: { values: stripes, width: 256, height: 192 } };
}

test('the shutter releases once, after the document was good for 600 ms', () => {
  const guide = createGuide();
  const shots = (from: number, count: number, taken = drawnSample()): number[] =>
    Array.from({ length: count }, (_, i) => from + 150 * i).filter((at) => guide.add(taken, at).shoot);
  // The first sample has nothing to compare with: the document may be moving.
  expect(shots(0, 20)).toEqual([750]);
  guide.reset();
  expect(shots(10_000, 3)).toEqual([]);
  // A dark moment begins the time again, and the light that returns counts as motion.
  expect(shots(10_450, 1, drawnSample({ light: 0.3 }))).toEqual([]);
  expect(shots(10_600, 10)).toEqual([11_350]);
});

test('a document that moves, and a face, are never photographed by the guide', () => {
  const moving = createGuide();
  for (let i = 0; i < 20; i++) {
    const guidance = moving.add(drawnSample({ left: 40 + 8 * (i % 5) }), 150 * i);
    expect(guidance.shoot).toBe(false);
    if (i > 1) expect(guidance).toMatchObject({ message: 'hold_still', ready: false });
  }
  const face = createGuide('selfie');
  for (let i = 0; i < 20; i++)
    expect(face.add(drawnSample(), 150 * i)).toMatchObject({ shoot: false, outline: null, message: null });
});

test('a message changes only after two equal samples', () => {
  const guide = createGuide('selfie');
  const [bright, dark] = [drawnSample(), drawnSample({ light: 0.3 })];
  const said = [dark, bright, bright, dark, bright, dark, dark].map((taken, i) => guide.add(taken, 150 * i).message);
  expect(said).toEqual([null, null, null, null, null, null, 'too_dark']);
});

test('the outline stays for three samples without a document, and the manual shutter comes after 15 s', () => {
  const guide = createGuide();
  const bare = { ...drawnSample(), frame: inGrey(new Uint8Array(320 * 180).fill(120), 320, 180) };
  expect(guide.add(drawnSample(), 0)).toMatchObject({ manual: false });
  expect(guide.outline).not.toBeNull();
  const seen = [1, 2, 3, 4].map((i) => guide.add(bare, 150 * i).outline !== null);
  expect(seen).toEqual([true, true, true, false]);
  expect(guide.add(bare, 14_999).manual).toBe(false);
  expect(guide.add(bare, 15_000)).toMatchObject({ manual: true, message: 'document_not_found', confidence: 0 });
  guide.reset();
  expect(guide.add(bare, 15_150).manual).toBe(false);
});
