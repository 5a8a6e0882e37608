/** What a name belongs to. Vessels and aircraft are `unknown`. */
export type NameSubject = 'person' | 'organisation' | 'unknown';

/** `further`: a second given name, a mother's surname or a father's name, which people usually leave out. */
export type WordKind =
  | 'word'
  | 'further'
  | 'initial'
  | 'particle'
  | 'title'
  | 'patronymic'
  | 'legal_form'
  | 'generic'
  | 'number';

/** A word of a name, as the matcher sees it. */
export interface NameWord {
  /** Identity. Words with the same key are the same word: everything below follows from the key alone, so an index stores keys. */
  key: string;
  /** Lower case [a-z0-9]+ */
  text: string;
  kind: WordKind;
  /** 0..1 */
  weight: number;
  /**
   * Two words that share a link may be alike whatever their spelling: consonant skeletons (`s:mhmd`), families of names
   * (`f:william`), classes of legal forms (`l:llc`).
   */
  links: readonly string[];
}

/** One way to read a name. */
export interface PreparedName {
  subject: NameSubject;
  words: NameWord[];
}

const KIND_OF_LETTER: Record<string, WordKind> = {
  f: 'further',
  i: 'initial',
  p: 'particle',
  t: 'title',
  y: 'patronymic',
  l: 'legal_form',
  g: 'generic',
  n: 'number',
};
const LETTER_OF_KIND: Record<WordKind, string> = {
  word: '',
  further: 'f',
  initial: 'i',
  particle: 'p',
  title: 't',
  patronymic: 'y',
  legal_form: 'l',
  generic: 'g',
  number: 'n',
};

/**
 * How a word was written: in Latin letters (''), or in which other scripts, because each leaves other sounds open. Those that
 * write every vowel: Cyrillic, Armenian, Georgian (`v`), Greek (`e`). The others: Arabic (`a`), Hebrew (`w`), kana (`k`), Hangul
 * (`h`), Devanagari (`d`), all other syllabic scripts (`s`), Han as a native name (`c`) and as the sound of a foreign one (`x`),
 * any other (`o`). No letter is also the letter of a kind.
 */
export type Writing = '' | 'v' | 'e' | 'a' | 'w' | 'k' | 'h' | 'd' | 's' | 'c' | 'x' | 'o';

const WRITINGS: ReadonlySet<string> = new Set('veawkhdscxo');

/** Returns the key of a word: its text, and after a bar the letter of its kind and that of its writing. */
export function wordKey(text: string, kind: WordKind, writing: Writing): string {
  const marks = LETTER_OF_KIND[kind] + writing;
  return marks === '' ? text : `${text}|${marks}`;
}

/** Returns what `wordKey` put into a key. */
export function readKey(key: string): { text: string; kind: WordKind; writing: Writing } {
  const bar = key.indexOf('|');
  if (bar < 0) return { text: key, kind: 'word', writing: '' };
  const kind = KIND_OF_LETTER[key[bar + 1] ?? ''] ?? 'word';
  const last = key[key.length - 1];
  return { text: key.slice(0, bar), kind, writing: isWriting(last) ? last : '' };
}

function isWriting(letter: string | undefined): letter is Writing {
  return letter !== undefined && WRITINGS.has(letter);
}

/** Returns how a word was written. */
export function writingOf({ key, text }: NameWord): Writing {
  const last = key.length > text.length ? key[key.length - 1] : undefined;
  return isWriting(last) ? last : '';
}

/** Whether a word comes from another script, so that its spelling in Latin letters is one of many. */
export function isAbjad(word: NameWord): boolean {
  return writingOf(word) !== '';
}

/** Whether it comes from a script that writes its vowels. */
export function isVowelled(word: NameWord): boolean {
  const writing = writingOf(word);
  return writing === 'v' || writing === 'e';
}
