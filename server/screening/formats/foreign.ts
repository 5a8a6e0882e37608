import { AppError } from '../../lib/errors.ts';
import type { ListFile, ListFormat } from './format.ts';
import { firstObject, isObject } from './json-lines.ts';

/** Forms that look like lists and are none that can be imported, and what to do instead. */
const FOREIGN: { looks: (file: ListFile) => boolean; remedy: string }[] = [
  {
    looks: (file) => isDelta(file),
    remedy: 'it holds the changes between two versions of a list. Import the whole list (entities.ftm.json) instead.',
  },
  {
    looks: ({ head }) => /^\ufeff?\s*\[\s*\{\s*"(?:statementId|statementID)"/.test(head),
    remedy: 'it holds statements on who owns whom (BODS), and no list of persons to screen against.',
  },
  {
    looks: ({ head }) => /^\ufeff?(?:%YAML|---\s|- [\w-]+:)/.test(head),
    remedy:
      'it is YAML, which is not read. Convert it to CSV with a column "name", or to JSON with an object on each line.',
  },
  {
    looks: ({ head }) => /^\ufeff?\s*\[\s*(?:\{|$)/.test(head),
    remedy: 'it is one JSON list. Write an object on each line instead, and import it with a mapping of its columns.',
  },
];

/** Recognises what is no list form of ours only to refuse it with the remedy. The file has no line that is wrong. */
export const foreignForm: ListFormat = {
  id: 'foreign',
  list: null,
  recognises: (files) => files.length === 1 && files.some((file) => FOREIGN.some(({ looks }) => looks(file))),
  async *read([file]) {
    const found = file && FOREIGN.find(({ looks }) => looks(file));
    if (found) throw new AppError('list_invalid', `${file.name}: the form is not known: ${found.remedy}`);
  },
};

function isDelta(file: ListFile): boolean {
  const first = firstObject(file);
  return first !== null && typeof first['op'] === 'string' && isObject(first['entity']);
}
