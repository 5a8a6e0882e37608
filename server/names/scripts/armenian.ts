import { readLetters } from './letters.ts';

/** Armenian after BGN/PCGN 1981 without marks, as eastern names are spelt. */
const LETTERS = readLetters(`
  ա a  բ b  գ g  դ d  ե e  զ z  է e  ը y  թ t  ժ zh  ի i  լ l  խ kh  ծ ts  կ k  հ h  ձ dz  ղ gh  ճ ch  մ m  յ y
  ն n  շ sh  ո o  չ ch  պ p  ջ j  ռ r  ս s  վ v  տ t  ր r  ց ts  ւ v  փ p  ք k  օ o  ֆ f  և ev`);
/** Sounds that the western pronunciation swaps. */
const WESTERN = readLetters('բ p  գ k  դ t  կ g  պ b  տ d  ծ dz  ձ ts  ճ j  ջ ch  է e  ը e  թ t');

/** Returns a word in Armenian letters as Latin words: an eastern and a western spelling. */
export function romaniseArmenian(written: string): string[][] {
  const word = written
    .toLowerCase()
    .replace(/ու/g, 'u')
    .replace(/^ո(?!վ)/, 'vo');
  const eastern = spell(word, {});
  const western = spell(word, WESTERN);
  return eastern === western ? [[eastern]] : [[eastern], [western]];
}

function spell(word: string, table: Readonly<Record<string, string>>): string {
  return word.replace(/[^a-z0-9]/gu, (letter) => table[letter] ?? LETTERS[letter] ?? '');
}
