import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KeyedCertificate } from '../../../server/lan/certificate.ts';
import { type LanListener, type ListenerLimits, listenAt } from '../../../server/lan/listener.ts';
import { makeCertificate } from '../../../server/lan/make.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const PLACE = { address: '127.0.0.1', port: 0 };
let certificate: KeyedCertificate;
let listener: LanListener;
let refused: string[] = [];
const handler: RequestListener = (_req, res) => void res.end('here');

beforeAll(async () => {
  certificate = await makeCertificate(['127.0.0.1'], systemClock.now());
});
afterEach(() => listener.close(0));

const listen = async (limits: Partial<ListenerLimits> = {}): Promise<number> => {
  refused = [];
  listener = await listenAt(
    PLACE,
    certificate,
    { handler, onTooMany: (of) => void refused.push(of) },
    { ...LIMITS, ...limits },
  );
  return listener.place.port;
};

async function agree(port: number): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

/** A connection that never starts a TLS handshake. */
async function keepSilent(port: number): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  return socket;
}

/** However the connection is closed. */
const closeOf = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

describe('a listener of the office network', () => {
  it('cuts only connections that do not agree on TLS in time', inWholeRunAlone('1 s'), async () => {
    const port = await listen({ lanHandshakeTimeoutMs: 1_000 });
    const good = await agree(port);
    await closeOf(await keepSilent(port));
    good.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    const [first] = await once(good, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('accepts a limited number of connections at once, and another one when one has closed', async () => {
    const port = await listen({ lanConnectionsMax: 2 });
    const [one, two] = [await agree(port), await agree(port)];
    await closeOf(await keepSilent(port));
    expect([one.destroyed, two.destroyed]).toEqual([false, false]);
    expect(refused).toEqual(['all']);
    one.destroy();
    // The server notices the closed connection at some later time.
    await expect
      .poll(() =>
        agree(port).then(
          (socket) => socket.encrypted,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('limits the connections of one address, so that others can still connect', async () => {
    const port = await listen({ lanConnectionsPerAddressMax: 2 });
    const held = [await keepSilent(port), await agree(port)];
    await closeOf(await keepSilent(port));
    expect(refused).toEqual(['address']);
    const elsewhere = createConnection({ host: '127.0.0.1', localAddress: '127.0.0.2', port });
    const other = connect({ socket: elsewhere, rejectUnauthorized: false });
    await once(other, 'secureConnect');
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    other.destroy();
  });

  it('agrees on TLS once per connection, and never again', async () => {
    const port = await listen();
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
    await once(socket, 'secureConnect');
    expect(socket.getProtocol()).toBe('TLSv1.2');
    const failed = once(socket, 'error');
    socket.renegotiate({}, () => {});
    expect(await failed).toMatchObject([{ code: 'ERR_SSL_NO_RENEGOTIATION' }]);
    socket.destroy();
  });

  it('does not wait for connections without TLS when it closes', async () => {
    const port = await listen({ lanHandshakeTimeoutMs: 3_600_000 });
    const silent = await keepSilent(port);
    const agreed = await agree(port);
    const cut = Promise.all([closeOf(silent), closeOf(agreed)]);
    await listener.close(0);
    await cut;
  });
});
