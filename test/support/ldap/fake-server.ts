import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { messageLength } from '../../../server/ldap/answers.ts';
import { pemOf, type TestCertificate } from '../certificates.ts';

/** DER (X.690): tag, length, content. */
export function item(tag: number, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const size =
    body.length < 128
      ? [body.length]
      : [0x84, body.length >>> 24, (body.length >> 16) & 255, (body.length >> 8) & 255, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const number = (tag: number, value: number): Buffer => item(tag, Buffer.of(value));
const message = (id: number, operation: Buffer): Buffer => item(0x30, number(0x02, id), operation);

export const BIND = 0x61;
export const SEARCH = 0x65;
export const EXTENDED = 0x78;

export const result = (id: number, tag: number, code = 0): Buffer =>
  message(id, item(tag, number(0x0a, code), item(0x04), item(0x04)));

export const entry = (id: number, dn: string, attributes: Record<string, (string | Buffer)[]> = {}): Buffer =>
  message(
    id,
    item(
      0x64,
      item(0x04, dn),
      item(
        0x30,
        ...Object.entries(attributes).map(([name, values]) =>
          item(0x30, item(0x04, name), item(0x31, ...values.map((value) => item(0x04, value)))),
        ),
      ),
    ),
  );

export const reference = (id: number, url: string): Buffer => message(id, item(0x73, item(0x04, url)));

/** A request of the client. */
export interface Asked {
  id: number;
  /** 0x60: bind, 0x63: search, 0x77: extended, 0x42: unbind. */
  tag: number;
  bytes: Buffer;
  socket: Socket;
}

/** Answers each request; null: nothing. */
export type Answering = (asked: Asked) => Buffer | null;

/** A server over TLS that says what a test wants. */
export async function fakeLdap(
  certificate: TestCertificate,
  answer: Answering,
): Promise<{ port: number; asked: Asked[]; close(): void }> {
  const asked: Asked[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ cert: certificate.cert, key: pemOf(certificate.key) }, (socket) => {
    sockets.push(socket);
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      for (let length = messageLength(unread); length !== null; length = messageLength(unread)) {
        const bytesOfOne = unread.subarray(0, length);
        unread = unread.subarray(length);
        const one = { ...headOf(bytesOfOne), bytes: bytesOfOne, socket };
        asked.push(one);
        const said = answer(one);
        if (said) socket.write(said);
      }
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The client writes short lengths in one or more bytes; the id follows the first one. */
function headOf(bytes: Buffer): { id: number; tag: number } {
  const start = (bytes[1] as number) < 0x80 ? 2 : 2 + ((bytes[1] as number) & 0x7f);
  const idLength = bytes[start + 1] as number;
  return { id: bytes.readIntBE(start + 2, idLength), tag: bytes[start + 2 + idLength] as number };
}

/** A normal answer to bind and search: these entries, then the result. */
export const usual =
  (entries: (asked: Asked) => Buffer[]): Answering =>
  (asked) => {
    if (asked.tag === 0x60) return result(asked.id, BIND);
    return asked.tag === 0x63 ? Buffer.concat([...entries(asked), result(asked.id, SEARCH)]) : null;
  };
