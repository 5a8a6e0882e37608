import { expect, it } from 'vitest';
import { remotesOf } from '../../../server/lib/own-sockets.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (remote: string, inode: number): string =>
  `   0: 0100007F:8263 ${remote} 01 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 20 4 30 10 -1`;
const MINE = new Set(['7']);
const remotes = (...lines: string[]): string[] => remotesOf([HEAD, ...lines].join('\n'), MINE);

it.each([
  ['0A0200C0:01BB', '192.0.2.10'],
  ['B80D0120000000000000000001000000:0035', '2001:db8::1'],
  ['0000000000000000FFFF00000A0200C0:01BB', '::ffff:192.0.2.10'],
])('reads %s as another machine, %s', (remote, address) => expect(remotes(line(remote, 7))).toEqual([address]));

it.each([
  ['this machine', '0100007F:01BB'],
  ['this machine by IPv6', '00000000000000000000000001000000:01BB'],
  ['this machine by IPv4 in IPv6', '0000000000000000FFFF00000100007F:01BB'],
  ['nobody: it listens', '00000000:0000'],
])('leaves out what leads to %s', (_, remote) => expect(remotes(line(remote, 7))).toEqual([]));

it("tells each machine once, and nothing of other processes' sockets", () => {
  expect(remotes(line('0A0200C0:01BB', 7), line('0A0200C0:0050', 7), line('0B0200C0:01BB', 8))).toEqual(['192.0.2.10']);
});
