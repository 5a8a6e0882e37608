import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { testSeed } from '../support/random.ts';
import { turnPicture } from '../support/specimens/camera.ts';
import { drawIdentityCard } from '../support/specimens/cards/draw.ts';
import { CARD_LAYOUTS, type IdentityCard, identityCards } from '../support/specimens/cards/identity-cards.ts';
import { CARD_LANGUAGES, printCardDate } from '../support/specimens/cards/words.ts';
import { type Corners, mapPlane } from '../support/specimens/perspective.ts';
import { photograph } from '../support/specimens/photograph.ts';

const seed = testSeed();

describe.each([
  ['of the measured seed', identityCards()],
  [`of seed ${seed}`, identityCards(seed)],
])('cards %s', (_, cards) => {
  test('are eight in each of six languages, in every layout and both fonts', () => {
    expect(cards).toHaveLength(48);
    for (const language of CARD_LANGUAGES) {
      const own = cards.filter((card) => card.language === language);
      expect(own).toHaveLength(8);
      for (const layout of CARD_LAYOUTS) {
        const fonts = own.filter(({ style }) => style.layout === layout).map(({ style }) => style.font);
        expect(fonts.sort()).toEqual(['sans', 'serif']);
      }
    }
  });

  test('belong to as many people, with a document number each', () => {
    const nameOf = ({ truth }: IdentityCard): string => `${truth.last_name}, ${truth.first_name}`.toUpperCase();
    expect(new Set(cards.map(nameOf)).size).toBe(48);
    expect(new Set(cards.map(({ truth }) => truth.document_number)).size).toBe(48);
  });

  test('print what their truth says, and nothing that is read beyond it', () => {
    for (const { print, truth, id } of cards) {
      const read = print.filter(({ field }) => field !== 'birthplace').map(({ field }) => field);
      expect(Object.keys(truth).sort(), id).toEqual(read.sort());
      const printed = Object.fromEntries(print.map(({ field, value }) => [field, value]));
      expect(printed['last_name'], id).toBe(truth.last_name);
      expect(printed['document_number'], id).toBe(truth.document_number);
      expect(printed['date_of_birth'], id).toContain(truth.date_of_birth?.slice(0, 4));
    }
  });

  test('are valid from birth to expiry in that order, with numbers of letters and figures', () => {
    for (const { truth, id } of cards) {
      const { date_of_birth: born = '', issue_date: issued = '2006', expiry_date: expires = '9999' } = truth;
      expect(born < issued && issued < expires, id).toBe(true);
      expect(truth.document_number, id).toMatch(/^(?=.*[A-Z])(?=.*\d)[A-Z\d]{9}$/);
    }
  });
});

test('one seed gives the same cards, another gives others', () => {
  expect(identityCards(seed)).toEqual(identityCards(seed));
  expect(identityCards(seed + 1)).not.toEqual(identityCards(seed));
});

test('the names that are hard to read are among them', () => {
  const names = identityCards().map(({ truth }) => `${truth.first_name} ${truth.last_name}`.toUpperCase());
  expect(names).toEqual(
    expect.arrayContaining(['ÉLISE MÜLLER-GONÇALVES', 'SØREN ÅNGSTRÖM-NÚÑEZ', "JOÃO D'ÁVILA", "ZOË O'BRIEN"]),
  );
});

test.each([
  ['{d} {mon} {y}', '07 AOÛ 1974'],
  ['{d} {month} {y}', '07 août 1974'],
  ['{y}-{m}-{d}', '1974-08-07'],
])('a date is printed as %s', (format, printed) => {
  const months = ['', '', '', '', '', '', '', 'août'];
  expect(printCardDate('1974-08-07', format, months)).toBe(printed);
});

test('a plane is mapped corner to corner, and back', () => {
  const [square, other]: [Corners, Corners] = [
    [
      [0, 0],
      [100, 0],
      [100, 60],
      [0, 60],
    ],
    [
      [12, 7],
      [180, -4],
      [171, 121],
      [3, 96],
    ],
  ];
  const there = mapPlane(square, other);
  const back = mapPlane(other, square);
  for (const [i, [x, y]] of square.entries()) {
    const [u, v] = there(x, y);
    expect(u).toBeCloseTo(other[i]?.[0] ?? Number.NaN, 6);
    expect(v).toBeCloseTo(other[i]?.[1] ?? Number.NaN, 6);
    expect(back(u, v)[0]).toBeCloseTo(x, 6);
  }
  // The diagonals meet at the same place after the mapping.
  const [u, v] = there(50, 30);
  expect(back(u, v)).toEqual([expect.closeTo(50, 6), expect.closeTo(30, 6)]);
});

test('corners on one line have no plane', () => {
  const line: Corners = [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ];
  expect(() => mapPlane(line, line)).toThrow(RangeError);
});

describe('pictures', () => {
  const [card] = identityCards() as [IdentityCard];

  test('a card is drawn the same on every run, and another card differs', inWholeRunAlone('1 s'), async () => {
    const picture = await drawIdentityCard(card);
    expect(picture.equals(await drawIdentityCard(card))).toBe(true);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1009 });
    const same = { ...card, print: card.print.slice(1) };
    expect(picture.equals(await drawIdentityCard(same))).toBe(false);
  });

  test(
    'a photograph shows the whole card on a darker table, the same for one seed',
    inWholeRunAlone('1 s'),
    async () => {
      const picture = await drawIdentityCard(card);
      const photo = await photograph(picture, 7);
      // Each photo has three megapixels.
      if (isWholeRun()) {
        expect(photo.equals(await photograph(picture, 7))).toBe(true);
        expect(photo.equals(await photograph(picture, 8))).toBe(false);
      }
      expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 2000, height: 1500 });
      const grey = async (left: number, top: number, side = 20): Promise<number> => {
        const region = { left, top, width: side, height: side };
        const pixels = await sharp(photo).extract(region).greyscale().raw().toBuffer();
        return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
      };
      const middle = await grey(1000, 450, 500);
      expect(middle).toBeGreaterThan(140);
      for (const [x, y] of [
        [0, 0],
        [1980, 0],
        [1980, 1480],
        [0, 1480],
      ] as const)
        expect(await grey(x, y)).toBeLessThan(middle - 30);
    },
  );

  test('a quarter turn swaps the sides, and four of them bring the picture back', inWholeRunAlone('1 s'), async () => {
    const picture = await drawIdentityCard(card);
    const turned = await turnPicture(picture, 90);
    expect(await sharp(turned).metadata()).toMatchObject({ width: 1009, height: 1600 });
    const back = await turnPicture(turned, 270);
    const [a, b] = await Promise.all([picture, back].map((file) => sharp(file).greyscale().raw().toBuffer()));
    const difference = (a ?? Buffer.alloc(1)).reduce((sum, value, i) => sum + Math.abs(value - (b?.[i] ?? 0)), 0);
    expect(difference / (a?.length ?? 1)).toBeLessThan(2);
  });
});
