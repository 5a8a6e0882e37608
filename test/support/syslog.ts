import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { must } from '../../server/lib/assert.ts';

/** A message as the grammar of RFC 5424 reads it. */
export interface ParsedSyslog {
  facility: number;
  severity: number;
  timestamp: string;
  hostname: string;
  appName: string;
  procId: string;
  msgId: string;
  /** By SD-ID, then by name. */
  data: Record<string, Record<string, string>>;
  text: string;
}

const HEADER =
  /^<(\d{1,3})>([1-9]\d{0,2}) (-|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) /;
const SD_NAME = /^[!#-<>-\\^-~]{1,32}/;

/**
 * Parses a message strictly by the grammar of RFC 5424 (section 6), character by character. It shares no code with the
 * product. Throws if the message does not follow the grammar.
 */
export function parseSyslog(message: Buffer): ParsedSyslog {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(message);
  const found = must(HEADER.exec(text), `no header: ${text.slice(0, 120)}`);
  const [whole, pri, version, timestamp = '', hostname = '', appName = '', procId = '', msgId = ''] = found;
  if (Number(pri) > 191 || String(Number(pri)) !== pri || version !== '1')
    throw new Error(`bad PRI or VERSION: ${pri}`);
  if (timestamp !== '-' && Number.isNaN(Date.parse(timestamp))) throw new Error(`no time: ${timestamp}`);
  let rest = text.slice(whole.length);
  const take = (pattern: RegExp, what: string): string => {
    const [taken] = pattern.exec(rest) ?? [];
    if (taken === undefined) throw new Error(`${what} expected at: ${rest.slice(0, 60)}`);
    rest = rest.slice(taken.length);
    return taken;
  };
  const data: ParsedSyslog['data'] = {};
  if (rest.startsWith('-')) take(/^-/, 'NILVALUE');
  else
    do {
      take(/^\[/, '[');
      const id = take(SD_NAME, 'SD-ID');
      // Without "@" only IANA gives names (section 7).
      if (!/^[^@]+@\d+(?:\.\d+)*$/.test(id)) throw new Error(`SD-ID without an enterprise number: ${id}`);
      if (data[id]) throw new Error(`SD-ID twice: ${id}`);
      const params: Record<string, string> = {};
      while (rest.startsWith(' ')) {
        take(/^ /, 'SP');
        const name = take(SD_NAME, 'PARAM-NAME');
        take(/^="/, '="');
        // A backslash, a quotation mark and a bracket only appear escaped.
        params[name] = take(/^(?:[^"\\\]]|\\["\\\]])*/, 'PARAM-VALUE').replaceAll(/\\(["\\\]])/g, '$1');
        take(/^"/, '"');
      }
      take(/^\]/, ']');
      data[id] = params;
    } while (rest.startsWith('['));
  if (rest !== '') take(/^ /, 'SP before MSG');
  return {
    facility: Number(pri) >> 3,
    severity: Number(pri) & 7,
    timestamp,
    hostname,
    appName,
    procId,
    msgId,
    data,
    text: rest.replace(/^\uFEFF/, ''),
  };
}

/** Takes whole messages out of octet-counted frames (RFC 6587, section 3.4.1); the rest stays for the next bytes. Throws at a wrong frame. */
export function unframe(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const space = rest.indexOf(' ');
    if (space < 0) return { messages, rest };
    const length = rest.subarray(0, space).toString();
    if (!/^[1-9]\d*$/.test(length)) throw new Error(`no frame: ${rest.subarray(0, 40)}`);
    const end = space + 1 + Number(length);
    if (rest.length < end) return { messages, rest };
    messages.push(rest.subarray(space + 1, end));
    rest = rest.subarray(end);
  }
}

export interface SyslogReceiver {
  port: number;
  messages: ParsedSyslog[];
  /** Called for each connection, before it is read; true: it is not read. */
  onConnection: (socket: Socket) => boolean;
  connections: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A receiver of octet-counted syslog that closes each connection at its end, over TCP, TLS or a local socket. */
export async function startSyslogReceiver(how: { tls?: TlsOptions; path?: string } = {}): Promise<SyslogReceiver> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket): void => {
    sockets.add(socket);
    receiver.connections += 1;
    socket.on('error', () => {});
    if (receiver.onConnection(socket)) return;
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      const read = unframe(Buffer.concat([rest, chunk]));
      rest = read.rest;
      receiver.messages.push(...read.messages.map(parseSyslog));
    });
  };
  const server = how.tls ? createTlsServer(how.tls, take) : createServer(take);
  server.on('tlsClientError', () => {});
  server.listen(how.path === undefined ? { port: 0, host: '127.0.0.1' } : { path: how.path });
  await once(server, 'listening');
  const address = server.address();
  const receiver: SyslogReceiver = {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    messages: [],
    onConnection: () => false,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
