import anyAscii from 'any-ascii';

/** A person's name in its parts; an absent part is left out. */
export interface PersonName {
  first?: string;
  last?: string;
  /** The end was cut off, as a machine-readable zone does with long names: any word may be the start of the true one. */
  truncated?: boolean;
}

/** First name, then last name, as one line. */
export function fullName(name: PersonName | null): string {
  return [name?.first, name?.last].filter(Boolean).join(' ');
}

interface Word {
  /** Spellings in small ASCII letters: without accents, and as a machine-readable zone writes them. */
  forms: string[];
  /** What the transliterations of one name have in common. */
  sound: string;
  /** From another script, whose transliterations differ between authorities. */
  foreign: boolean;
  /** Cut off, perhaps. */
  truncated: boolean;
}

interface Parts {
  first: Word[];
  last: Word[];
}

type Likeness = 'same' | 'initial' | 'different';

/** ICAO Doc 9303 part 3, section 6 A: letters that a machine-readable zone writes in another way than without accent. */
const MRZ_LETTERS: Record<string, string> = { ä: 'ae', å: 'aa', ö: 'oe', ø: 'oe', ü: 'ue' };
/** Characters that a recogniser takes for one another, brought to one of them. */
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', l: 'i', '5': 's', '8': 'b' };

/**
 * Whether two names can be one person's, as a careful reader compares them: accents, case, script, hyphens, order,
 * initials beside a full name, missing second names and cut-off ends do not matter; any other word does. A name without a letter agrees with none.
 */
export function namesAgree(a: PersonName, b: PersonName): boolean {
  const left = partsOf(a);
  const right = partsOf(b);
  if ([left, right].some(({ first, last }) => first.length + last.length === 0)) return false;
  if (joinedAgree(left, right)) return true;
  const whole = [left.first, left.last, right.first, right.last].every((part) => part.length > 0);
  const straight = covers(left.first, right.first, 1) && covers(left.last, right.last, 1);
  const swapped = covers(left.first, right.last, 1) && covers(left.last, right.first, 1);
  if (whole && (straight || swapped)) return true;
  const crossed = whole && overlap(left.last, right.first) && overlap(left.first, right.last);
  const familyShared = crossed || overlap(left.last, right.last);
  return familyShared && covers([...left.first, ...left.last], [...right.first, ...right.last], 2);
}

/** The same letters though spaced otherwise: `Mc Donald` and `McDonald`, or a script without spaces. */
function joinedAgree(a: Parts, b: Parts): boolean {
  const forms = joinForms([...a.first, ...a.last]);
  const orders = [joinForms([...b.first, ...b.last]), joinForms([...b.last, ...b.first])];
  return forms.some((form) => orders.some((order) => order.includes(form)));
}

/** Each way of spelling, kept through the whole name. */
function joinForms(words: Word[]): string[] {
  return [0, 1].map((way) => words.map(({ forms }) => forms[way] ?? forms[0]).join(''));
}

/** Every word of the shorter list has its own counterpart in the longer, `sameMin` of them (if it has so many) in full. */
function covers(a: Word[], b: Word[], sameMin: number): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...many];
  const take = (word: Word, wanted: Likeness): boolean => {
    const index = left.findIndex((other) => likeness(word, other) === wanted);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const unmatched = few.filter((word) => !take(word, 'same'));
  const same = few.length - unmatched.length;
  return same >= Math.min(sameMin, few.length) && unmatched.every((word) => take(word, 'initial'));
}

/** Whether two parts have a word in common; an absent part says nothing against it. */
function overlap(a: Word[], b: Word[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((word) => b.some((other) => likeness(word, other) === 'same'));
}

function likeness(a: Word, b: Word): Likeness {
  if ((a.foreign || b.foreign) && a.sound === b.sound) return 'same';
  let initial = false;
  for (const x of a.forms)
    for (const y of b.forms) {
      if (x === y || (a.truncated && y.startsWith(x)) || (b.truncated && x.startsWith(y))) return 'same';
      initial ||= (x.length === 1 && y.startsWith(x)) || (y.length === 1 && x.startsWith(y));
    }
  return initial ? 'initial' : 'different';
}

function partsOf({ first = '', last = '', truncated = false }: PersonName): Parts {
  return { first: wordsOf(first, truncated), last: wordsOf(last, truncated) };
}

function wordsOf(text: string, truncated: boolean): Word[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ`´]/gu, '');
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.flatMap((word) => {
    const inZone = word.replace(/./gu, (letter) => MRZ_LETTERS[letter] ?? letter);
    const ascii = toAscii(word);
    const forms = [ascii, toAscii(inZone)].map(foldLookalikes);
    const foreign = !/^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word);
    return forms.includes('') ? [] : [{ forms, sound: soundOf(ascii), foreign, truncated }];
  });
}

function toAscii(word: string): string {
  return anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function foldLookalikes(ascii: string): string {
  return ascii.replace(/./g, (letter) => LOOKALIKES[letter] ?? letter);
}

/**
 * Brings the common romanisations of Cyrillic and Greek together (ICAO Doc 9303 part 3, section 6 B, ISO 9, BGN/PCGN):
 * `Yuliya`, `Iuliia` and `Julija` are one. Endings stay apart: `Ivanov` is not `Ivanova`.
 */
function soundOf(ascii: string): string {
  const same: [RegExp, string][] = [
    [/[jy]/g, 'i'],
    [/i+/g, 'i'],
    [/io/g, 'e'],
    [/x/g, 'ks'],
    [/kh/g, 'h'],
    [/ph/g, 'f'],
  ];
  return same.reduce((sound, [pattern, letter]) => sound.replace(pattern, letter), ascii);
}
