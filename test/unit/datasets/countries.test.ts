import { expect, test } from 'vitest';
import { countryCode } from '../../../server/datasets/countries.ts';

test.each([
  ['Iran (Islamic Republic of)', 'IR'],
  ['IRAN, ISLAMIC REPUBLIC OF', 'IR'],
  ["Democratic People's Republic of Korea (North Korea)", 'KP'],
  ['Democratic Republic of the Congo', 'CD'],
  ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
  ['Occupied Palestinian Territories', 'PS'],
  ['United Republic of Tanzania', 'TZ'],
  ['Türkiye', 'TR'],
  ['ru', 'RU'],
  ['DEU', 'DE'],
  [' Syria ', 'SY'],
  ['Abkhazia', 'Abkhazia'],
])('%s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code);
});
