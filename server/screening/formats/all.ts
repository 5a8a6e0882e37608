import type { ListFormat } from './format.ts';
import { ofacConsolidatedCsv, ofacSdnCsv } from './ofac.ts';
import { ofacConsolidatedAdvanced, ofacSdnAdvanced } from './ofac-advanced.ts';
import { ofacConsolidatedXml, ofacSdnXml } from './ofac-xml.ts';
import { plainCsv } from './plain.ts';
import { usConsolidatedScreeningList } from './us-csl.ts';

/** Every form of list that can be imported, in the order in which they are tried. */
export const LIST_FORMATS: readonly ListFormat[] = [
  ofacSdnCsv,
  ofacConsolidatedCsv,
  ofacSdnXml,
  ofacConsolidatedXml,
  ofacSdnAdvanced,
  ofacConsolidatedAdvanced,
  usConsolidatedScreeningList,
  plainCsv,
];
