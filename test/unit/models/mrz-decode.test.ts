import { describe, expect, test } from 'vitest';
import { checkDigit } from '../../../models/mrz/check-digit.ts';
import { alignLine } from '../../../models/mrz/decode/align.ts';
import { decodeMrz } from '../../../models/mrz/decode/decode.ts';
import { type Scan, sampleAt, sightOf } from '../../../models/mrz/decode/sample.ts';
import { completeScan, meanScan, scanStrip } from '../../../models/mrz/decode/scan.ts';
import { varyStrip } from '../../../models/mrz/decode/vary.ts';
import { STEP } from '../../../models/mrz/decode/window.ts';
import { LAYOUTS, type Layout } from '../../../models/mrz/layout.ts';
import { CHARACTERS, CLASSES, NONE, WINDOW, WINDOW_PIXELS } from '../../../models/mrz/net/shape.ts';
import type { MrzFormat } from '../../../models/mrz/types.ts';

const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const FRENCH = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];

type Doubt = Record<string, number>;

function layout(format: MrzFormat): Layout {
  const found = LAYOUTS.find((one) => one.format === format);
  if (!found) throw new Error(format);
  return found;
}

/** From Russia's internal passport, whose names have digits for letters. The holder is invented. */
const RUSSIAN = ['PNRUS4UR4ILIN<<78RI<ILI3<<<<<<<<<<<<<<<<<<<<', '4107035123RUS8404095M<<<<<<<9080722500102<02'];

/** The net's output: each character is certain, except for those in `doubts` (`line,column`), which have the given probabilities. */
function logsOf(lines: readonly string[], doubts: Record<string, Doubt> = {}): Float32Array[][] {
  return lines.map((line, row) =>
    [...line].map((character, column) => logsAt(doubts[`${row},${column}`] ?? { [character]: 0.99 })),
  );
}

function logsAt(likely: Doubt): Float32Array {
  const rest = (1 - Object.values(likely).reduce((sum, p) => sum + p, 0)) / CHARACTERS.length;
  return Float32Array.from(CHARACTERS, (character) => Math.log((likely[character] ?? 0) + Math.max(rest, 1e-7)));
}

function read(lines: readonly string[], format: MrzFormat, doubts: Record<string, Doubt> = {}) {
  const { lines: read, repaired, valid } = decodeMrz(logsOf(lines, doubts), layout(format));
  return {
    lines: read,
    valid,
    repaired: repaired.map(({ line, column, read, used, reason }) => [line, column, read, used, reason]),
  };
}

describe('a zone whose characters are sure is taken as it is', () => {
  test.each([
    ['TD1', TD1],
    ['TD3', TD3],
    ['FRENCH_ID', FRENCH],
    ['RUSSIAN_ID', RUSSIAN],
  ] as const)('%s', (format, lines) => {
    expect(read(lines, format)).toEqual({ lines: [...lines], valid: true, repaired: [] });
  });
});

describe('what is not taken as read', () => {
  test('a letter where only digits stand, and the reverse', () => {
    const doubts = { '1,2': { O: 0.9, '0': 0.05 }, '2,4': { '5': 0.7, S: 0.2 } };
    expect(read(TD1, 'TD1', doubts)).toEqual({
      lines: TD1.with(1, '7408122F1204159UTO<<<<<<<<<<<6'),
      valid: true,
      repaired: [
        [1, 2, 'O', '0', 'alphabet'],
        [2, 4, '5', 'S', 'alphabet'],
      ],
    });
  });

  test('a code of no state that is nearly one; a code as unlike every other stays', () => {
    expect(read(TD3, 'TD3', { '0,2': { D: 0.5, U: 0.4 } }).lines).toEqual(TD3);
    const strange = TD3.with(0, TD3[0]?.replace('UTO', 'QQQ') ?? '');
    expect(read(strange, 'TD3').lines).toEqual(strange);
  });

  test('noise in the fillers behind the names, but not a name that is surely there', () => {
    expect(read(TD3, 'TD3', { '0,31': { K: 0.6, '<': 0.3 }, '0,32': { C: 0.5, '<': 0.4 } }).lines).toEqual(TD3);
    const named = TD3.with(0, 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<LENA<<<<<<<<<');
    expect(read(named, 'TD3').lines).toEqual(named);
  });

  test('a likely character that alone makes the check digit right', () => {
    expect(read(TD3, 'TD3', { '1,4': { '8': 0.55, '9': 0.4 } })).toEqual({
      lines: TD3,
      valid: true,
      repaired: [[1, 4, '8', '9', 'check_digit']],
    });
  });

  test('the same character three times over counts as one', () => {
    const zeros = ['P<UTOSPECIMEN<<SAMPLE<<<<<<<<<<<<<<<<<<<<<<<', 'XX000000<0UTO7501012F19073021234567890<<<<70'];
    const doubts = Object.fromEntries([2, 3, 4, 5, 6, 7].map((column) => [`1,${column}`, { O: 0.7, '0': 0.25 }]));
    expect(read(zeros, 'TD3', doubts)).toMatchObject({ lines: zeros, valid: true });
  });
});

describe('O and zero where numbers stand', () => {
  const soft = { O: 0.7, '0': 0.29 };

  test('two of them that cancel out in the check digit are zeros among figures', () => {
    const zeros = TD3.with(1, '0064621333ESP5205028F3511163<<<<<<<<<<<<<<<0');
    expect(read(zeros, 'TD3', { '1,0': soft, '1,1': soft }).lines[1]?.slice(0, 10)).toBe('0064621333');
  });

  test('the letter stays beside letters, and where it is surely read', () => {
    const lettered = TD1.with(0, 'I<UTOABO231453<<<<<<<<<<<<<<<<');
    expect(read(lettered, 'TD1', { '0,7': soft }).lines[0]?.slice(5, 9)).toBe('ABO2');
    expect(read(TD1.with(0, 'I<UTO7O231453<<<<<<<<<<<<<<<<'), 'TD1').lines[0]?.slice(5, 8)).toBe('7O2');
  });

  test('one alone that a check digit needs is found again, with its cost told', () => {
    const number = '7O2314589';
    const line = `I<UTO${number}${checkDigit(number)}`.padEnd(30, '<');
    const { lines, repaired } = read(TD1.with(0, line), 'TD1', { '0,6': { O: 0.9, '0': 0.1 } });
    expect([lines[0], repaired.filter(([row]) => row === 0)]).toEqual([line, []]);
  });

  test('a forged figure is not excused as the letter', () => {
    const forged = TD3.with(1, '9013103<<3MOZ5504019M3109214<<<<<<<<<<<<<<<0');
    const { lines, valid } = read(forged, 'TD3', { '1,5': { '0': 0.75, O: 0.24 } });
    expect([lines[1]?.slice(0, 9), valid]).toEqual(['9013103<<', false]);
  });

  test('the office and the number of the French card hold figures', () => {
    const doubts = { '0,32': { O: 0.8, '0': 0.15 }, '0,34': { O: 0.8, '0': 0.15 } };
    const lines = FRENCH.map((line, row) => (row === 0 ? `${line.slice(0, 30)}952042` : line));
    expect(read(lines, 'FRENCH_ID', doubts).lines[0]?.slice(30)).toBe('950002');
  });
});

describe('what stays as read', () => {
  test('a check digit that is wrong and every character sure: it is for others to say forged', () => {
    const forged = TD3.with(1, TD3[1]?.replace('1204159', '2204159') ?? '');
    expect(read(forged, 'TD3')).toEqual({ lines: forged, valid: false, repaired: [] });
  });

  test('two repairs that are about as likely', () => {
    const doubts = {
      '1,4': { '8': 0.55, '9': 0.3 },
      '1,8': { '0': 0.5, '3': 0.3, '2': 0.1 },
      '1,0': { C: 0.5, L: 0.2 },
    };
    const one = read(TD3, 'TD3', doubts);
    expect(one.valid).toBe(false);
    expect(one.repaired).toEqual([]);
  });

  test('a repair that is too unlikely', () => {
    expect(read(TD3, 'TD3', { '1,4': { '8': 0.97, '9': 0.01 } }).valid).toBe(false);
  });
});

/** A scan in which `text` is at an even pitch from `start` on, with nothing elsewhere. */
function scanOf(text: string, start: number, pitch: number, places: number): Scan {
  const logs = new Float32Array(places * CLASSES).fill(Math.log(1e-4));
  for (let place = 0; place < places; place++) logs[place * CLASSES + NONE] = Math.log(0.98);
  for (const [i, character] of [...text].entries()) {
    const place = Math.round((start + i * pitch) / STEP);
    logs[place * CLASSES + CHARACTERS.indexOf(character)] = Math.log(0.95);
    logs[place * CLASSES + NONE] = Math.log(0.02);
  }
  return meanScan([{ places, logs, best: new Float32Array(places) }]);
}

describe('a strip is taken as a line', () => {
  test.each([
    [30, 20],
    [36, 17],
    [44, 23.4],
  ])('of %i characters %d pixels apart', (length, pitch) => {
    const text = 'AB1<'.repeat(11).slice(0, length);
    const [aligned] = alignLine(scanOf(text, 50, pitch, 640), [length]);
    const read = aligned?.logs.map((logs) => CHARACTERS.charAt(logs.indexOf(Math.max(...logs))));
    expect(read?.join('')).toBe(text);
  });

  test('the length that is there scores best, and a strip that is too short has none', () => {
    const scan = scanOf(TD1[0] ?? '', 60, 20, 500);
    const scores = alignLine(scan, [30, 36, 44]).map((aligned) => aligned?.score ?? -Infinity);
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
    expect(alignLine(scanOf('ABC', 10, 20, 100), [44])).toEqual([null]);
  });
});

test('a line that must begin near a place does, though it would fit better elsewhere', () => {
  const scan = scanOf('ABCDEFGHIJ1', 60, 20, 300);
  const beginOf = (near?: number): number =>
    (alignLine(scan, [10], near === undefined ? {} : { near })[0]?.places[0] ?? 0) * STEP;
  const free = beginOf();
  const other = free === 60 ? 80 : 60;
  expect(beginOf(other / STEP)).toBe(other);
  expect(beginOf((other + 8) / STEP)).toBe(other);
});

test('a line of a given pitch is not looked for at others', () => {
  const scan = scanOf('ABCDEFGHIJ1', 60, 20, 300);
  const scoreOf = (pitch: number): number => alignLine(scan, [11], { pitch })[0]?.score ?? -Infinity;
  expect(scoreOf(20)).toBe(alignLine(scan, [11])[0]?.score);
  expect(scoreOf(20.8)).toBe(scoreOf(20));
  expect(scoreOf(24)).toBeLessThan(scoreOf(20));
});

test('a format that cannot win is not read to the end', () => {
  const logs = logsOf(TD3);
  const { score } = decodeMrz(logs, layout('TD3'));
  expect(decodeMrz(logs, layout('TD3'), score - 0.01)?.score).toBe(score);
  expect(decodeMrz(logs, layout('TD3'), score)).toBeNull();
  expect(decodeMrz(logs, layout('MRVA'), score)).toBeNull();
});

test('a strip is looked at every two pixels, its borders repeated', async () => {
  const values = Uint8Array.from({ length: 50 * WINDOW }, (_, i) => i % 50);
  const seen: Float32Array[] = [];
  const net = {
    classify: async (windows: Float32Array) => {
      seen.push(windows.slice());
      return new Float32Array((windows.length / WINDOW_PIXELS) * CLASSES).fill(-1);
    },
  };
  expect((await scanStrip(net, { width: 50, values })).places).toBe(25);
  const windows = seen.flatMap((some) =>
    Array.from({ length: some.length / WINDOW_PIXELS }, (_, i) => some.subarray(i * WINDOW_PIXELS)),
  );
  expect(windows).toHaveLength(25);
  // Every fourth place comes first, so the third of them is the ninth.
  const [first, ninth] = [windows[0]?.subarray(0, WINDOW) ?? [], windows[2]?.subarray(0, WINDOW) ?? []];
  expect(new Set(first.slice(0, 16)).size).toBe(1);
  expect(new Set(first.slice(15)).size).toBe(17);
  expect(new Set(ninth).size).toBe(WINDOW);
});

test('between two places where surely no character is centred none is looked for, beside any other everywhere', async () => {
  const width = 2 * 25;
  const values = new Uint8Array(width * WINDOW).fill(128);
  const run = async (isBlank: () => boolean): Promise<{ count: number; scan: Scan }> => {
    let count = 0;
    const classify = async (windows: Float32Array): Promise<Float32Array> => {
      const logs = new Float32Array((windows.length / WINDOW_PIXELS) * CLASSES).fill(-5);
      for (let i = 0; i < logs.length / CLASSES; i++, count++) logs[i * CLASSES + NONE] = isBlank() ? -0.01 : -1;
      return logs;
    };
    return { scan: await scanStrip({ classify }, { width, values }), count };
  };
  const blank = await run(() => true);
  expect(blank.count).toBe(7);
  expect([...blank.scan.best]).toEqual(Array.from({ length: 25 }, () => -5));
  expect((await run(() => false)).count).toBe(25);
  // One character, at place 12, which is among the first places sampled. Two more places around it follow, then two more around those.
  let asked = 0;
  const one = await run(() => asked++ !== 3);
  expect(one.count).toBe(7 + 2 + 2);
  expect(one.scan.logs[12 * CLASSES + NONE]).toBe(-1);
});

test('looks at some places of a strip that come before change nothing of the look at all', async () => {
  const strip = { width: 101, values: Uint8Array.from({ length: 101 * WINDOW }, (_, i) => (i * i) % 251) };
  // Blank except near the middle, and every window differs from the others.
  const classify = async (windows: Float32Array): Promise<Float32Array> =>
    Float32Array.from({ length: (windows.length / WINDOW_PIXELS) * CLASSES }, (_, i) => {
      const value = windows[Math.floor(i / CLASSES) * WINDOW_PIXELS + 500] ?? 0;
      return i % CLASSES === NONE && value < 1 ? -0.01 : value - 5;
    });
  const sight = sightOf(strip);
  await sampleAt(
    { classify },
    [3, 4, 5, 21, 22, 50].map((place) => ({ sight, place })),
  );
  await completeScan({ classify }, sight);
  const { logs, best } = await scanStrip({ classify }, strip);
  expect([sight.logs, sight.best]).toEqual([logs, best]);
});

test('a window has mean 0 and spread 1, and the grain of empty paper is not blown up', async () => {
  let seen: Float32Array = new Float32Array();
  const net = {
    classify: async (windows: Float32Array) => {
      seen = windows;
      return new Float32Array((windows.length / WINDOW_PIXELS) * CLASSES);
    },
  };
  const moments = async (values: Uint8Array): Promise<[number, number]> => {
    await scanStrip(net, { width: 1, values });
    const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
    return [mean, Math.sqrt(seen.reduce((sum, value) => sum + (value - mean) ** 2, 0) / seen.length)];
  };
  const [mean, spread] = await moments(Uint8Array.from({ length: WINDOW }, (_, i) => 7 * i));
  expect([mean, spread]).toEqual([expect.closeTo(0, 4), expect.closeTo(1, 4)]);
  expect((await moments(Uint8Array.from({ length: WINDOW }, (_, i) => 200 + (i % 2))))[1]).toBeLessThan(0.1);
});

test('variations of a strip shift and stretch its rows', () => {
  const values = new Uint8Array(WINDOW).fill(255);
  values[16] = 0;
  const darkest = varyStrip({ width: 1, values }).map((varied) => varied.values.indexOf(Math.min(...varied.values)));
  expect(darkest).toEqual([18, 14, 16, 16]);
});
