import { expect, test } from 'vitest';
import type { Db } from '../../../../server/db/open.ts';
import { createNumberLookup } from '../../../../server/screening/loader/numbers.ts';
import { openScreening } from '../setup.ts';

test('a number is looked up and not looked for in every entry of the versions', () => {
  using screening = openScreening();
  const texts: string[] = [];
  const prepare = (text: string) => {
    texts.push(text);
    return screening.db.prepare(text);
  };
  createNumberLookup({ prepare } as unknown as Db, []);
  const plan = screening.db.prepare<[string, string], { detail: string }>(`EXPLAIN QUERY PLAN ${texts[0]}`);
  const steps = plan.all('[]', '[]').map(({ detail }) => detail);
  const searched = steps.filter((step) => step.startsWith('SEARCH')).map((step) => step.split(' ')[1]);
  expect(searched).toEqual(['i', 'e', 'v']);
});
