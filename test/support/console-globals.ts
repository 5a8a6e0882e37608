import { afterAll, vi } from 'vitest';
import type { Locale } from '../../renderer/text/locale.ts';

/**
 * Gives the console's modules what they ask a browser for, until the tests of the file are over. They read the language once, as they load:
 * files that share a process share them, so it is set here too. Called before what it is for is imported.
 */
export async function consoleGlobals(
  language: Locale = 'en',
  location: Readonly<Record<string, string>> = {},
): Promise<void> {
  vi.stubGlobal('location', { search: '', ...location });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('navigator', { language });
  afterAll(() => void vi.unstubAllGlobals());
  const { locale } = await import('../../renderer/text/locale.ts');
  locale.value = language;
}
