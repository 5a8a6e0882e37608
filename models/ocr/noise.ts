import type { TextLine } from '../ports.ts';
import { countLetters, isRead } from './orientation.ts';
import { lineOf } from './page.ts';

/** Letters in surely read words below which a picture shows no print: five selfies had none, poor specimens 26 or more. */
const PRINT_LETTERS_MIN = 20;
/** Beside print, a word less sure than this is none. */
const WORD_CONFIDENCE_MIN = 0.2;

/** Without what sparse reading sees in hair and cloth: where there is no print, nothing but surely read words is left. */
export function dropNoise(lines: readonly TextLine[]): TextLine[] {
  const printed = countLetters(lines) >= PRINT_LETTERS_MIN;
  return lines.flatMap(({ words }) => {
    const kept = words.filter((word) => (printed ? word.confidence >= WORD_CONFIDENCE_MIN : isRead(word)));
    return kept.length === 0 ? [] : [lineOf(kept)];
  });
}
