import type { ListFile } from '../../datasets/file.ts';
import type { CsvRow } from '../../datasets/rows.ts';
import { readElements } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { hasMember, openMembers } from '../../datasets/zip-members.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** Every OpenDocument package has this member. */
const MANIFEST = 'META-INF/manifest.xml';
const CONTENT = 'content.xml';

/** Whether a file is an OpenDocument package, most likely a spreadsheet, by the names of its members. */
export function isOds(file: ListFile): boolean {
  return hasMember(file, MANIFEST);
}

/**
 * Yields the non-empty rows of an OpenDocument spreadsheet's sheets, without trailing empty cells. `line` is the row's number.
 * Every cell is text as displayed. Throws `list_invalid` if the file is damaged.
 */
export async function* readOdsRows(file: ListFile): AsyncGenerator<CsvRow> {
  const content = (await openMembers(file)).get(CONTENT);
  if (!content)
    throw new AppError('list_invalid', `${file.name}: it is not a spreadsheet because it does not contain ${CONTENT}.`);
  let line = 0;
  for await (const row of readElements({ ...content, name: file.name }, ['table-row'])) {
    line += 1;
    const fields = cellsOf(row);
    if (fields.length > 0) yield { fields, line };
    line += repeated(row, 'number-rows-repeated') - 1;
  }
}

/** A row's empty rest is stored as one cell repeated some thousand times. */
function cellsOf(row: XmlElement): string[] {
  const fields: string[] = [];
  for (const cell of row.children) {
    if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue;
    const text = cell.all('p').map(textOf).join('\n');
    const count = Math.min(repeated(cell, 'number-columns-repeated'), LIMITS.listColumnsMax - fields.length);
    for (let copy = 0; copy < count; copy += 1) fields.push(text);
  }
  return fields.slice(0, fields.findLastIndex((field) => field !== '') + 1);
}

function repeated(element: XmlElement, attribute: string): number {
  return Number(element.attribute(attribute)) || 1;
}

function textOf(element: XmlElement): string {
  return [element.text, ...element.children.map(textOf)].filter((text) => text !== '').join(' ');
}
