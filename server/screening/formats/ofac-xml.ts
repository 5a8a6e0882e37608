import { isFullDate } from '../../datasets/dates.ts';
import { type ListFile, rowError } from '../../datasets/file.ts';
import { headElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import type { ListEntry } from '../types.ts';
import { type ImportJob, type ListFormat, oneFile } from './format.ts';
import { areConsolidated, OFAC_CONSOLIDATED, OFAC_SDN } from './ofac-facts.ts';
import { makeXmlEntry } from './ofac-xml-entry.ts';
import { readXmlList, type XmlList } from './xml-list.ts';

/**
 * OFAC's lists in its first XML form, `sdn.xml` and `consolidated.xml`: `sdnList` with `sdnEntry` elements (OFAC's
 * sdn.xsd). The file says how many entries it has, and that many are needed.
 */
export const ofacSdnXml = ofacXml('ofac_xml', OFAC_SDN);
export const ofacConsolidatedXml = ofacXml('ofac_cons_xml', OFAC_CONSOLIDATED);

/** The publisher's own spelling, and the right one. */
const HEADERS = ['publshInformation', 'publishInformation'];

function ofacXml(id: string, list: ListFormat['list']): ListFormat {
  return oneFile({
    id,
    list,
    recognises: (file) => rootOf(file)?.name === 'sdnList' && isConsolidated(file) === (list === OFAC_CONSOLIDATED),
    read: readEntries,
  });
}

function isConsolidated(file: ListFile): boolean {
  return areConsolidated(headElements(file, ['sdnEntry']).map((entry) => entry.texts('programList', 'program')));
}

async function* readEntries(file: ListFile, job: ImportJob): AsyncGenerator<ListEntry> {
  let headerLine = 1;
  let entries = 0;
  const form: XmlList = {
    entries: ['sdnEntry'],
    headers: HEADERS,
    readHeader(element) {
      headerLine = element.line;
      readHeader(element, job);
    },
    read: makeXmlEntry,
  };
  for await (const entry of readXmlList(file, job, form)) {
    entries += 1;
    yield entry;
  }
  checkCount(file, headerLine, job, entries);
}

function readHeader(element: XmlElement, { reading }: ImportJob): void {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(element.childText('Publish_Date')) ?? [];
  const date = `${year}-${month}-${day}`;
  if (isFullDate(date)) reading.publishedAt = date;
  const count = element.childText('Record_Count');
  if (/^\d+$/.test(count)) reading.recordsDeclared = Number(count);
}

function checkCount(file: ListFile, line: number, { reading }: ImportJob, entries: number): void {
  const declared = reading.recordsDeclared;
  if (declared === null || declared === entries) return;
  throw rowError(
    file,
    line,
    `the file says it holds ${declared} entries (Record_Count), and there are ${entries}. Get the file again from its publisher.`,
  );
}
