import { type Fail, failAt, type ListFile } from '../../datasets/file.ts';
import { readElements } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import type { ListEntry } from '../types.ts';
import { countOrphan, createEntryCheck, type ImportJob } from './format.ts';

/** How the entries of one published XML format are found and read. */
export interface XmlList {
  /** Local names of the elements that are entries. */
  entries: readonly string[];
  /** Local names of other elements that `read` needs before the entries, including the root. */
  headers?: readonly string[];
  /** Stores what a header says about the list. */
  readHeader?(element: XmlElement, job: ImportJob): void;
  /** Makes an entry, or returns null for one without any name. Throws through `fail`. */
  read(element: XmlElement, fail: Fail): ListEntry | null;
}

/**
 * Yields the entries of an XML list. Those without any name are counted (`no_name`). Throws `list_invalid` with the line for broken XML, an entry
 * that cannot be read, a publisher's number that is in the file twice, and more entries than `LIMITS.listEntriesMax`.
 */
export async function* readXmlList(file: ListFile, job: ImportJob, list: XmlList): AsyncGenerator<ListEntry> {
  const check = createEntryCheck();
  for await (const element of readElements(file, [...list.entries, ...(list.headers ?? [])])) {
    if (!list.entries.includes(element.name)) {
      list.readHeader?.(element, job);
      continue;
    }
    const fail = failAt(file, element.line);
    const entry = list.read(element, fail);
    if (!entry) {
      countOrphan(job.reading, 'no_name');
      continue;
    }
    check(entry.sourceId, fail);
    yield entry;
    job.onRow();
  }
}

/** Returns the elements of that name at any depth below this one, in the file's order. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
}
