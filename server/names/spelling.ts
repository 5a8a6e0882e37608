/** A word this long may end in the `-as`, `-us` or `-is` that Lithuanian adds to foreign names. */
const BALTIC_ENDING_CHARS_MIN = 7;

/**
 * Unifies spellings that languages use for one sound: doubled letters single, y and j as i, w as v, c and q as k, ph as f, ou and
 * oe as u; the endings of `Lavrovs`, `Sergejs`, `Putinas` and `Poutine` dropped. For comparisons only.
 */
export function foldSpelling(text: string): string {
  const end = endOfStem(text);
  let folded = '';
  let last = '';
  for (let i = 0; i < end; i++) {
    const pair = foldPair(text, i, end);
    const letter = pair ?? foldLetter(text[i] as string);
    if (pair !== null) i += 1;
    if (letter !== last) folded += letter;
    last = letter;
  }
  return folded;
}

/** Returns how many letters precede a masculine ending of the Baltic languages or the French mute e. */
function endOfStem(text: string): number {
  const { length } = text;
  if (length < 5) return length;
  const before = text[length - 2] as string;
  if (text[length - 1] === 's') {
    if (before === 'v' || before === 'j') return length - 1;
    const isBaltic = before === 'a' || before === 'u' || before === 'i';
    return isBaltic && length >= BALTIC_ENDING_CHARS_MIN ? length - 2 : length;
  }
  return text.endsWith('ine') ? length - 1 : length;
}

function foldPair(text: string, at: number, end: number): string | null {
  if (at + 1 >= end) return null;
  const [first, second] = [text[at], text[at + 1]];
  if (first === 'p' && second === 'h') return 'f';
  return first === 'o' && (second === 'u' || second === 'e') ? 'u' : null;
}

function foldLetter(letter: string): string {
  switch (letter) {
    case 'y':
    case 'j':
      return 'i';
    case 'w':
      return 'v';
    case 'c':
    case 'q':
      return 'k';
    default:
      return letter;
  }
}

/** Whether two folded words differ only in e against i and o against u, as Arabic names do in Latin letters. */
export function areSameButVowels(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (vowelClass(a.charCodeAt(i)) !== vowelClass(b.charCodeAt(i))) return false;
  return true;
}

const [E, I, O, U] = [101, 105, 111, 117];

function vowelClass(code: number): number {
  if (code === E) return I;
  return code === O ? U : code;
}
