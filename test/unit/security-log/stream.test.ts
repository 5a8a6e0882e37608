import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/lib/clock.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { formatSyslog } from '../../../server/security-log/rfc5424.ts';
import type { ReceiverPlace } from '../../../server/security-log/settings.ts';
import { openStream } from '../../../server/security-log/stream.ts';
import { pemOf, type TestCertificate, testCertificate } from '../../support/certificates.ts';
import { tempFolder } from '../../support/folder.ts';
import { startSyslogReceiver } from '../../support/syslog.ts';

const TIMES = { connectMs: 2_000, stallMs: 300, settleMs: 30, closeMs: 300 };
const LOCAL = '127.0.0.1';
const messageOf = (msgId: string, text = ''): Buffer =>
  formatSyslog({ facility: 13, severity: 5, atMs: 0, hostname: 'h', appName: 'a', procId: '1', msgId, data: [], text });
const DAY_MS = 24 * 3600 * 1000;

/** Sends one message, and returns why it was not taken; null: it was. */
async function attempt(
  place: Exclude<ReceiverPlace, { kind: 'file' }>,
  message = messageOf('one'),
): Promise<string | null> {
  try {
    const outlet = await openStream(place, place.kind === 'socket' ? null : LOCAL, TIMES);
    try {
      await outlet.write([message]);
      await outlet.finish();
      return null;
    } finally {
      outlet.drop();
    }
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** A server that does anything with its connections. */
async function hostile(
  take: (socket: Socket) => void,
): Promise<{ place: { kind: 'tcp'; host: string; port: number } } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    take(socket);
  }).listen(0, LOCAL);
  await once(server, 'listening');
  return {
    place: { kind: 'tcp', host: LOCAL, port: (server.address() as { port: number }).port },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a connection of the security log', () => {
  it('ends well when the receiver has read everything and ends too', async () => {
    await using receiver = await startSyslogReceiver();
    expect(await attempt({ kind: 'tcp', host: LOCAL, port: receiver.port })).toBeNull();
    expect(receiver.messages.map(({ msgId }) => msgId)).toEqual(['one']);
    using folder = tempFolder();
    const path = join(folder.path, 'log');
    await using local = await startSyslogReceiver({ path });
    expect(await attempt({ kind: 'socket', path })).toBeNull();
    expect(local.messages).toHaveLength(1);
  });

  it('says that nothing is there: connection_refused, socket_missing', async () => {
    const { place, ...server } = await hostile(() => {});
    await server[Symbol.asyncDispose]();
    expect(await attempt(place)).toBe('connection_refused');
    using folder = tempFolder();
    expect(await attempt({ kind: 'socket', path: join(folder.path, 'no') })).toBe('socket_missing');
  });

  it('gives up on a receiver that never reads, without filling the memory: timeout', async () => {
    await using server = await hostile((socket) => socket.pause());
    const before = process.memoryUsage().rss;
    const outlet = await openStream(server.place, LOCAL, TIMES);
    const big = messageOf('big', 'x'.repeat(100_000));
    const writing = outlet.write(Array.from({ length: 1_000 }, () => big));
    await expect(writing).rejects.toMatchObject({ code: 'timeout' });
    outlet.drop();
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    // A small message fits into the buffers of the system, but the receiver never ends the connection.
    expect(await attempt(server.place)).toBe('timeout');
  });

  it('does not take an early end for success: closed, connection_failed', async () => {
    await using ending = await hostile((socket) => socket.end());
    expect(await attempt(ending.place)).toBe('closed');
    // It ends with unread messages, as a killed receiver does.
    await using killed = await hostile((socket) => {
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 10);
    });
    expect(await attempt(killed.place)).toMatch(/^(?:connection_failed|closed)$/);
  });

  it('gives up on a receiver that sends without end: unexpected_answer', async () => {
    let sent = 0;
    await using endless = await hostile((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(4_096))) sent += 4_096;
      };
      socket.on('drain', more).resume();
      more();
    });
    expect(await attempt(endless.place)).toBe('unexpected_answer');
    expect(sent).toBeGreaterThan(LIMITS.securityLogAnswerBytesMax);
  });

  it('accepts a certificate of the given authority alone, for the host, in its time, and says what is wrong', async () => {
    const nowMs = systemClock.now();
    const authority = await testCertificate(nowMs, { subject: 'CN=site', ca: true, names: null, usages: null });
    const other = await testCertificate(nowMs, { subject: 'CN=other', ca: true, names: null, usages: null });
    const sendTo = async (own: TestCertificate, host = 'localhost', more: object = {}): Promise<string | null> => {
      const tls = { cert: own.cert, key: pemOf(own.key), ...more };
      await using receiver = await startSyslogReceiver({ tls });
      return await attempt({ kind: 'tls', host, port: receiver.port, ca: authority.cert, client: null });
    };
    const names = ['localhost'];
    const good = await testCertificate(nowMs, { subject: 'CN=a', issuer: authority, names });
    expect(await sendTo(good)).toBeNull();
    expect(await sendTo(good, 'log.example.org')).toBe('certificate_name');
    expect(await sendTo(good, LOCAL)).toBe('certificate_name');
    expect(await sendTo(await testCertificate(nowMs, { subject: 'CN=a', issuer: other, names }))).toBe(
      'certificate_untrusted',
    );
    expect(await sendTo(await testCertificate(nowMs, { names }))).toBe('certificate_untrusted');
    const old = { notBeforeMs: nowMs - 9 * DAY_MS, notAfterMs: nowMs - DAY_MS };
    expect(await sendTo(await testCertificate(nowMs, { subject: 'CN=a', issuer: authority, names, ...old }))).toBe(
      'certificate_expired',
    );
    expect(await sendTo(good, 'localhost', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).toBe('tls_failed');
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'])
      expect(await sendTo(good, 'localhost', { requestCert: true, ca: authority.cert, maxVersion })).toBe(
        'client_certificate_refused',
      );
  });

  it('to a receiver that does not speak TLS fails: tls_failed', async () => {
    await using plain = await hostile((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const authority = await testCertificate(systemClock.now(), {
      subject: 'CN=site',
      ca: true,
      names: null,
      usages: null,
    });
    expect(await attempt({ ...plain.place, kind: 'tls', ca: authority.cert, client: null })).toBe('tls_failed');
  });
});
