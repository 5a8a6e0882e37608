import { expect, test } from 'vitest';
import { nameFactors } from '../../../../server/screening/match/name-factor.ts';

const ARABIC = { name: 'يوسف المداني', quality: 'strong' } as const;
const LATIN = { name: 'AL-MADANI, Yusuf', quality: 'strong' } as const;

test.each([
  ['a name in the script of the question', 'Josefa Medina', LATIN, [LATIN, ARABIC], 1],
  ['another script where the entry has that of the question', 'Josefa Medina', ARABIC, [LATIN, ARABIC], 0.9],
  ['another script where the entry has no other', 'Josefa Medina', ARABIC, [ARABIC], 1],
  ['Latin letters against a question in others', 'يوسف المداني', LATIN, [LATIN, ARABIC], 0.9],
  ['Latin letters where the entry has no others', 'يوسف المداني', LATIN, [LATIN], 1],
])('%s', (_, asked, name, names, script) => {
  expect(nameFactors(asked, name, names)).toEqual({ quality: 1, script });
});

test('a weak name is distinguished from a strong one', () => {
  expect(nameFactors('Yusuf', { ...LATIN, quality: 'weak' }, [LATIN])).toEqual({ quality: 0.9, script: 1 });
});
