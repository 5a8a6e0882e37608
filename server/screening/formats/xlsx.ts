import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListFile } from './format.ts';
import type { CsvRow } from './rows.ts';
import { readElements } from './xml.ts';
import type { XmlElement } from './xml-element.ts';
import { hasMember, openMembers } from './zip-members.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
const PROPERTIES = 'docProps/core.xml';
/** ECMA-376 part 1, 18.8.30: the built-in number formats that are dates; 17 shows month and year alone. */
const DAY_FORMATS = new Set([14, 15, 16, 22]);
const MONTH_FORMAT = 17;
/** Day 0 of Excel's count of days, which takes 1900 for a leap year. Days before March 1900 are none of ours. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 3600 * 1000;

export interface Workbook {
  /** The rows of the first sheet that are not empty; `line` is the row's number. */
  rows(): AsyncGenerator<CsvRow>;
  /** When the workbook was last saved, `YYYY-MM-DD`, by its own word. */
  modifiedAt(): Promise<string | null>;
}

/** Whether a file is an Office Open XML package, a workbook most likely; told from the names of its members. */
export function isXlsx(file: ListFile): boolean {
  return hasMember(file, WORKBOOK) || hasMember(file, '[Content_Types].xml');
}

/**
 * A workbook's first sheet, read as text: numbers as they are stored, dates as `YYYY-MM-DD` or `YYYY-MM`, truths as
 * `TRUE` and `FALSE`. Formulas give the value that was stored with them; macros are never looked at. The shared texts
 * are held in memory, the rows are not. Throws `list_invalid` where the file is damaged or is no workbook.
 */
export async function openWorkbook(file: ListFile): Promise<Workbook> {
  const members = await openMembers(file);
  const member = (name: string): ListFile => {
    const found = members.get(name);
    if (!found) throw new AppError('list_invalid', `${file.name}: it is no workbook, ${name} is not in it.`);
    return found;
  };
  const sheet = member(await firstSheet(member(WORKBOOK), member(RELATIONS)));
  return {
    async *rows() {
      const strings = members.has(STRINGS) ? await readStrings(member(STRINGS)) : [];
      const formats = members.has(STYLES) ? await readFormats(member(STYLES)) : [];
      for await (const row of readElements(sheet, ['row'])) {
        const fields = readCells(row, strings, formats);
        if (fields.length > 0) yield { fields, line: Number(row.attribute('r')) || row.line };
      }
    },
    async modifiedAt() {
      if (!members.has(PROPERTIES)) return null;
      for await (const { text } of readElements(member(PROPERTIES), ['modified'])) return text.slice(0, 10) || null;
      return null;
    },
  };
}

async function firstSheet(workbook: ListFile, relations: ListFile): Promise<string> {
  let id: string | null = null;
  for await (const sheet of readElements(workbook, ['sheet'])) id ??= sheet.attribute('id');
  let target = '';
  for await (const relation of readElements(relations, ['Relationship'])) {
    if (relation.attribute('Id') === id) target = relation.attribute('Target');
  }
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function readStrings(file: ListFile): Promise<string[]> {
  const strings: string[] = [];
  let chars = 0;
  for await (const item of readElements(file, ['si'])) {
    const text = richText(item);
    chars += text.length;
    if (chars > LIMITS.listArchiveBytesMax) throw new AppError('list_invalid', `${file.name}: it holds too much text.`);
    strings.push(text);
  }
  return strings;
}

/** The number format of each cell style. */
async function readFormats(file: ListFile): Promise<number[]> {
  for await (const styles of readElements(file, ['cellXfs'])) {
    return styles.all('xf').map((style) => Number(style.attribute('numFmtId')));
  }
  return [];
}

function readCells(row: XmlElement, strings: readonly string[], formats: readonly number[]): string[] {
  const fields: string[] = [];
  for (const cell of row.all('c')) {
    const column = columnOf(cell.attribute('r')) ?? fields.length;
    const text = readCell(cell, strings, formats);
    if (text === '' || column >= LIMITS.listColumnsMax) continue;
    while (fields.length <= column) fields.push('');
    fields[column] = text;
  }
  return fields;
}

function readCell(cell: XmlElement, strings: readonly string[], formats: readonly number[]): string {
  const value = cell.childText('v');
  switch (cell.attribute('t')) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return richText(cell.child('is') ?? cell);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'str':
    case 'e':
      return value;
    default:
      return readNumber(value, formats[Number(cell.attribute('s'))] ?? 0);
  }
}

function readNumber(value: string, format: number): string {
  const isDate = DAY_FORMATS.has(format) || format === MONTH_FORMAT;
  const days = Number(value);
  if (!isDate || value === '' || !Number.isFinite(days)) return value;
  const time = new Date(DAY_ZERO_MS + Math.floor(days) * DAY_MS);
  if (Number.isNaN(time.getTime())) return value;
  return time.toISOString().slice(0, format === MONTH_FORMAT ? 7 : 10);
}

/** `BC12` is column 54, from 0. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * Plain text or runs of it, without the readings that stand above Han characters. A run with white space at an end is
 * marked by `xml:space`; white space itself was trimmed away by then.
 */
function richText(element: XmlElement): string {
  const runs = [...element.all('t'), ...element.all('r', 't')];
  const texts = runs.map((run) => (run.attribute('space') === 'preserve' ? ` ${run.text} ` : run.text));
  return texts.join('').replace(/\s+/g, ' ').trim();
}
