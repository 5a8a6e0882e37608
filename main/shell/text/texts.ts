import { ENGLISH } from './en.ts';
import { FRENCH } from './fr.ts';

/** All texts of the desktop app in one language. */
export type ShellTexts = typeof ENGLISH;

/**
 * Returns the texts in the first of the system's languages that the app has; English if it has none of them.
 *
 * @param languages as BCP 47 tags, the preferred one first, as `app.getPreferredSystemLanguages()` returns them
 */
export function pickTexts(languages: readonly string[]): ShellTexts {
  for (const tag of languages) {
    if (/^fr\b/i.test(tag)) return FRENCH;
    if (/^en\b/i.test(tag)) return ENGLISH;
  }
  return ENGLISH;
}

/** Replaces `{name}` with its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
