import type { ListFile } from '../../datasets/file.ts';
import { firstObject, isObject } from '../../datasets/json-lines.ts';
import { AppError } from '../../lib/errors.ts';
import { oneFile } from './format.ts';
import { isOds } from './ods.ts';
import { isXlsx } from './xlsx.ts';

/** The part of a file's start in which a web page shows that it is one. */
const PAGE_CHARS = 2_000;

/** Formats that look like lists but cannot be imported, and what to do instead. */
const FOREIGN: { looks: (file: ListFile) => boolean; remedy: string }[] = [
  {
    looks: (file) => isDelta(file),
    remedy: 'it contains the changes between two versions of a list. Import the full list (entities.ftm.json) instead.',
  },
  {
    looks: ({ head }) => /^\ufeff?\s*\[\s*\{\s*"(?:statementId|statementID)"/.test(head),
    remedy:
      'it contains ownership statements (BODS), not a watchlist. Import it as a register (custos registers import).',
  },
  {
    looks: ({ head }) => /^\ufeff?(?:%YAML|---\s|- [\w-]+:)/.test(head),
    remedy:
      'it is YAML, which is not supported. Convert it to CSV with a column "name", or to JSON with one object per line.',
  },
  {
    looks: ({ head }) => /^\ufeff?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+)?html\b/is.test(head.slice(0, PAGE_CHARS)),
    remedy: 'it is a web page, not the list. Download the list from its publisher again.',
  },
  {
    looks: (file) => file.head.startsWith('PK\u0003\u0004') && !isXlsx(file) && !isOds(file),
    remedy: 'it is a ZIP archive. Unpack it and import the files inside.',
  },
  {
    looks: ({ head }) => /^(?:%PDF-|\u00ff\u00d8\u00ff|.PNG\r\n)/.test(head),
    remedy:
      'it is a document or an image, which is not supported. Get the list as XML, CSV or JSON from its publisher.',
  },
  {
    looks: ({ head }) => /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head),
    remedy: 'it is UTF-16 text. Save it as UTF-8.',
  },
  {
    looks: ({ head }) =>
      /^\ufeff?[^\n,]*\bname\b[^\n,]*[;\t][^\n,]*\r?\n|^\ufeff?[^\n,]*[;\t][^\n,]*\bname\b[^\n,]*\r?\n/i.test(head),
    remedy: 'its columns are separated by semicolons or tabs. Save it with commas between them.',
  },
  {
    looks: ({ head }) => /^\ufeff?\s*\[\s*(?:\{|$)/.test(head),
    remedy: 'it is one JSON list. Write one object per line instead, and import it with a column mapping.',
  },
];

/** Recognises formats that are not ours, only to refuse them with the remedy. The error names no line. */
export const foreignForm = oneFile({
  id: 'foreign',
  list: null,
  recognises: (file) => FOREIGN.some(({ looks }) => looks(file)),
  async *read(file) {
    const found = FOREIGN.find(({ looks }) => looks(file));
    if (found) throw new AppError('list_invalid', `${file.name}: the format is not supported: ${found.remedy}`);
  },
});

function isDelta(file: ListFile): boolean {
  const first = firstObject(file);
  return first !== null && typeof first['op'] === 'string' && isObject(first['entity']);
}
