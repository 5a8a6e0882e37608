import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { sampleOf } from '../support/long.ts';
import { askOffice, FRONT_DESK, switchOn } from '../support/office.ts';
import { startTestServer } from '../support/server.ts';
import { send } from './drive.ts';

const MANY = 300;
/** The first message of a TLS client: a handshake of 512 bytes, which begins with these. */
const HELLO = Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]);

async function open(port: number, localAddress: string, says: Buffer): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  if (says.length > 0) socket.write(says);
  return socket;
}

async function agrees(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ socket: await open(port, localAddress, Buffer.alloc(0)), rejectUnauthorized: false });
  const agreed = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return agreed;
}

const openOnes = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => !destroyed).length;

describe('hostile machines in the office network', () => {
  const sayings: [string, Buffer][] = [
    ['say nothing', Buffer.alloc(0)],
    ['stop in the midst of the handshake', HELLO],
  ];
  it.each(sampleOf('what hostile connections say', sayings, 1))(
    'one that opens hundreds of connections, which %s, leaves room for the others',
    async (_, says) => {
      await using server = await startTestServer({ list: false, machine: FRONT_DESK });
      const { lan } = server.appliance;
      const port = await switchOn(lan);
      const held = await Promise.all(Array.from({ length: MANY }, () => open(port, '127.0.0.2', says)));
      const poll = { interval: 50 };
      await expect.poll(() => openOnes(held), poll).toBeLessThanOrEqual(LIMITS.lanConnectionsPerAddressMax);
      expect(await askOffice(port, '/healthz')).toMatchObject({ status: 200 });
      expect(await send(server, '/readyz')).toMatchObject({ status: 200 });
      await lan.tick();
      const refused = server.logged.filter((line) => line.includes('lan.connections_refused'));
      expect(refused.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', all: 0 }]);
      // On a slow machine some of the first connections are cut before the last ones arrive.
      const { address } = JSON.parse(refused[0] ?? '{}');
      expect(address).toBeGreaterThan(LIMITS.lanConnectionsPerAddressMax);
      expect(address).toBeLessThanOrEqual(MANY - LIMITS.lanConnectionsPerAddressMax);
      expect(server.logged.join('\n')).not.toContain('127.0.0.2');
      await lan.tick();
      expect(server.logged.filter((line) => line.includes('lan.connections_refused'))).toHaveLength(1);
      for (const socket of held) socket.destroy();
      // Once the listener has noticed their ends.
      await expect.poll(() => agrees(port, '127.0.0.2'), poll).toBe(true);
    },
  );

  it('a connection that sends more requests than may wait is cut off, and others are answered', async () => {
    await using server = await startTestServer({ list: false, machine: FRONT_DESK });
    const port = await switchOn(server.appliance.lan);
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    socket.pause().write('GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_100));
    expect(await askOffice(port, '/healthz')).toMatchObject({ status: 200 });
    await once(socket.resume(), 'close');
    const answered = server.logged.filter((line) => line.includes('/v1/openapi.json'));
    expect(answered.length).toBeLessThanOrEqual(LIMITS.requestsOfConnectionMax);
  });

  it('what is no TLS costs its connection alone, and no line of the log', async () => {
    await using server = await startTestServer({ list: false, machine: FRONT_DESK });
    const port = await switchOn(server.appliance.lan);
    const before = server.logged.length;
    const odd = [
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      Buffer.alloc(1_000, 0x16),
      Buffer.concat([HELLO, Buffer.alloc(600, 0xff)]),
      Buffer.from([0x15, 3, 3, 0, 2, 2, 40]),
    ];
    for (const says of odd) {
      const socket = await open(port, '127.0.0.1', says);
      await new Promise((resolve) => (socket.destroyed ? resolve(null) : socket.once('close', resolve)));
    }
    expect(server.logged.slice(before)).toEqual([]);
    expect(await askOffice(port, '/healthz')).toMatchObject({ status: 200 });
  });
});
