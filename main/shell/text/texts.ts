import { ENGLISH } from './en.ts';
import { FRENCH } from './fr.ts';

/** All texts of the shell in one language. */
export type ShellTexts = typeof ENGLISH;

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

/** Puts values in the place of `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
