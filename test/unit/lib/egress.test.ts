import dgram from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardEgress } from '../../../server/lib/egress.ts';

const denied: string[] = [];
let unguard: () => void;

beforeEach(() => {
  denied.length = 0;
  unguard = guardEgress((host) => denied.push(host));
});
afterEach(() => unguard());

it('refuses connections to other machines, by address and by name, whatever opens them', async () => {
  const socketError = await new Promise((resolve) => net.connect(9, '192.0.2.1').once('error', resolve));
  expect(socketError).toMatchObject({ code: 'ENETUNREACH' });
  const httpError = await new Promise((resolve) => http.get('http://custos.invalid/').once('error', resolve));
  expect(httpError).toMatchObject({ code: 'ENETUNREACH' });
  await expect(fetch('http://192.0.2.2/')).rejects.toThrow('fetch failed');
  expect(denied).toEqual(['192.0.2.1', 'custos.invalid', '192.0.2.2']);
});

it('refuses datagrams, and lets them go again without the guard', async () => {
  const socket = dgram.createSocket('udp4');
  expect(() => socket.send('x', 9, '192.0.2.1')).toThrow(expect.objectContaining({ code: 'ENETUNREACH' }));
  expect(() => socket.connect(9, '192.0.2.1')).toThrow(expect.objectContaining({ code: 'ENETUNREACH' }));
  expect(denied).toEqual(['udp', 'udp']);
  unguard();
  await new Promise((resolve) => socket.send('x', 9, '127.0.0.1', resolve));
  socket.close();
});

it('tells of the port where there is one, in whatever form it was given', async () => {
  unguard();
  const ports: (number | null)[] = [];
  unguard = guardEgress((_host, port) => ports.push(port));
  for (const open of [
    () => net.connect(9, '192.0.2.1'),
    () => net.connect({ host: '192.0.2.1', port: 10 }),
    () => net.connect({ host: '192.0.2.1', port: '11' as unknown as number }),
  ]) {
    await new Promise((resolve) => open().once('error', resolve));
  }
  expect(() => dgram.createSocket('udp4').unref().send('x', 9, '192.0.2.1')).toThrow();
  expect(ports).toEqual([9, 10, 11, null]);
});

it('lets connections to the own machine through', async () => {
  const server = http.createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here');
  expect(denied).toEqual([]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
