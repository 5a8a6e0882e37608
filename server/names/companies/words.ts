import anyAscii from 'any-ascii';
import { LIMITS } from '../../lib/limits.ts';
import { formLength } from './legal-forms.ts';

/** Words that join others. They may be written as a symbol or left out. */
const JOINERS = new Set(['and', 'und', 'et', 'the']);
const ASCII = /^[\x20-\x7e]*$/;
const WORD = /[a-z0-9]+/g;
/** More characters say nothing more about a name. */
const WORD_CHARS_MAX = 32;

/**
 * Returns the words by which registers are searched for a company's name: small ASCII letters and digits (other scripts by the
 * general table of any-ascii), without `and` and `the`, without the legal form at the end, with initials joined (`B. P. plc` is
 * `bp`). A name of nothing else keeps those words. Empty if it has no letter or digit. At most `LIMITS.searchWordsMax`.
 */
export function nameWords(name: string): string[] {
  const latin = (ASCII.test(name) ? name : anyAscii(name)).toLowerCase().replace(/['`]/g, '');
  const all = latin.match(WORD) ?? [];
  const kept = all.filter((word) => !JOINERS.has(word));
  const words = joinInitials(kept.length > 0 ? kept : all);
  for (let form = formLength(words); form > 0 && form < words.length; form = formLength(words)) {
    words.length -= form;
  }
  return words.slice(0, LIMITS.searchWordsMax);
}

/** `b p solar` is `bp solar`. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let initials = false;
  for (const word of words) {
    const isInitial = word.length === 1;
    if (isInitial && initials) joined[joined.length - 1] += word;
    else joined.push(word.length > WORD_CHARS_MAX ? word.slice(0, WORD_CHARS_MAX) : word);
    initials = isInitial;
  }
  return joined;
}
