import { afterAll, vi } from 'vitest';
import type { Locale } from '../../renderer/text/locale.ts';

/**
 * Provides the browser globals that the console's modules use, until the tests of the file end. The modules read the language once, when they load.
 * Files in one process share the modules, so this sets the language too. Call it before importing the modules under test.
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
