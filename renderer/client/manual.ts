import { SCREEN_ANCHORS } from '../manual/anchors.ts';
import type { PageName } from '../routes.ts';
import { locale } from '../text/locale.ts';

/** The one browser tab, or app window, that shows the manual, however often it is opened. */
export const MANUAL_TAB = 'custos-manual';

/** Returns the address of a chapter of the manual, such as `capture#phones`. */
export const manual = (chapter: string): string => `/manual/${locale.value === 'fr' ? 'fr' : 'en'}/${chapter}`;

/** Returns the address of a screen's help in the manual; null: the help for the console. */
export const screenHelp = (page: PageName | null): string =>
  manual(page === null ? 'console' : `console#${SCREEN_ANCHORS[page]}`);

/** Returns the address of a finding's or error's code in the manual. */
export const codeHelp = (code: string): string => manual(`reference/codes#${code}`);
