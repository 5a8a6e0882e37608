/** One line of CSV (RFC 4180) with its line feed. */
export function writeCsvRow(fields: readonly (string | number)[]): string {
  return `${fields.map(quote).join(',')}\n`;
}

/** A text that begins like a formula is kept from being one when a spreadsheet opens the file. */
function quote(field: string | number): string {
  const text = typeof field === 'string' && /^[=+@\t\r-]/.test(field) ? `'${field}` : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
