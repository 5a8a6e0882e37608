import { describe, expect, it } from 'vitest';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { openTestRegisters, type TestRegisters } from './setup.ts';

const ROWS = [
  '1,Brightwater Holdings Limited,GB,active,Old Harbour Traders Ltd;Brightwater Ltd,,,,',
  '2,Brightwater Kitchens Ltd,GB,active,,,,,',
  '3,B. P. Solar PLC,GB,active,,,,,',
  '4,Société Générale de Négoce SARL,FR,active,,,,,',
  '5,ACME SOFT GmbH,DE,active,,,,,',
  '6,Ромашка ООО,RU,active,,,,,',
  '7,The Limited,GB,active,,,,,',
  '8,Brightwater Holdings GmbH,DE,active,,,,,',
];

const named = ({ search }: TestRegisters, name: string, country?: string): string[] =>
  search
    .byName(name, { limit: 10, ...(country === undefined ? {} : { country }) })
    .map(({ company }) => company.number);

describe('a search by name', () => {
  it.each([
    ['BRIGHTWATER HOLDINGS LTD', '1'],
    ['Holdings Brightwater', '1'],
    ['old harbour traders', '1'],
    ['Brightwatr Kitchens', '2'],
    ['Brightwater Kitchesn Limited', '2'],
    ['BP Solar', '3'],
    ['Societe Generale de Negoce', '4'],
    ['Acmesoft', '5'],
    ['Romashka', '6'],
    ['the limited', '7'],
  ])('finds %s', async (name, number) => {
    await using test = openTestRegisters();
    await test.importRows(ROWS);
    expect(named(test, name)[0]).toBe(number);
  });

  it('keeps to the country and to the number of answers, the likeliest first', async () => {
    await using test = openTestRegisters();
    await test.importRows(ROWS);
    expect(named(test, 'Brightwater Holdings')).toEqual(expect.arrayContaining(['1', '8']));
    expect(named(test, 'Brightwater Holdings', 'DE')).toEqual(['8']);
    expect(test.search.byName('Brightwater', { limit: 1 })).toHaveLength(1);
    expect(named(test, 'Zzyzx Unheard')).toEqual([]);
    expect(named(test, ' &-, ')).toEqual([]);
  });

  it('finds generated names with an error in one word', async () => {
    await using test = openTestRegisters();
    const seed = testSeed();
    const random = seededRandom(seed);
    const below = (bound: number): number => Math.floor(random() * bound);
    const letters = (count: number): string =>
      Array.from({ length: count }, () => String.fromCharCode(97 + below(26))).join('');
    const vocabulary = Array.from({ length: rounds(1_500, 500) }, () => letters(5 + below(6)));
    const names = Array.from({ length: rounds(3_000, 600) }, () =>
      Array.from({ length: 2 + below(2) }, () => vocabulary[below(vocabulary.length)] as string),
    );
    await test.importRows(names.map((words, at) => `${at},${words.join(' ')} Ltd,GB,active,,,,,`));
    const missed = Array.from({ length: rounds(200, 40) }, () => below(names.length)).filter((number) => {
      const words = [...(names[number] as string[])];
      const word = below(words.length);
      const text = words[word] as string;
      const at = below(text.length);
      const errors = [
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + letters(1) + text.slice(at),
        text.slice(0, at) + letters(1) + text.slice(at + 1),
        text.slice(0, at) +
          text
            .slice(at, at + 2)
            .split('')
            .reverse()
            .join('') +
          text.slice(at + 2),
      ];
      words[word] = errors[below(errors.length)] as string;
      return !named(test, words.join(' ')).includes(String(number));
    });
    expect(missed, `seed ${seed}`).toEqual([]);
  });
});

describe('a search by key', () => {
  it('gives the company of every register that has it, whole as it was read', async () => {
    await using test = openTestRegisters();
    await test.importRows(ROWS);
    const other = test.write(
      'lei.csv',
      ['1,Brightwater Holdings Limited,GB,549300ABCDEFGHIJKL12'],
      'number,name,country,lei',
    );
    await test.registers.importRegister({ paths: [other], code: 'lei' }, 'cli');
    const found = test.search.byKey('GB:00000001');
    expect(found.map(({ register }) => register.code)).toEqual(['lei', 'test']);
    expect(found[1]?.company).toMatchObject({
      keys: expect.arrayContaining(['GB:00000001']),
      number: '1',
      name: 'Brightwater Holdings Limited',
      country: 'GB',
      status: 'active',
      otherNames: [
        { name: 'Old Harbour Traders Ltd', kind: 'former' },
        { name: 'Brightwater Ltd', kind: 'former' },
      ],
    });
    expect(test.search.byKey('LEI:549300ABCDEFGHIJKL12')).toHaveLength(1);
    expect(test.search.byKey('FR:1')).toEqual([]);
    expect(test.search.byKey('NAME:brightwaterholdings')).toEqual([]);
  });
});

describe('owners', () => {
  it('are those of now, of every key that is asked for', async () => {
    await using test = openTestRegisters();
    await test.importRows([
      '1,One Ltd,GB,active,,person,Ann Owner,30,',
      '1,One Ltd,GB,active,,person,Past Owner,70,2025-12-31',
      '1,One Ltd,GB,active,,person,Leaving Owner,20,2026-12-31',
      '2,Two Ltd,GB,active,,person,Bob Owner,25-50,',
    ]);
    const owners = (keys: string[]) => test.search.ownersOf(keys).map(({ ownership }) => ownership.owner.name);
    expect(owners(['GB:00000001'])).toEqual(['Ann Owner', 'Leaving Owner']);
    expect(owners(['GB:00000002', 'GB:00000001', 'GB:00000002'])).toEqual(['Bob Owner', 'Ann Owner', 'Leaving Owner']);
    expect(owners(['GB:00000003'])).toEqual([]);
    const [two] = test.search.ownersOf(['GB:00000002']);
    expect(two?.ownership).toMatchObject({ owned: 'GB:00000002', percent: { min: 25, max: 50 }, until: null });
  });
});

describe('without a register', () => {
  it('nothing is found, and nothing is wrong', async () => {
    await using test = openTestRegisters();
    expect(test.search.byName('Anybody', { limit: 5 })).toEqual([]);
    expect([test.search.versions(), test.search.problem]).toEqual([[], null]);
  });
});
