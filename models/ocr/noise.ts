import type { TextLine } from '../ports.ts';
import { countLetters, isRead } from './orientation.ts';
import { lineOf } from './page.ts';

/** With fewer letters in words of high confidence, a picture has no text: five selfies had none, poor specimens 26 or more. */
const PRINT_LETTERS_MIN = 20;
/** Next to real text, a word with less confidence is noise. */
const WORD_CONFIDENCE_MIN = 0.2;

/** Drops what sparse reading sees in hair and cloth: if there is no text, only words of high confidence stay. */
export function dropNoise(lines: readonly TextLine[]): TextLine[] {
  const printed = countLetters(lines) >= PRINT_LETTERS_MIN;
  return lines.flatMap(({ words }) => {
    const kept = words.filter((word) => (printed ? word.confidence >= WORD_CONFIDENCE_MIN : isRead(word)));
    return kept.length === 0 ? [] : [lineOf(kept)];
  });
}
