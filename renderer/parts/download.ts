import { fetchFile } from '../client/api.ts';
import { operatorId } from '../client/session.ts';

/** Downloads a file from the appliance and saves it with the browser, unless the console was locked meanwhile. Throws `ApiError`. */
export async function download(path: string, fallbackName: string, accept?: string): Promise<void> {
  const whose = operatorId.peek();
  const { blob, name } = await fetchFile(path, accept);
  if (operatorId.peek() !== whose) return;
  saveBlob(blob, name ?? fallbackName);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text in the same way. `type`: its media type. */
export const saveText = (text: string, type: string, name: string): void => saveBlob(new Blob([text], { type }), name);

/** Positions where a spreadsheet would begin a formula: the same as in `server/lib/csv.ts`. An apostrophe turns it into text. */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** Returns rows as CSV (RFC 4180), with the byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
