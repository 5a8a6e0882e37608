import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '../../../server/lib/assert.ts';

/** What the senders do: each branch sends its parcels in order over a connection of its own. */
export interface SendOrder {
  port: number;
  ca: string;
  /** Holds the parcels as `<branch>-<number>`. */
  folder: string;
  branches: { id: string; chain: string; key: string; first: number; parcels: number }[];
  /** Parcels a second of all branches together; null: as fast as the hub takes them. */
  perSecond: number | null;
}

/** What they saw. Times are milliseconds since the beginning. */
export interface Sent {
  /** From the first byte of a parcel to the last of its receipt. */
  latenciesMs: number[];
  /** When each parcel had its receipt, by branch. */
  doneMs: number[][];
  refusals: number;
  endMs: number;
}

const order = JSON.parse(readFileSync(must(process.argv[2], 'the file of the order'), 'utf8')) as SendOrder;
const beginMs = performance.now();
const sent: Sent = { latenciesMs: [], doneMs: order.branches.map(() => []), refusals: 0, endMs: 0 };
let due = 0;

/** Waits until this parcel may leave, if the order sets a pace. */
async function pace(): Promise<void> {
  if (order.perSecond === null) return;
  const atMs = (due++ * 1000) / order.perSecond;
  const leftMs = atMs - (performance.now() - beginMs);
  if (leftMs > 0) await wait(leftMs);
}

async function sendAll(branch: SendOrder['branches'][number], place: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: order.ca, cert: branch.chain, key: branch.key });
  for (let number = branch.first; number < branch.first + branch.parcels; ) {
    const bytes = readFileSync(join(order.folder, `${branch.id}-${number}`));
    await pace();
    const startMs = performance.now();
    const retrySeconds = await post(agent, bytes);
    if (retrySeconds !== null) {
      sent.refusals++;
      await wait(retrySeconds * 1000);
      continue;
    }
    sent.latenciesMs.push(performance.now() - startMs);
    sent.doneMs[place]?.push(performance.now() - beginMs);
    number++;
  }
  agent.destroy();
}

/** Returns null once there is a receipt, or the seconds to wait. */
function post(agent: Agent, bytes: Buffer): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length };
    const req = request(
      { agent, host: '127.0.0.1', port: order.port, path: '/hub/v1/parcels', method: 'POST', headers },
      (res) => {
        res.resume();
        res.on('end', () => {
          if (res.statusCode === 200) resolve(null);
          else if (res.statusCode === 429) resolve(Number(res.headers['retry-after'] ?? 1));
          else reject(new Error(`the hub answered ${res.statusCode}`));
        });
      },
    );
    req.on('error', reject);
    req.end(bytes);
  });
}

await Promise.all(order.branches.map(sendAll));
sent.endMs = performance.now() - beginMs;
process.stdout.write(JSON.stringify(sent));
