import { readLetters } from './letters.ts';

/** Greek after ELOT 743 (ISO 843, its transcription), without marks. */
const LETTERS = readLetters(`
  α a  β v  γ g  δ d  ε e  ζ z  η i  θ th  ι i  κ k  λ l  μ m  ν n  ξ x  ο o  π p  ρ r  σ s  ς s  τ t  υ y  φ f
  χ ch  ψ ps  ω o`);
/** Letters that sound together, the longest first. */
const NATIVE: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[βγδζλμνραεηιουω])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/^μπ|(?<=μ)μπ/g, 'b'],
  [/^ντ/g, 'd'],
  [/^γκ/g, 'g'],
];
/** How Greek writes names of other languages: their b, d, g, j, h, w and y. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/γ?ου(?=[αειοω])/g, 'w'],
  [/γι(?=[αεοω]|ου)/g, 'y'],
  [/ου/g, 'u'],
  [/μπ/g, 'b'],
  [/ντ/g, 'd'],
  [/γκ|γγ/g, 'g'],
  [/τζ/g, 'j'],
  [/τσ/g, 'ch'],
  [/χ/g, 'h'],
];

/** Returns a word in Greek letters as Latin words: as a Greek name, and as a foreign one if that differs. */
export function romaniseGreek(written: string): string[][] {
  const word = written
    .normalize('NFD')
    .replace(/ι\u0308\u0301?|ι\u0301\u0308/gu, 'i')
    .replace(/\p{M}|\p{Cf}|'/gu, '')
    .toLowerCase();
  const native = spell(word, NATIVE);
  const foreign = spell(word, FOREIGN);
  return native === foreign ? [[native]] : [[native], [foreign]];
}

function spell(word: string, rules: readonly (readonly [RegExp, string])[]): string {
  let text = word;
  for (const [letters, sound] of rules) text = text.replace(letters, sound);
  return text.replace(/[^a-z]/gu, (letter) => LETTERS[letter] ?? '');
}
