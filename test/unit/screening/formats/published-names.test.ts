import { expect, test } from 'vitest';
import { addPublishedName } from '../../../../server/screening/formats/published-names.ts';
import { type ListName, newEntry } from '../../../../server/screening/types.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

function namesOf(text: string, kind?: ListName['kind'], quality?: ListName['quality']): string[][] {
  const entry = newEntry('1', 'unknown', 'Q');
  addPublishedName(entry, text, kind, quality);
  return entry.names.slice(1).map((name) => [name.name, name.kind, name.quality]);
}

test.each<[string, string[][]]>([
  ['Zdravko Kilonez', [['Zdravko Kilonez', 'alias', 'strong']]],
  [
    'Zed Kay; Zed Kee; Zett',
    [
      ['Zed Kay', 'alias', 'strong'],
      ['Zed Kee', 'alias', 'strong'],
      ['Zett', 'alias', 'strong'],
    ],
  ],
  ['Zed (previously listed as)', [['Zed', 'former', 'strong']]],
  [
    'Nimbus (also known as Cumulus)',
    [
      ['Nimbus (also known as Cumulus)', 'alias', 'strong'],
      ['Nimbus', 'alias', 'strong'],
      ['Cumulus', 'alias', 'strong'],
    ],
  ],
  [
    'Nimbus (formerly Stratus)',
    [
      ['Nimbus (formerly Stratus)', 'alias', 'strong'],
      ['Nimbus', 'alias', 'strong'],
      ['Stratus', 'former', 'strong'],
    ],
  ],
  [
    'Grey Heron Group (GHG)',
    [
      ['Grey Heron Group (GHG)', 'alias', 'strong'],
      ['Grey Heron Group', 'alias', 'strong'],
      ['GHG', 'alias', 'weak'],
    ],
  ],
  [
    'Jin (金铁三)',
    [
      ['Jin (金铁三)', 'alias', 'strong'],
      ['Jin', 'alias', 'strong'],
      ['金铁三', 'original_script', 'strong'],
    ],
  ],
  [
    'Fog School/École de la brume',
    [
      ['Fog School/École de la brume', 'alias', 'strong'],
      ['Fog School', 'alias', 'strong'],
      ['École de la brume', 'alias', 'strong'],
    ],
  ],
  [
    'Alpha Bank or Beta Bank',
    [
      ['Alpha Bank or Beta Bank', 'alias', 'strong'],
      ['Alpha Bank', 'alias', 'strong'],
      ['Beta Bank', 'alias', 'strong'],
    ],
  ],
  ['Department 140/14', [['Department 140/14', 'alias', 'strong']]],
  ['Nikolay or Nikolai', [['Nikolay or Nikolai', 'alias', 'strong']]],
  ['Munir Adanov (Adnuf)', [['Munir Adanov (Adnuf)', 'alias', 'strong']]],
])('%s', (text, names) => {
  expect(namesOf(text)).toEqual(names);
});

test.each<[string, string[]]>([
  ['Nimbus Ltd., a.k.a. Cumulus Ltd. (Valletta)', ['Nimbus Ltd.', 'Cumulus Ltd. (Valletta)']],
  ['ZED KAY A/K/A ZETT KAY', ['ZED KAY', 'ZETT KAY']],
  ['f.k.a. Stratus Works', ['Stratus Works']],
  ['Formerly known as Stratus Works', ['Stratus Works']],
  [
    'Nimbus, OOO (f.k.a., Stratus (Works) 9)',
    ['Nimbus, OOO (f.k.a., Stratus (Works) 9)', 'Nimbus, OOO', 'Stratus (Works) 9'],
  ],
  [
    'Nimbus Inc. (a.k.a. Cumulus Air; Stratus Supply)',
    ['Nimbus Inc. (a.k.a. Cumulus Air; Stratus Supply)', 'Nimbus Inc.', 'Cumulus Air', 'Stratus Supply'],
  ],
  [
    'Nimbus Institute [aka Cumulus Systems Centre, Stratus Research]',
    [
      'Nimbus Institute [aka Cumulus Systems Centre, Stratus Research]',
      'Nimbus Institute',
      'Cumulus Systems Centre, Stratus Research',
      'Cumulus Systems Centre',
      'Stratus Research',
    ],
  ],
  ['Zed Kay (from the port of Elsewhere)', ['Zed Kay (from the port of Elsewhere)', 'Zed Kay']],
  ['Zed Kay, born 1 Jan. 1953 (passport no. 1)', ['Zed Kay, born 1 Jan. 1953 (passport no. 1)', 'Zed Kay']],
  [
    'Nimbus LLC and any successor, sub-unit, or subsidiary thereof',
    ['Nimbus LLC and any successor, sub-unit, or subsidiary thereof', 'Nimbus LLC'],
  ],
  ['GHG (Grey Heron Group Holding)', ['GHG (Grey Heron Group Holding)', 'GHG', 'Grey Heron Group Holding']],
  ['ZED (ZEDDY) KAY', ['ZED (ZEDDY) KAY', 'ZED KAY']],
  ['GREY HERON GROUP (GHG)', ['GREY HERON GROUP (GHG)', 'GREY HERON GROUP', 'GHG']],
  ['Grey Heron (BULGARIA)', ['Grey Heron (BULGARIA)', 'Grey Heron']],
  ['Grey Heron (2100) Ltd', ['Grey Heron (2100) Ltd', 'Grey Heron Ltd']],
  ['Zed Kay زد كي', ['Zed Kay زد كي', 'Zed Kay', 'زد كي']],
  ['Zed (original script: Зед)', ['Zed (original script: Зед)', 'Zed', 'Зед']],
  ['Zed (Previously listed as. In Arabic: زد )', ['Zed', 'زد']],
  ['زد كي (Zed Kay; Zett Kay)', ['زد كي (Zed Kay; Zett Kay)', 'زد كي', 'Zed Kay', 'Zett Kay']],
  ['ኤርሚኣስ (Tigrinya)', ['ኤርሚኣስ (Tigrinya)', 'ኤርሚኣስ']],
  ['Nimbus (Valletta) Ltd', ['Nimbus (Valletta) Ltd']],
  ['Nimbus (never closed', ['Nimbus (never closed']],
  ['AKA', ['AKA']],
])('%s holds the names %j', (text, names) => {
  expect(namesOf(text).map(([name]) => name)).toEqual(names);
});

test('names behind f.k.a. are former ones, and brackets behind a person are no part of the name', () => {
  expect(namesOf('Nimbus f.k.a. Stratus').map(([name, kind]) => [name, kind])).toEqual([
    ['Nimbus', 'alias'],
    ['Stratus', 'former'],
  ]);
  const person = newEntry('1', 'person', 'Q');
  addPublishedName(person, 'Munir Adanov (Adnuf)');
  expect(person.names.slice(1).map(({ name }) => name)).toEqual(['Munir Adanov (Adnuf)', 'Munir Adanov']);
});

test('a primary name stays as written, and what is weak stays so', () => {
  expect(namesOf('Heron; Egret', 'primary')).toEqual([
    ['Heron; Egret', 'primary', 'strong'],
    ['Heron', 'alias', 'strong'],
    ['Egret', 'alias', 'strong'],
  ]);
  expect(namesOf('Heron / Egret', 'alias', 'weak').map(([, , quality]) => quality)).toEqual(['weak', 'weak', 'weak']);
});

test('a very long text is one name, found out at once', () => {
  const long = `Heron${' '.repeat(200_000)}/ Egret (${'('.repeat(200_000)}`;
  expect(cpuMsOf(() => expect(namesOf(long)).toHaveLength(1))).toBeLessThan(500);
});
