import { readName } from './prepare.ts';
import { GENERIC_WORDS } from './tables/kinds.ts';

/** Legal forms that are not people's names, nor parts of any. */
const SURE_FORMS = new Set(
  'llc ltd limited inc incorporated corp corporation company gmbh plc ooo oao zao jsc llp fze sarl srl'.split(' '),
);
/** One such word may be a surname (`West`). Two are a company's. */
const GENERIC_WORDS_MIN = 2;

/** Whether a name is certainly a company's, if no publisher describes its owner. */
export function isCompanyName(name: string): boolean {
  return readName(name, 'unknown').some(({ words }) => {
    const generic = words.filter(({ kind, text }) => kind === 'generic' && GENERIC_WORDS.has(text));
    return (
      generic.length >= GENERIC_WORDS_MIN ||
      words.some(({ kind, text }) => kind === 'legal_form' && SURE_FORMS.has(text))
    );
  });
}
