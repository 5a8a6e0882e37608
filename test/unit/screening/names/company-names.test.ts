import { expect, test } from 'vitest';
import { isCompanyName } from '../../../../server/names/company-names.ts';

test.each([
  ['Red Box Energy Services PTE LTD', true],
  ['Baltic Shipping Company', true],
  ['ООО Альфа', true],
  ['Oliver North', false],
  ['Paek Se Pong', false],
  ['Ali As-Saadi', false],
  ['', false],
])('%s is surely a company: %s', (name, is) => {
  expect(isCompanyName(name)).toBe(is);
});
