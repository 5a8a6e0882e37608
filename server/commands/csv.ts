/** One line of CSV (RFC 4180) with its line feed. */
export function writeCsvRow(fields: readonly (string | number)[]): string {
  return `${fields.map(quote).join(',')}\n`;
}

/**
 * Where a spreadsheet would begin a formula (OWASP, CSV injection), were the text a cell: at its beginning, and behind a semicolon, a tab or a line
 * end, since some programs part cells there. The wide signs are those of East Asian writing.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** An apostrophe makes a text of what would be a formula. */
function quote(field: string | number): string {
  const text = typeof field === 'string' ? field.replaceAll(FORMULA, "'") : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
