/**
 * A word with the spellings that languages choose between for one sound made one: doubled letters single, y and j as i,
 * w as v, c and q as k, ph as f, ou as u, the Latvian endings of `Lavrovs` and `Sergejs` and the
 * French one of `Poutine` dropped. For comparing only.
 */
export function foldSpelling(text: string): string {
  let folded = '';
  let last = '';
  for (let i = 0; i < text.length; i++) {
    let letter = foldLetter(text[i] as string);
    const next = text[i + 1];
    if (letter === 'p' && next === 'h') {
      letter = 'f';
      i += 1;
    } else if (letter === 'o' && next === 'u') {
      letter = 'u';
      i += 1;
    } else if (letter === 's' && i === text.length - 1 && i > 3 && (text[i - 1] === 'v' || text[i - 1] === 'j')) {
      continue;
    }
    if (letter === 'e' && last === 'n' && i === text.length - 1 && text[i - 2] === 'i') continue;
    if (letter !== last) folded += letter;
    last = letter;
  }
  return folded;
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

/** Whether two folded words differ in nothing but e against i and o against u, as Arabic names do in Latin letters. */
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
