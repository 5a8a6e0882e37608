import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeImage } from '../../../models/image/decode.ts';
import { readHead } from '../../../models/image/header.ts';
import { isSrgbProfile } from '../../../models/image/profile.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const LIMITS = { imagePixelsMax: 1_000_000, workingSidePixelsMax: 3_000 };
const seed = testSeed();
const random = seededRandom(seed);

/** Colours of all kinds, so that any conversion that changes one is noticed. */
const colours = Uint8Array.from({ length: 120 * 80 * 3 }, () => Math.floor(256 * random()));

function picture(profile: 'srgb' | 'p3'): Promise<Buffer> {
  return sharp(colours, { raw: { width: 120, height: 80, channels: 3 } })
    .withIccProfile(profile)
    .png()
    .toBuffer();
}

async function profileOf(name: 'srgb' | 'p3'): Promise<Buffer> {
  const { icc } = await sharp(await picture(name)).metadata();
  if (!icc) throw new Error('no profile was written');
  return icc;
}

test('the profile of sRGB is distinguished from one of a wider space', async () => {
  expect(isSrgbProfile(await profileOf('srgb'))).toBe(true);
  expect(isSrgbProfile(await profileOf('p3'))).toBe(false);
});

test('one column or one curve that is another makes it another', async () => {
  const icc = await profileOf('srgb');
  const tagAt = (name: string): number => icc.readUInt32BE(icc.indexOf(name, 128, 'latin1') + 4);
  const changed = (change: (copy: Buffer) => void): boolean => {
    const copy = Buffer.from(icc);
    change(copy);
    return isSrgbProfile(copy);
  };
  expect(changed(() => undefined)).toBe(true);
  expect(changed((copy) => copy.writeInt32BE(copy.readInt32BE(tagAt('gXYZ') + 8) + 100, tagAt('gXYZ') + 8))).toBe(
    false,
  );
  expect(changed((copy) => copy.write('abcd', tagAt('rTRC'), 'latin1'))).toBe(false);
  expect(changed((copy) => copy.write('CMYK', 16, 'latin1'))).toBe(false);
  expect(changed((copy) => copy.write('A2B0', copy.indexOf('cprt', 128, 'latin1'), 'latin1'))).toBe(false);
});

test(`a damaged profile is none and ends nothing (seed ${seed})`, async () => {
  const icc = await profileOf('srgb');
  for (let length = 0; length < icc.length; length += 3) expect(isSrgbProfile(icc.subarray(0, length))).toBe(false);
  for (let i = 0; i < 500; i++) {
    const copy = Buffer.from(icc);
    for (let k = 0; k < 6; k++) copy[Math.floor(copy.length * random())] = Math.floor(256 * random());
    expect(typeof isSrgbProfile(copy)).toBe('boolean');
  }
});

test(`colours are converted where they are not sRGB, and stay where they are (seed ${seed})`, async () => {
  const [plain, wide] = [await picture('srgb'), await picture('p3')];
  expect(await readHead(plain, LIMITS.imagePixelsMax)).toMatchObject({ srgb: true });
  expect(await readHead(wide, LIMITS.imagePixelsMax)).toMatchObject({ srgb: false });
  expect(Buffer.from((await decodeImage(plain, LIMITS)).image.pixels).equals(colours)).toBe(true);
  const converted = await sharp(wide).toColourspace('srgb').raw().toBuffer();
  expect(converted.equals(await sharp(wide, { ignoreIcc: true }).raw().toBuffer())).toBe(false);
  expect(Buffer.from((await decodeImage(wide, LIMITS)).image.pixels).equals(converted)).toBe(true);
});
