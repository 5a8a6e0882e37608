/** Returns one line of CSV (RFC 4180) with its line feed. */
export function writeCsvRow(fields: readonly (string | number)[]): string {
  return `${fields.map(quote).join(',')}\n`;
}

/**
 * Positions where a spreadsheet would begin a formula (OWASP, CSV injection): at the beginning of a cell, and after a semicolon, a tab or a line
 * end, because some programs split cells there. The wide characters are those of East Asian scripts.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** An apostrophe turns a formula into text. */
function quote(field: string | number): string {
  const text = typeof field === 'string' ? field.replaceAll(FORMULA, "'") : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
