import type { ListFormat } from './format.ts';
import { ofacCsv } from './ofac.ts';
import { plainCsv } from './plain.ts';

/** Every form of list that can be imported, in the order in which they are tried. */
export const LIST_FORMATS: readonly ListFormat[] = [ofacCsv, plainCsv];
