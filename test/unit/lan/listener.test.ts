import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KeyedCertificate } from '../../../server/lan/certificate.ts';
import { type LanListener, type ListenerLimits, listenTls } from '../../../server/lan/listener.ts';
import { makeCertificate } from '../../../server/lan/make.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { LIMITS } from '../../../server/lib/limits.ts';

const PLACE = { address: '127.0.0.1', port: 0 };
let certificate: KeyedCertificate;
let listener: LanListener;

beforeAll(async () => {
  certificate = await makeCertificate(['127.0.0.1'], systemClock.now());
});
afterEach(() => listener.close(0));

const listen = async (limits: Partial<ListenerLimits> = {}): Promise<number> => {
  listener = await listenTls(PLACE, certificate, (_req, res) => void res.end('here'), { ...LIMITS, ...limits });
  return listener.place.port;
};

async function agree(port: number): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

/** A connection that never says what TLS it speaks. */
async function keepSilent(port: number): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  return socket;
}

describe('a listener of the office network', () => {
  it('cuts whoever does not agree on TLS in time, and nobody else', async () => {
    const port = await listen({ lanHandshakeTimeoutMs: 50 });
    const good = await agree(port);
    await once(await keepSilent(port), 'close');
    good.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    const [first] = await once(good, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('takes so many connections at once and no more, and others again when one has gone', async () => {
    const port = await listen({ lanConnectionsMax: 2 });
    const [one, two] = [await agree(port), await agree(port)];
    const refused = createConnection(port, '127.0.0.1');
    refused.on('error', () => {}).resume();
    await once(refused, 'close');
    expect([one.destroyed, two.destroyed]).toEqual([false, false]);
    one.destroy();
    // The server hears of it when it hears of it.
    await expect
      .poll(() =>
        agree(port).then(
          (socket) => socket.encrypted,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('does not wait for whoever has not agreed on TLS when it closes', async () => {
    const port = await listen({ lanHandshakeTimeoutMs: 3_600_000 });
    const silent = await keepSilent(port);
    const agreed = await agree(port);
    const cut = Promise.all([once(silent, 'close'), once(agreed, 'close')]);
    await listener.close(0);
    await cut;
  });
});
