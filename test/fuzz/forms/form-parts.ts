/** One part of a form, byte by byte. */
export interface FormPart {
  /** Header lines without their line ends. */
  headers: Buffer[];
  body: Buffer;
}

export interface Form {
  boundary: string;
  parts: FormPart[];
}

export function part(name: string, body: string | Buffer, more: { fileName?: string; type?: string } = {}): FormPart {
  const { fileName, type } = more;
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const headers = [Buffer.from(`Content-Disposition: form-data; name="${name}"${file}`)];
  if (type !== undefined) headers.push(Buffer.from(`Content-Type: ${type}`));
  return { headers, body: Buffer.from(body) };
}

const CRLF = Buffer.from('\r\n');

/** The body of a form. `lineEnd` lets a test break RFC 2046, which prescribes CRLF. */
export function encodeForm({ boundary, parts }: Form, lineEnd: Buffer = CRLF): Buffer {
  const chunks = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}`),
    lineEnd,
    ...headers.flatMap((header) => [header, lineEnd]),
    lineEnd,
    body,
    lineEnd,
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--`), lineEnd]);
}
