import { encodeForm, part } from '../forms/form-parts.ts';
import { chunks } from '../forms/odd-wire.ts';
import { openRaw, type RawAnswer, type RawConnection } from '../raw-http.ts';
import type { ClientTarget } from './target.ts';

/** Longer than an upload may take on a busy machine. */
export const HANG_MS = 150_000;

/** The head and the body of a valid create request. */
export function uploadOf(
  target: ClientTarget,
  more: Record<string, string> = {},
  picture = target.picture,
): { head: Buffer; body: Buffer } {
  const boundary = 'clients-boundary';
  const body = encodeForm({ boundary, parts: [part('documents[]', picture, { fileName: 'a.png' })] });
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const length = 'Transfer-Encoding' in more ? {} : { 'Content-Length': String(body.length) };
  return { head: headOf(target, 'POST /v1/verifications', { ...type, ...length, ...more }), body };
}

export function headOf({ key }: ClientTarget, what: string, headers: Record<string, string> = {}): Buffer {
  const all = { Host: 'localhost', Authorization: `Bearer ${key}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${what} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** One complete create request. It is built before the connection opens, because the server cuts off clients that stay silent. */
export async function upload(target: ClientTarget, sent = bytesOf(uploadOf(target))): Promise<RawAnswer | null> {
  using connection = await openRaw(target.port, HANG_MS);
  connection.socket.write(sent);
  return await connection.answer();
}

export const bytesOf = ({ head, body }: ReturnType<typeof uploadOf>): Buffer => Buffer.concat([head, body]);

/** One complete create request in chunks, with a trailer after them. */
export async function uploadInChunks(target: ClientTarget): Promise<RawAnswer | null> {
  using connection = await openRaw(target.port, HANG_MS);
  const { head, body } = uploadOf(target, { 'Transfer-Encoding': 'chunked', Trailer: 'X-After' });
  connection.socket.write(Buffer.concat([head, chunks(body, 'X-After: 1\r\nAuthorization: Bearer nobody\r\n')]));
  return await connection.answer();
}

/** A connection with a request that was started but not finished. */
export async function begin(target: ClientTarget, bytes: Buffer, timeoutMs = HANG_MS): Promise<RawConnection> {
  const connection = await openRaw(target.port, timeoutMs);
  connection.socket.write(bytes);
  return connection;
}
