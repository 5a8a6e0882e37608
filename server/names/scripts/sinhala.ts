import { romaniseIndic } from './indic.ts';
import { readLetters } from './letters.ts';

/** Sinhala letters as the corresponding letters of India's scripts, here those of Devanagari. */
const LETTERS = readLetters(`
  අ अ  ආ आ  ඇ ए  ඈ ए  ඉ इ  ඊ ई  උ उ  ඌ ऊ  ඍ ऋ  එ ए  ඒ ए  ඓ ऐ  ඔ ओ  ඕ ओ  ඖ औ  ක क  ඛ ख  ග ग  ඝ घ  ඞ ङ  ඟ ङ्ग  ච च  ඡ छ
  ජ ज  ඣ झ  ඤ ञ  ඥ ज्ञ  ඦ न्ज  ට ट  ඨ ठ  ඩ ड  ඪ ढ  ණ ण  ඬ न्ड  ත त  ථ थ  ද द  ධ ध  න न  ඳ न्द  ප प  ඵ फ  බ ब  භ भ  ම म
  ඹ म्ब  ය य  ර र  ල ल  ව व  ශ श  ෂ ष  ස स  හ ह  ළ ळ  ෆ व  ං ं  ඃ ः  ් ्  ා ा  ැ े  ෑ े  ි ि  ී ी  ු ु  ූ ू  ෘ ृ  ෙ े  ේ े
  ෛ ै  ො ो  ෝ ो  ෞ ौ`);
/** From Devanagari to Telugu, which pronounces the inherent vowel at the end as Sinhala does. */
const TO_SOUTHERN = 0x300;

/** Returns a word in Sinhala letters as Latin words. */
export function romaniseSinhala(written: string): string[][] {
  const northern = [...written.normalize('NFC')].map((letter) => LETTERS[letter] ?? '').join('');
  const southern = [...northern].map((letter) => String.fromCodePoint((letter.codePointAt(0) as number) + TO_SOUTHERN));
  return romaniseIndic(southern.join(''));
}
