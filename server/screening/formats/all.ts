import { australiaXlsx } from './australia.ts';
import { canadaXml } from './canada.ts';
import { euCsv, euXml } from './eu.ts';
import { foreignForm } from './foreign.ts';
import type { ListFormat } from './format.ts';
import { ftmJson } from './ftm.ts';
import { ofacConsolidatedCsv, ofacSdnCsv } from './ofac.ts';
import { ofacConsolidatedAdvanced, ofacSdnAdvanced } from './ofac-advanced.ts';
import { ofacConsolidatedXml, ofacSdnXml } from './ofac-xml.ts';
import { openSanctionsSimple } from './opensanctions-simple.ts';
import { adverseMediaCsv, plainCsv } from './plain.ts';
import { adverseMediaJson, plainJson } from './plain-lines.ts';
import { ukCsv, ukOds, ukXml } from './uk.ts';
import { unXml } from './un.ts';
import { usConsolidatedScreeningList } from './us-csl.ts';

/** Every list format that can be imported, in the order in which they are tried. */
export const LIST_FORMATS: readonly ListFormat[] = [
  ofacSdnCsv,
  ofacConsolidatedCsv,
  ofacSdnXml,
  ofacConsolidatedXml,
  ofacSdnAdvanced,
  ofacConsolidatedAdvanced,
  usConsolidatedScreeningList,
  unXml,
  euXml,
  euCsv,
  ukXml,
  ukCsv,
  ukOds,
  canadaXml,
  australiaXlsx,
  ftmJson,
  openSanctionsSimple,
  foreignForm,
  adverseMediaJson,
  adverseMediaCsv,
  plainJson,
  plainCsv,
];
