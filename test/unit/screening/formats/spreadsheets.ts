import { ZipFile } from 'yazl';

/** A ZIP archive of these members, in this order. */
export async function zip(members: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(members)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A cell: a shared text, a number, a boolean, a date by its serial number, or another cell as XML with `REF` for its place. */
export type Cell = string | number | boolean | { day: number } | { month: number } | { xml: string };

/** An Excel workbook with one sheet of these rows, as Excel writes it. `members` replaces or adds files in it. */
export async function workbook(rows: readonly Cell[][], members: Record<string, string> = {}): Promise<Buffer> {
  const strings: string[] = [];
  const xml = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => write(cell, column, row, strings)).join('')}</row>`,
  );
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="List" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId2" Target="worksheets/other.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml.join('\n')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="17"/></cellXfs></styleSheet>',
    'docProps/core.xml':
      '<coreProperties xmlns:dcterms="d"><dcterms:modified>2026-07-23T04:05:22Z</dcterms:modified></coreProperties>',
    ...members,
  });
}

function write(cell: Cell, column: number, row: number, strings: string[]): string {
  const ref = `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${String.fromCharCode(65 + (column % 26))}${row + 1}`;
  if (typeof cell === 'number') return `<c r="${ref}" s="0"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'string') {
    if (cell === '') return '';
    strings.push(cell.startsWith('<') ? cell : `<t xml:space="preserve">${cell}</t>`);
    return `<c r="${ref}" t="s"><v>${strings.length - 1}</v></c>`;
  }
  if ('day' in cell) return `<c r="${ref}" s="1"><v>${cell.day}</v></c>`;
  if ('month' in cell) return `<c r="${ref}" s="2"><v>${cell.month}</v></c>`;
  return cell.xml.replace('REF', ref);
}

/** An OpenDocument spreadsheet with one sheet of these text rows. Empty cells and rows follow, as in a real one. */
export async function openDocument(rows: readonly string[][], members: Record<string, string> = {}): Promise<Buffer> {
  const xml = rows.map(
    (cells) =>
      `<table:table-row>${cells.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`,
  );
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest/>',
    'content.xml': `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table>${xml.join('\n')}<table:table-row table:number-rows-repeated="1040000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:document-content>`,
    ...members,
  });
}
