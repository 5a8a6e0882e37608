import { between, bytesOf, pick } from '../run.ts';
import { ODD_JPEG } from './odd-jpeg.ts';
import { ODD_PNG } from './odd-png.ts';
import { ALIEN, RIGHT } from './right.ts';
import type { OddPicture } from './types.ts';

type Random = () => number;

/** Content appended to a valid file, which makes another program take the file for something else. */
const PASSENGERS = [
  '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  'PK\u0003\u0004'.padEnd(90, '\u0000'),
  '<html><script>alert(1)</script></html>',
  '#!/bin/sh\necho\n',
  'MZ'.padEnd(300, '\u0000'),
];

const BY_KIND: Record<string, (file: Buffer, random: Random) => OddPicture> = {
  right: (file) => ({ bytes: file, expected: 'undamaged' }),
  flips(file, random) {
    for (let i = between(random, 1, 40); i > 0; i--) {
      const at = between(random, 0, file.length - 1);
      file[at] = (file[at] ?? 0) ^ (1 << between(random, 0, 7));
    }
    return { bytes: file };
  },
  overwritten(file, random) {
    const from = between(random, 0, file.length - 1);
    const until = Math.min(file.length, from + between(random, 1, file.length));
    file.fill(pick(random, [Buffer.from([0]), Buffer.from([0xff]), bytesOf(random, 64)]), from, until);
    return { bytes: file };
  },
  cut(file, random) {
    const share = random();
    return { bytes: file.subarray(0, Math.floor(file.length * share)), isTorn: share < 0.9 };
  },
  inserted(file, random) {
    const at = between(random, 0, file.length);
    return {
      bytes: Buffer.concat([file.subarray(0, at), bytesOf(random, between(random, 1, 900)), file.subarray(at)]),
    };
  },
  spliced(file, random) {
    const half = Math.floor(file.length / 2);
    return { bytes: Buffer.concat([file.subarray(0, half), file.subarray(between(random, 0, half))]) };
  },
  passenger: (file, random) => ({
    bytes: Buffer.concat([file, Buffer.from(pick(random, PASSENGERS), 'latin1')]),
    expected: 'picture',
  }),
  twoFiles: (file) => ({ bytes: Buffer.concat([file, file]), expected: 'picture' }),
};

/** The share of heavy files. */
const HEAVY_SHARE = 0.02;
const HEAVY = ['pixelBomb', 'textBomb', 'scanBomb', 'comments'];

/** A picture file that is damaged, hostile or rare in one seeded way. Some are valid. */
export async function oddPicture(random: Random): Promise<OddPicture & { kind: string }> {
  const draw = random();
  if (draw < HEAVY_SHARE) return made(pick(random, HEAVY), random);
  if (draw < 0.3) return made(pick(random, light(ODD_PNG)), random, ODD_PNG);
  if (draw < 0.55) return made(pick(random, light(ODD_JPEG)), random, ODD_JPEG);
  if (draw < 0.63) {
    const kind = pick(random, Object.keys(ALIEN));
    return { kind, bytes: (await ALIEN[kind]?.(random)) ?? Buffer.alloc(0), expected: 'refused' };
  }
  const [format, kind] = [pick(random, Object.keys(RIGHT)), pick(random, Object.keys(BY_KIND))];
  const file = (await RIGHT[format]?.(random)) ?? Buffer.alloc(0);
  const odd = BY_KIND[kind]?.(file, random) ?? { bytes: file };
  // The first frame of an animation may be complete even if the rest is missing.
  if (format === 'animatedPng') odd.isTorn = false;
  return { kind: `${kind} ${format}`, ...odd };
}

const light = (kinds: object): string[] => Object.keys(kinds).filter((kind) => !HEAVY.includes(kind));

async function made(
  kind: string,
  random: Random,
  from: Record<string, (random: Random) => OddPicture | Promise<OddPicture>> = { ...ODD_PNG, ...ODD_JPEG },
): Promise<OddPicture & { kind: string }> {
  const odd = await from[kind]?.(random);
  return { kind: from === ODD_JPEG ? `${kind} of JPEG` : kind, ...(odd ?? { bytes: Buffer.alloc(0) }) };
}
