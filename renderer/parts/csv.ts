/** Spreadsheets run a cell that begins so as a formula (OWASP, CSV injection); an apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
