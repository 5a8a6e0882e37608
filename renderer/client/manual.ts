import { SCREEN_ANCHORS } from '../manual/anchors.ts';
import type { PageName } from '../routes.ts';
import { locale } from '../text/locale.ts';

/** The browser's tab, or the app's window, that shows the manual: one, however often it is asked for. */
export const MANUAL_TAB = 'custos-manual';

const manual = (chapter: string): string => `/manual/${locale.value === 'fr' ? 'fr' : 'en'}/${chapter}`;

/** What the manual says of a screen; of none: of the console. */
export const screenHelp = (page: PageName | null): string =>
  manual(page === null ? 'console' : `console#${SCREEN_ANCHORS[page]}`);

/** What the manual says of the code of a finding or an error. */
export const codeHelp = (code: string): string => manual(`reference/codes#${code}`);
