import { ENGLISH } from './en.ts';
import { FRENCH } from './fr.ts';
import type { ShellTexts } from './texts.ts';

/**
 * The texts in the first language of the person's system that the shell has; English where it has none of them.
 *
 * @param languages as BCP 47 tags, the preferred one first, as `app.getPreferredSystemLanguages()` gives them
 */
export function pickTexts(languages: readonly string[]): ShellTexts {
  for (const tag of languages) {
    if (/^fr\b/i.test(tag)) return FRENCH;
    if (/^en\b/i.test(tag)) return ENGLISH;
  }
  return ENGLISH;
}
