import type { ListFile } from '../../datasets/file.ts';
import type { CsvRow } from '../../datasets/rows.ts';
import { readElements } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { hasMember, openMembers } from '../../datasets/zip-members.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
const PROPERTIES = 'docProps/core.xml';
/** How a number is displayed: how many characters of the date are valid, 0 for a plain number. */
type Shown = 0 | 7 | 10;
/** ECMA-376 part 1, 18.8.30: the built-in number formats that are dates. 17 shows only month and year. */
const BUILT_IN: Record<string, Shown> = { 14: 10, 15: 10, 16: 10, 17: 7, 22: 10 };
/** Day 0 of Excel's day count, which treats 1900 as a leap year. Days before March 1900 do not occur. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
/** Workbooks made on old Macintoshes count from 1904. */
const DAYS_TO_1904 = 1_462;
const DAY_MS = 24 * 3600 * 1000;

export interface Workbook {
  /** Yields the non-empty rows of the first sheet. `line` is the row's number. */
  rows(): AsyncGenerator<CsvRow>;
  /** Returns when the workbook was last saved, `YYYY-MM-DD`, as stated in it. */
  modifiedAt(): Promise<string | null>;
}

/** What the cells refer to. */
interface Book {
  strings: readonly string[];
  styles: readonly Shown[];
  dayZero: number;
}

/** Whether a file is an Office Open XML package, most likely a workbook, by the names of its members. */
export function isXlsx(file: ListFile): boolean {
  return hasMember(file, WORKBOOK) || hasMember(file, '[Content_Types].xml');
}

/**
 * Reads a workbook's first sheet as text: numbers as they are stored, dates as `YYYY-MM-DD` or `YYYY-MM`, booleans as `TRUE` and
 * `FALSE`. Formulas give the value stored with them. Macros are never read. The shared texts are held in memory, the rows are
 * not. Throws `list_invalid` if the file is damaged or is not a workbook.
 */
export async function openWorkbook(file: ListFile): Promise<Workbook> {
  const members = await openMembers(file);
  const member = (name: string): ListFile => {
    const found = members.get(name);
    if (!found)
      throw new AppError('list_invalid', `${file.name}: it is not a workbook because it does not contain ${name}.`);
    return found;
  };
  const { target, dayZero } = await firstSheet(member(WORKBOOK), member(RELATIONS));
  const sheet = member(target);
  return {
    async *rows() {
      const strings = members.has(STRINGS) ? await readStrings(member(STRINGS)) : [];
      const styles = members.has(STYLES) ? await readStyles(member(STYLES)) : [];
      for await (const row of readElements(sheet, ['row'])) {
        const fields = readCells(row, { strings, styles, dayZero });
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

/** Returns the first sheet's member, and by how many days the workbook's count begins later. */
async function firstSheet(workbook: ListFile, relations: ListFile): Promise<{ target: string; dayZero: number }> {
  let id: string | null = null;
  let dayZero = 0;
  for await (const element of readElements(workbook, ['sheet', 'workbookPr'])) {
    if (element.name === 'sheet') id ??= element.attribute('id');
    else if (/^(?:1|true)$/.test(element.attribute('date1904'))) dayZero = DAYS_TO_1904;
  }
  let target = '';
  for await (const relation of readElements(relations, ['Relationship'])) {
    if (relation.attribute('Id') === id) target = relation.attribute('Target');
  }
  return { target: target.startsWith('/') ? target.slice(1) : `xl/${target}`, dayZero };
}

async function readStrings(file: ListFile): Promise<string[]> {
  const strings: string[] = [];
  let chars = 0;
  for await (const item of readElements(file, ['si'])) {
    const text = richText(item);
    chars += text.length;
    if (chars > LIMITS.listArchiveBytesMax)
      throw new AppError('list_invalid', `${file.name}: it contains too much text.`);
    strings.push(text);
  }
  return strings;
}

/** Returns how each cell style displays numbers. */
async function readStyles(file: ListFile): Promise<Shown[]> {
  const formats = new Map(Object.entries(BUILT_IN));
  const styles: Shown[] = [];
  for await (const element of readElements(file, ['numFmt', 'cellXfs'])) {
    if (element.name === 'numFmt') formats.set(element.attribute('numFmtId'), shownBy(element.attribute('formatCode')));
    else styles.push(...element.all('xf').map((style) => formats.get(style.attribute('numFmtId')) ?? 0));
  }
  return styles;
}

/** Returns what a format code such as `dd/mm/yyyy` or `[$-C09]mmm yy` displays. Texts and colours in it are ignored. */
function shownBy(code: string): Shown {
  const letters = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase();
  if (!letters.includes('y')) return 0;
  return letters.includes('d') ? 10 : 7;
}

function readCells(row: XmlElement, book: Book): string[] {
  const fields: string[] = [];
  for (const cell of row.all('c')) {
    const column = columnOf(cell.attribute('r')) ?? fields.length;
    const text = readCell(cell, book);
    if (text === '' || column >= LIMITS.listColumnsMax) continue;
    while (fields.length <= column) fields.push('');
    fields[column] = text;
  }
  return fields;
}

function readCell(cell: XmlElement, book: Book): string {
  const value = cell.childText('v');
  switch (cell.attribute('t')) {
    case 's':
      return book.strings[Number(value)] ?? '';
    case 'inlineStr':
      return richText(cell.child('is') ?? cell);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'str':
      return decodeEscapes(value);
    case 'e':
      return value;
    default:
      return readNumber(value, book.styles[Number(cell.attribute('s'))] ?? 0, book.dayZero);
  }
}

function readNumber(value: string, shown: Shown, dayZero: number): string {
  const days = Number(value);
  if (shown === 0 || value === '' || !Number.isFinite(days)) return value;
  const time = new Date(DAY_ZERO_MS + (Math.floor(days) + dayZero) * DAY_MS);
  return Number.isNaN(time.getTime()) ? value : time.toISOString().slice(0, shown);
}

/** `BC12` is column 54, from 0. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** How ECMA-376 part 1 (22.9.2.19) writes a character that XML cannot contain: `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Plain text or runs of it, without the readings above Han characters. */
function richText(element: XmlElement): string {
  const runs = [...element.all('t'), ...element.all('r', 't')];
  return decodeEscapes(runs.map((run) => run.text).join(''));
}

function decodeEscapes(text: string): string {
  return text
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\s+/g, ' ')
    .trim();
}
