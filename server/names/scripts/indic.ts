import { readLetters } from './letters.ts';

/**
 * The Unicode blocks of India's scripts have one order (that of ISCII, IS 13194), so one table by offset reads them all.
 * Spellings follow ISO 15919 and Hunterian custom, without marks. The reader adds the inherent a.
 */
const CONSONANTS = 'k kh g gh ng ch ch j jh ny t th d dh n t th d dh n n p ph b bh m y r R l l l v sh sh s h'.split(
  ' ',
);
const CONSONANT_FIRST = 0x15;
const VOWELS = readLetters(
  '05 a  06 a  07 i  08 i  09 u  0a u  0b ri  0c li  0d e  0e e  0f e  10 ai  11 o  12 o  13 o  14 au  60 ri',
);
const SIGNS = readLetters(`
  3e a  3f i  40 i  41 u  42 u  43 ri  44 ri  45 e  46 e  47 e  48 ai  49 o  4a o  4b o  4c au  55 e  56 ai  57 au  62 li`);
const DOTTED = readLetters('58 q  59 kh  5a gh  5b z  5c r  5d rh  5e f  5f y');
const WITH_NUKTA = readLetters('k q  kh kh  g gh  j z  d r  dh rh  ph f  y y  jh zh  b v  s sh');
const [NASAL_SIGN, NASAL, ASPIRATION, NUKTA, VIRAMA, TIPPI, ADDAK] = [0x01, 0x02, 0x03, 0x3c, 0x4d, 0x70, 0x71];
/** Blocks whose languages do not pronounce the inherent vowel at the end of a word. */
const MUTE_ENDS = new Set([0x0900, 0x0980, 0x0a00, 0x0a80]);
const [BENGALI, TAMIL, GURMUKHI] = [0x0980, 0x0b80, 0x0a00];
/** The sound of the dot above if it is not the nasal of the next consonant. */
const ANUSVARA: Readonly<Record<number, string>> = { 2432: 'ng', 3328: 'm' };
/** Tamil and Malayalam letters outside that order. */
const CHILLU = readLetters('7a n  7b n  7c r  7d l  7e l  7f k  4e t');
/** Titles before names. */
const KNOWN = readLetters(`
  मा hon  माननीय hon  श्री mr  श्रीमती mrs  सुश्री ms  कु kumari  सिंह singh  डा dr  डॉ dr  डाक्टर dr  प्रा prof`);

/** A syllable: its consonants' sound, then its vowel, which is '' after a virama and `inherent` if none is written. */
interface Syllable {
  onset: string;
  vowel: string;
  inherent: boolean;
}

/** How Tamil, which writes only k, ch, t and p, pronounces them between vowels and after nasals. k there may also be h. */
const TAMIL_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[aeioun])k(?=[aeiou])/g, 'g'],
  [/(?<=[aeiounrl])t(?=[aeiou]|$)/g, 'd'],
  [/(?<=[aeioum])p(?=[aeiou])/g, 'b'],
  [/(?<=[aeiou]|^)ch(?=[aeiou])/g, 's'],
];

/**
 * Returns a word in a script of India as Latin words: with its inherent vowels, and with those dropped that the north drops
 * inside a word. A Tamil word is read with its consonants voiced as in Tamil, as a foreign name (h for k, d at the start, no i
 * before r or l, which cannot begin a word there), and as written.
 */
export function romaniseIndic(written: string): string[][] {
  const word = written.normalize('NFC').replace(/\p{Cf}|'/gu, '');
  const known = KNOWN[word];
  if (known !== undefined) return [[known]];
  const block = (word.codePointAt(0) ?? 0) & 0xff80;
  const syllables = readSyllables(word, block);
  if (MUTE_ENDS.has(block)) muteEnd(syllables);
  const full = write(syllables);
  if (block === TAMIL) return readTamil(full);
  if (!MUTE_ENDS.has(block)) return [[full]];
  muteInside(syllables);
  const short = write(syllables);
  return [...new Set([full, short, ...(block === BENGALI ? [writeRound(syllables)] : [])])].map((way) => [way]);
}

function readTamil(text: string): string[][] {
  const voiced = TAMIL_SOUNDS.reduce((word, [letters, sound]) => word.replace(letters, sound), text);
  const foreign = voiced
    .replace(/(?<=[aeiou])g(?=[aeiou])/g, 'h')
    .replace(/^i(?=[rl][aeiou])/, '')
    .replace(/^t/, 'd');
  return [...new Set([voiced, foreign, text])].map((way) => [way]);
}

function readSyllables(word: string, block: number): Syllable[] {
  const syllables: Syllable[] = [];
  for (const character of word) {
    const code = character.codePointAt(0) as number;
    addCharacter(syllables, (code & 0xff80) === block ? code - block : -1, block);
  }
  return syllables;
}

function addCharacter(syllables: Syllable[], offset: number, block: number): void {
  const hex = offset < 0 ? '' : offset.toString(16).padStart(2, '0');
  const last = syllables.at(-1);
  const consonant = block === BENGALI && offset === 0x70 ? 'r' : consonantOf(offset, hex, block);
  if (consonant !== undefined) syllables.push({ onset: consonant, vowel: 'a', inherent: true });
  else if (VOWELS[hex] !== undefined) syllables.push({ onset: '', vowel: VOWELS[hex] as string, inherent: false });
  else if (last !== undefined && SIGNS[hex] !== undefined) setVowel(last, SIGNS[hex] as string);
  else if (last !== undefined && offset === VIRAMA) setVowel(last, '');
  else if (last !== undefined && offset === NUKTA) last.onset = WITH_NUKTA[last.onset] ?? last.onset;
  else if (offset === NASAL || offset === NASAL_SIGN || (block === GURMUKHI && offset === TIPPI))
    addNasal(syllables, block);
  else if (CHILLU[hex] !== undefined && block === 0x0d00)
    syllables.push({ onset: CHILLU[hex] as string, vowel: '', inherent: false });
  else if (offset === ASPIRATION || offset === ADDAK) return;
}

function consonantOf(offset: number, hex: string, block: number): string | undefined {
  if (offset >= CONSONANT_FIRST && offset < CONSONANT_FIRST + CONSONANTS.length)
    return CONSONANTS[offset - CONSONANT_FIRST];
  return block === 0x0d00 || block === TAMIL ? undefined : DOTTED[hex];
}

function setVowel(syllable: Syllable, vowel: string): void {
  syllable.vowel = vowel;
  syllable.inherent = false;
}

function addNasal(syllables: Syllable[], block: number): void {
  if (block === TAMIL) return; // Its aytham, which precedes p for f.
  syllables.push({ onset: ANUSVARA[block] ?? 'N', vowel: '', inherent: false });
}

/** The inherent vowel at the end is silent. After two consonants it may be pronounced, so it stays there. */
function muteEnd(syllables: Syllable[]): void {
  const last = syllables.at(-1);
  const before = syllables.at(-2);
  if (last?.inherent && before !== undefined && (before.vowel !== '' || before.onset === 'N')) last.vowel = '';
}

/** Drops an inherent vowel between a vowel with one consonant and a consonant with a vowel (Ohala 1983), from the end. */
function muteInside(syllables: Syllable[]): void {
  for (let at = syllables.length - 2; at > 0; at--) {
    const syllable = syllables[at] as Syllable;
    const next = syllables[at + 1] as Syllable;
    const before = syllables[at - 1] as Syllable;
    if (syllable.inherent && next.vowel !== '' && next.onset !== '' && before.vowel !== '') syllable.vowel = '';
  }
}

/** Bengali pronounces its inherent vowel as o. */
function writeRound(syllables: readonly Syllable[]): string {
  return write(syllables.map((one) => (one.inherent && one.vowel === 'a' ? { ...one, vowel: 'o' } : one)));
}

/** Writes the text: nasals by what follows, and the southern double rr, which sounds tt. */
function write(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ onset, vowel }) => onset + vowel)
    .join('')
    .replace(/Nh/g, 'ngh')
    .replace(/N/g, 'n')
    .replace(/RR/g, 'tt')
    .replace(/R/g, 'r')
    .replace(/n(?=[pb])/g, 'm')
    .replace(/jny/g, 'gy')
    .replace(/chch/g, 'cch');
}
