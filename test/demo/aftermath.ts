import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { ApplianceProcess } from '../support/appliance-process.ts';

const DELIVERY_TIMEOUT_MS = 30_000;

/** One thing that the demonstration shows, and whether its outcome is correct. */
export interface Shown {
  what: string;
  right: boolean;
  note: string;
}

/** A webhook receiver on this machine that verifies every signature with the package that receivers use. */
export interface Receiver extends AsyncDisposable {
  /** Resolves when the record's events of all these kinds have arrived; false if they do not arrive in time. */
  sawAll(recordId: string, kinds: readonly string[]): Promise<boolean>;
  /** Requests whose signature was invalid. */
  refused(): number;
  accepted(): number;
}

/** Starts the receiver and registers it as an account-level endpoint. */
export async function startReceiver(appliance: ApplianceProcess): Promise<Receiver> {
  const seen = new Set<string>();
  let refused = 0;
  let verifier: Webhook | null = null;
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      try {
        const event = verifier?.verify(Buffer.concat(parts).toString(), req.headers as Record<string, string>);
        const { type, data } = event as { type: string; data: { id: string } };
        seen.add(`${type} ${data.id}`);
        res.writeHead(204).end();
      } catch {
        refused += 1;
        res.writeHead(400).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  verifier = new Webhook(await registerEndpoint(appliance, `http://127.0.0.1:${port}/hook`));
  return {
    async sawAll(recordId, kinds) {
      const endMs = performance.now() + DELIVERY_TIMEOUT_MS;
      while (!kinds.every((kind) => seen.has(`${kind} ${recordId}`))) {
        if (performance.now() > endMs) return false;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return true;
    },
    refused: () => refused,
    accepted: () => seen.size,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

async function registerEndpoint({ base, key }: ApplianceProcess, url: string): Promise<string> {
  const answer = await fetch(`${base}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (answer.status !== 201) throw new Error(`the endpoint was answered with ${answer.status}`);
  return ((await answer.json()) as { secret: string }).secret;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Checks that every event of a person and of a company was delivered and verified. */
export async function showDeliveries(receiver: Receiver, personId: string, companyId: string): Promise<Shown> {
  const states = ['created', 'processing', 'completed'];
  const came = [
    await receiver.sawAll(
      personId,
      states.map((state) => `verification.${state}`),
    ),
    await receiver.sawAll(
      companyId,
      states.map((state) => `kyb.verification.${state}`),
    ),
  ];
  const right = came.every(Boolean) && receiver.refused() === 0;
  const note = `${receiver.accepted()} events with a signature that holds, ${receiver.refused()} without`;
  return { what: 'signed events at a local receiver', right, note };
}

/** Writes the report of a record as a PDF beside the data folder. */
export async function showReport(appliance: ApplianceProcess, path: string): Promise<Shown> {
  const file = await download(appliance, `${path}/report`);
  writeFileSync(join(appliance.folder, 'report.pdf'), file);
  const right = file.subarray(0, 5).toString() === '%PDF-' && file.subarray(-8).toString().includes('%%EOF');
  return { what: 'report of the person', right, note: `PDF of ${Math.round(file.length / 1024)} kB` };
}

/** The evidence of a record is valid; with one byte changed it is refused. */
export async function showEvidence(appliance: ApplianceProcess, path: string): Promise<Shown[]> {
  const whole = join(appliance.folder, 'evidence.zip');
  writeFileSync(whole, await download(appliance, `${path}/evidence`));
  const changed = join(appliance.folder, 'changed.zip');
  const bytes = readFileSync(whole);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(changed, bytes);
  return [
    {
      what: 'evidence of the person',
      right: await holds(appliance, whole),
      note: `ZIP of ${Math.round(bytes.length / 1024)} kB`,
    },
    { what: 'the same with one byte changed', right: !(await holds(appliance, changed)), note: 'must be refused' },
  ];
}

async function download({ base, key }: ApplianceProcess, path: string): Promise<Buffer> {
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function holds(appliance: ApplianceProcess, file: string): Promise<boolean> {
  try {
    await appliance.command('evidence', 'verify', file);
    return true;
  } catch {
    return false;
  }
}
