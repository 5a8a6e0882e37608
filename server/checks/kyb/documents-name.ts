import { isNear } from '../read/near.ts';
import { digitsOf, isTelling, isWord, misreadLetters, type PrintedWord, plainWords } from './documents-words.ts';

/** How names are split. The check itself knows no legal forms. */
export interface NameReading {
  /** Returns a company's name without its legal forms, in its original script, or the whole name if nothing else is left. */
  bare(name: string): string;
  /** Whether a legal form begins with the first of these words. */
  beginsWithForm(words: readonly string[]): boolean;
}

export interface NameRules {
  reading: NameReading;
  /** The share of the words, 0..1, that must be present. */
  agreesFrom: number;
  /** The words were read from a picture, so letters may be wrong. */
  tolerant: boolean;
}

/** Scripts without spaces between words, so that a name can end anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** How many words after a name are searched for a legal form. */
const FORM_WORDS = 6;
/** A name with fewer letters is an abbreviation, which may mean something else. */
const TELLING_LETTERS_MIN = 5;
/** A name may be printed or read as this many more words than it has. */
const SPLITS_MAX = 3;
/** Makes four words of five count as 0.8 of them. */
const EPSILON = 1e-9;

/**
 * Whether one of the names is on a document, with its words in sequence. Accents and legal forms do not count. A name of one
 * word, or of a few letters, must end there (a legal form, punctuation, a number or the end of the row follows). If no legal form
 * follows, it must also begin with a capital: `Orange` is not `Orange County`, and `Best` is not `all the best`.
 */
export function showsName(
  lines: readonly string[],
  printed: readonly PrintedWord[],
  names: readonly string[],
  rules: NameRules,
): boolean {
  return names.some((name) =>
    UNSPACED.test(name)
      ? showsUnspaced(lines, name, rules)
      : showsWords(printed, plainWords(rules.reading.bare(name)).filter(isTelling), rules),
  );
}

function showsWords(printed: readonly PrintedWord[], name: readonly string[], rules: NameRules): boolean {
  if (name.length === 0) return false;
  const telling = name.length > 1 && name.join('').length >= TELLING_LETTERS_MIN;
  const wanted = {
    words: name,
    whole: name.join(''),
    missesMax: Math.floor(name.length * (1 - rules.agreesFrom) + EPSILON),
  };
  return printed.some((_, start) => {
    const end = endOfName(printed, start, wanted, rules.tolerant);
    return end !== null && (telling || standsAlone(printed, start, end, rules));
  });
}

/**
 * Returns where the name that begins with a word ends, or null if none does: after as many words as the name has, or as its
 * letters take in another spacing.
 * @param whole the name's words without spaces
 * @param missesMax how many of the words may differ
 */
function endOfName(
  printed: readonly PrintedWord[],
  start: number,
  { words, whole, missesMax }: { words: readonly string[]; whole: string; missesMax: number },
  tolerant: boolean,
): number | null {
  let misses = 0;
  for (let at = 0; at < words.length && misses <= missesMax; at++) {
    if (!isWord(printed[start + at]?.text ?? '', words[at] ?? '', tolerant)) misses += 1;
  }
  if (misses <= missesMax) return start + words.length;
  if (!mayBegin(printed[start]?.text ?? '', whole, tolerant)) return null;
  const slack = tolerant ? misreadLetters(whole.length) : 0;
  const endMax = Math.min(printed.length, start + words.length + SPLITS_MAX);
  let joined = '';
  for (let end = start; end < endMax && joined.length <= whole.length; end++) {
    joined += printed[end]?.text;
    const alike = slack === 0 ? joined === whole : isNear(joined, whole, slack) && digitsOf(joined) === digitsOf(whole);
    if (alike) return end + 1;
  }
  return null;
}

/** A cheap first test: other spacings of a name are searched for only where its first letter is. */
function mayBegin(word: string, whole: string, tolerant: boolean): boolean {
  const [printed = '', wanted = ''] = [word[0], whole[0]];
  return printed === wanted || (tolerant && isWord(printed, wanted, true));
}

function standsAlone(printed: readonly PrintedWord[], start: number, end: number, { reading }: NameRules): boolean {
  const [first, last, next] = [printed[start], printed[end - 1], printed[end]];
  const rest = last?.runsOn ? untilPause(printed.slice(end, end + FORM_WORDS)) : [];
  // `as` and `is` are legal forms too. They count as such only if nothing follows, or in capitals (`AS`).
  const small = rest.findIndex(({ capital }) => !capital);
  const forms = [rest, small < 0 ? rest : rest.slice(0, small)];
  if (forms.some((words) => reading.beginsWithForm(words.map(({ text }) => text)))) return true;
  return first?.capital === true && (!last?.runsOn || next === undefined || /\d/.test(next.text));
}

function untilPause(words: readonly PrintedWord[]): readonly PrintedWord[] {
  const pause = words.findIndex(({ runsOn }) => !runsOn);
  return pause < 0 ? words : words.slice(0, pause + 1);
}

function showsUnspaced(lines: readonly string[], name: string, { reading }: NameRules): boolean {
  const squeeze = (text: string): string =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]/gu, '');
  const wanted = squeeze(reading.bare(name));
  return wanted !== '' && squeeze(lines.join('')).includes(wanted);
}
