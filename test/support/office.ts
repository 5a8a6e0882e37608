import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import type { Lan } from '../../server/lan/lan.ts';
import type { Machine } from '../../server/lan/machine.ts';
import { OWN_PAGE } from './browser.ts';

/** A machine whose only address is this one. */
export const FRONT_DESK: Machine = {
  hostName: () => 'front-desk',
  addresses: () => ['127.0.0.1'],
  isReachable: () => true,
};

export interface OfficeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parsed if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  /** SHA-256 of the server's certificate. */
  fingerprint: string;
}

export interface OfficeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The address to connect to; 127.0.0.1 by default. */
  host?: string;
}

/** A request from another machine. It does not check whether the certificate is trusted; the answer reports its fingerprint. */
export async function askOffice(port: number, path: string, input: OfficeRequest = {}): Promise<OfficeAnswer> {
  const { method = 'GET', headers = {}, body, host = '127.0.0.1' } = input;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request({
    host,
    port,
    path,
    method,
    headers: { ...OWN_PAGE, ...json, ...headers },
    rejectUnauthorized: false,
    agent: false,
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  const { fingerprint256 } = answer.socket.getPeerCertificate();
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const isJson = answer.headers['content-type']?.includes('json') ?? false;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    body: isJson ? JSON.parse(text) : text,
    fingerprint: fingerprint256,
  };
}

/** Switches the office network on at a free port of 127.0.0.1. */
export async function switchOn(lan: Lan): Promise<number> {
  return (await lan.change({ on: true, address: '127.0.0.1', port: 0 }, 'cli')).port;
}

/** A port of 127.0.0.1 that is in use. */
export async function takePort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
