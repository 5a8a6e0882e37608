import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { BindRequest, ExtendedRequest, type Filter, type Message, SearchRequest, UnbindRequest } from 'ldapts';
import { LIMITS } from '../lib/limits.ts';
import { type Answer, type Entry, messageLength, readAnswer } from './answers.ts';
import { faultOf, LdapFault } from './faults.ts';

/** One server of the directory. */
export interface LdapServer {
  host: string;
  port: number;
  /** TLS from the first byte (`ldaps:`), or after a request in plain text (`ldap:`). Nothing else is sent before TLS. */
  tls: 'at_once' | 'starttls';
}

export interface LdapSearch {
  base: string;
  scope: 'base' | 'sub';
  filter: Filter;
  attributes: readonly string[];
  /** The server is asked for no more; what it sends beyond is an error. */
  entriesMax: number;
}

/** A connection over TLS to a server whose certificate was checked. One request at a time. */
export interface LdapConnection {
  /** Returns the result code (RFC 4511, 4.1.9). Rejects an empty password: a server would take it for an anonymous login (RFC 4513, 5.1.2). */
  bind(name: string, password: string): Promise<number>;
  /** `more`: there are more entries than asked for. */
  search(search: LdapSearch): Promise<{ code: number; entries: Entry[]; more: boolean }>;
  close(): void;
}

/** Opens a socket to an allowed address of this host; rejects with an `LdapFault` if there is none. */
export type Dial = (host: string, port: number) => Promise<Socket>;

interface Result {
  code: number;
  entries: Entry[];
}

const START_TLS = '1.3.6.1.4.1.1466.20037';
const SIZE_LIMIT_EXCEEDED = 4;

/**
 * Connects and completes TLS. The certificate must come from the authority `ca` (PEM), be in time and name the host.
 * @param endsAtMs of `performance.now()`; no request of the connection lasts longer
 */
export async function openLdap(dial: Dial, server: LdapServer, ca: string, endsAtMs: number): Promise<LdapConnection> {
  const connectUntilMs = Math.min(endsAtMs, performance.now() + LIMITS.ldapConnectTimeoutMs);
  const plain = await before(connectUntilMs, dial(server.host, server.port), (late) => late.destroy());
  try {
    if (server.tls === 'starttls') await startTls(plain, connectUntilMs);
    return speak(await secure(plain, server.host, ca, connectUntilMs), endsAtMs);
  } catch (error) {
    plain.destroy();
    throw faultOf(error);
  }
}

async function startTls(plain: Socket, untilMs: number): Promise<void> {
  const exchange = createExchange(plain);
  const { code } = await exchange.ask(
    (messageId) => new ExtendedRequest({ messageId, oid: START_TLS }),
    'extended',
    untilMs,
  );
  // What came before TLS could come from anyone, so nothing of it may be read as an answer after it.
  if (!exchange.leave()) throw new LdapFault('bad_answer');
  if (code !== 0) throw new LdapFault('starttls_refused');
}

function secure(plain: Socket, host: string, ca: string, untilMs: number): Promise<TLSSocket> {
  const tls = connectTls({
    socket: plain,
    host,
    ca,
    // Verified even if the environment would switch that off for the whole process.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  plain.on('error', (error) => tls.destroy(error));
  const done = new Promise<TLSSocket>((resolve, reject) => {
    tls.once('secureConnect', () => resolve(tls));
    // Stays, because the socket below may report the same error once more.
    tls.on('error', reject);
    tls.once('close', () => reject(new LdapFault('connection_failed')));
  });
  return before(untilMs, done, (late) => late.destroy());
}

function speak(tls: TLSSocket, endsAtMs: number): LdapConnection {
  const exchange = createExchange(tls);
  const within = (timeoutMs: number): number => Math.min(endsAtMs, performance.now() + timeoutMs);
  return {
    async bind(name, password) {
      if (password === '') throw new LdapFault('account_refused');
      const request = (messageId: number): Message => new BindRequest({ messageId, dn: name, password });
      return (await exchange.ask(request, 'bind', within(LIMITS.ldapBindTimeoutMs))).code;
    },
    async search({ base, scope, filter, attributes, entriesMax }) {
      const request = (messageId: number): Message =>
        new SearchRequest({
          messageId,
          baseDN: base,
          scope,
          filter,
          attributes: [...attributes],
          sizeLimit: entriesMax,
          timeLimit: Math.ceil(LIMITS.ldapSearchTimeoutMs / 1000),
          derefAliases: 'never',
        });
      const { code, entries } = await exchange.ask(request, 'search', within(LIMITS.ldapSearchTimeoutMs), entriesMax);
      const more = code === SIZE_LIMIT_EXCEEDED;
      return { code: more ? 0 : code, entries, more };
    },
    close() {
      exchange.leave();
      tls.end(new UnbindRequest({ messageId: 1 }).write());
      tls.destroySoon();
    },
  };
}

interface Exchange {
  /** Sends a request and waits for its result. Rejects with an `LdapFault`; the socket is then closed. */
  ask(
    request: (messageId: number) => Message,
    of: 'bind' | 'search' | 'extended',
    untilMs: number,
    entriesMax?: number,
  ): Promise<Result>;
  /** Stops reading. Returns false if something was read that is no answer. */
  leave(): boolean;
}

/** Requests and answers on one socket, one after the other. */
function createExchange(socket: Socket): Exchange {
  let unread: Buffer = Buffer.alloc(0);
  let bytesRead = 0;
  let lastId = 0;
  let broken: unknown = null;
  let take: ((answer: Answer) => void) | null = null;
  let refuse: ((error: unknown) => void) | null = null;

  const fail = (error: unknown): void => {
    broken ??= error;
    socket.destroy();
    refuse?.(broken);
  };
  const onData = (bytes: Buffer): void => {
    try {
      bytesRead += bytes.length;
      if (bytesRead > LIMITS.ldapAnswerBytesMax) throw new LdapFault('answer_too_large');
      unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
      for (let length = messageLength(unread); length !== null; length = messageLength(unread)) {
        const answer = readAnswer(unread.subarray(0, length));
        unread = unread.subarray(length);
        if (take === null) throw new LdapFault('bad_answer');
        take(answer);
        if (broken !== null) return;
      }
    } catch (error) {
      fail(error);
    }
  };
  const onClose = (): void => fail(new LdapFault('connection_failed'));
  socket.on('data', onData).on('error', fail).on('close', onClose).on('end', onClose);

  return {
    async ask(request, of, untilMs, entriesMax = 0) {
      if (broken !== null) throw broken;
      lastId += 1;
      const id = lastId;
      const entries: Entry[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      refuse = reject;
      take = (answer) => {
        // Message 0 announces that the server closes the connection (RFC 4511, 4.4.1).
        if (answer.id === 0 && answer.is === 'result' && answer.of === 'extended')
          throw new LdapFault('connection_failed');
        if (answer.id !== id) throw new LdapFault('bad_answer');
        if (answer.is === 'result') {
          if (answer.of !== of) throw new LdapFault('bad_answer');
          take = null;
          resolve({ code: answer.code, entries });
        } else if (of !== 'search') throw new LdapFault('bad_answer');
        else if (answer.is === 'entry') {
          entries.push(answer.entry);
          if (entries.length > entriesMax) throw new LdapFault('answer_too_large');
        }
      };
      socket.write(request(id).write());
      try {
        return await before(untilMs, promise);
      } catch (error) {
        fail(error);
        throw broken;
      } finally {
        refuse = null;
      }
    },
    leave() {
      socket.off('data', onData).off('close', onClose).off('end', onClose);
      return broken === null && unread.length === 0;
    },
  };
}

/** Rejects with `timeout` at a time of `performance.now()`. What arrives later goes to `drop`. */
async function before<T>(untilMs: number, work: Promise<T>, drop?: (late: T) => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      reject(new LdapFault('timeout'));
    },
    Math.max(0, untilMs - performance.now()),
  );
  work.then(
    (value) => isLate && drop?.(value),
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
