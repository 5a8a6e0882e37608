import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createDestinationPolicy } from '../../../server/webhooks/destination.ts';
import { plainHeaders } from '../../../server/webhooks/send.ts';
import { systemOutbound } from '../../../server/webhooks/webhooks.ts';

/** The result, as one line of JSON. */
export interface Seen {
  /** How often the name server was queried for the name's address. */
  asked: number;
  allowed: number;
  refused: number;
  /** Requests that reached the allowed receiver, and the other one. */
  received: [right: number, wrong: number];
}

const [RIGHT, WRONG] = ['127.0.0.2', '127.0.0.3'] as const;
const PORT = 8_080;
const ATTEMPTS = 40;
const A_RECORD = 1;

/** A name server with one name. Each query returns another address, and no answer may be cached (RFC 1035, section 4.1). */
const asked: string[] = [];
const names = createSocket('udp4');
names.on('message', (message, from) => {
  const end = message.indexOf(0, 12) + 5;
  const wantsA = message.readUInt16BE(end - 4) === A_RECORD;
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  for (const [at, count] of [wantsA ? 1 : 0, 0, 0].entries()) header.writeUInt16BE(count, 6 + 2 * at);
  const answer = [header, message.subarray(12, end)];
  if (wantsA) {
    const address = asked.length % 2 === 0 ? RIGHT : WRONG;
    asked.push(address);
    // The name again, type A, class IN, a time to live of zero, four bytes.
    answer.push(Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]));
  }
  names.send(Buffer.concat(answer), from.port, from.address);
});
names.bind(53, '127.0.0.1');
await once(names, 'listening');

const received: Seen['received'] = [0, 0];
for (const [at, address] of [RIGHT, WRONG].entries()) {
  const receiver = createServer((_, res) => {
    received[at === 0 ? 0 : 1] += 1;
    res.end();
  });
  await once(receiver.listen(PORT, address), 'listening');
}

const policy = createDestinationPolicy({
  allow: () => [`http://${RIGHT}:${PORT}`],
  lookup: systemOutbound.lookup,
  ownAddresses: () => [],
  ownPorts: () => [null],
});
const counts = { allowed: 0, refused: 0 };
for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
  const verdict = await policy.judge(`http://receiver.example:${PORT}/hook`);
  if (verdict.is === 'unresolved') throw new Error('the name server was not asked');
  counts[verdict.is] += 1;
  if (verdict.is !== 'allowed') continue;
  const { url, address, port } = verdict;
  await systemOutbound.send({ url, address, port, headers: plainHeaders(url), body: '{}', timeoutMs: 5_000 });
}
process.stdout.write(JSON.stringify({ asked: asked.length, ...counts, received } satisfies Seen));
process.exit();
