import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { glance, guessPlaces } from '../../../models/mrz/decode/glance.ts';
import { sightOf } from '../../../models/mrz/decode/sample.ts';
import { type LineStrip, turnStrip } from '../../../models/mrz/locate/strip.ts';
import { locateBands } from '../../../models/mrz/locate.ts';
import { createNativeNet } from '../../../models/mrz/net/native-net.ts';
import type { Net } from '../../../models/mrz/net/net.ts';
import { CHARACTERS, WINDOW_PIXELS } from '../../../models/mrz/net/shape.ts';
import { readNet } from '../../../models/mrz/net/weights.ts';
import { readMrz } from '../../../models/mrz/recognise.ts';
import type { RasterImage } from '../../../models/ports.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { td1Lines, td3Lines } from '../../support/specimens/mrz.ts';
import { layPaper, printMrz, toJpeg } from '../../support/specimens/paper.ts';
import { PEOPLE } from '../../support/specimens/people.ts';
import { SHEETS } from '../../support/specimens/sheets.ts';

const PERSON = PEOPLE.clean;
/** The reader also samples next to characters that are less probable than this. */
const BESIDE = 0.9;

let net: Net;
let looks = 0;
beforeAll(async () => {
  const real = await createNativeNet(readNet().weights);
  net = {
    classify: (windows) => {
      looks += windows.length / WINDOW_PIXELS;
      return real.classify(windows);
    },
  };
});

async function drawZone(lines: readonly string[], degrees = 0): Promise<RasterImage> {
  const paper = layPaper(1000, 630, '#f3f6f8', '#e3ebf1');
  await printMrz(paper, lines, 50, 400);
  const picture = sharp(await toJpeg(paper)).rotate(degrees);
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

async function stripsOf(lines: readonly string[]): Promise<LineStrip[]> {
  const [band] = locateBands(await drawZone(lines));
  return band?.strips ?? [];
}

/** The number of places sampled when all are. */
function placesOf(strips: readonly LineStrip[]): number {
  return strips.reduce((sum, strip) => sum + sightOf(strip).places, 0);
}

async function read(image: RasterImage): Promise<string[] | undefined> {
  looks = 0;
  return (await readMrz(net, image))?.lines;
}

describe('a clear zone is read by few looks', () => {
  test.each([
    ['TD1', td1Lines(PERSON)],
    ['TD2', SHEETS.TD2.lines(PERSON)],
    ['TD3', td3Lines(PERSON)],
  ] as const)('%s', async (_, lines) => {
    const places = placesOf(await stripsOf(lines));
    expect(await read(await drawZone(lines))).toEqual(lines);
    expect(looks).toBeLessThan(places / 3);
  });

  test('TD1 that is upside down', async () => {
    const lines = td1Lines(PERSON);
    expect(await read(await drawZone(lines, 180))).toEqual(lines);
    expect(looks).toBeLessThan(placesOf(await stripsOf(lines)) / 2);
  });
});

test(
  'a zone with a wrong check digit is looked at everywhere before it is believed',
  inWholeRunAlone('1 s'),
  async () => {
    const [first, second] = td3Lines(PERSON);
    const forged = [first, `${second.slice(0, 9)}${(Number(second[9]) + 1) % 10}${second.slice(10)}`];
    expect(await read(await drawZone(forged))).toEqual(forged);
    expect(looks).toBeGreaterThan(placesOf(await stripsOf(forged)) / 2);
  },
);

describe('a few looks', () => {
  test('tell the lines, each character where it is', async () => {
    const lines = td3Lines(PERSON);
    const sights = (await stripsOf(lines)).map(sightOf);
    const [places = []] = await guessPlaces(net, sights);
    const aligned = await glance(net, sights, places, BESIDE);
    const texts = aligned?.map(({ logs }) => logs.map((of) => CHARACTERS.charAt(of.indexOf(Math.max(...of)))).join(''));
    expect(texts).toEqual(lines);
    for (const [i, { places: own }] of (aligned ?? []).entries())
      expect(own.every((place) => (sights[i]?.best[place] ?? -Infinity) > Math.log(0.5))).toBe(true);
  });

  test('do not take the beginning of longer lines for shorter ones', async () => {
    const sights = (await stripsOf(td3Lines(PERSON))).map(sightOf);
    const [places = []] = await guessPlaces(net, sights);
    expect(places).toHaveLength(44);
    expect(await glance(net, sights, places.slice(0, 36), BESIDE)).toBeNull();
    expect(await glance(net, sights, places.slice(8), BESIDE)).toBeNull();
    expect((await glance(net, sights, places, BESIDE))?.map((line) => line.places.length)).toEqual([44, 44]);
  });

  test('tell nothing of lines that stand on their heads, and stop soon', async () => {
    const strips = await stripsOf(td1Lines(PERSON));
    const sights = strips.toReversed().map(turnStrip).map(sightOf);
    looks = 0;
    for (const places of await guessPlaces(net, sights)) expect(await glance(net, sights, places, BESIDE)).toBeNull();
    expect(looks).toBeLessThan(placesOf(strips) / 2);
  });

  test('are for as many lines as a format has', async () => {
    const strips = await stripsOf(td1Lines(PERSON));
    looks = 0;
    expect(await guessPlaces(net, [...strips, ...strips].map(sightOf))).toEqual([]);
    expect(await guessPlaces(net, strips.slice(0, 1).map(sightOf))).toEqual([]);
    expect(looks).toBe(0);
  });
});
