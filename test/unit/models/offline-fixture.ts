import dgram from 'node:dgram';
import http from 'node:http';
import net from 'node:net';
import { parentPort } from 'node:worker_threads';

/** A worker that tries every way out. It reports each outcome in the forms of both kinds of worker. */
const ways: Record<string, () => Promise<unknown>> = {
  net: () =>
    new Promise((resolve, reject) => net.connect(9, '127.0.0.1', () => resolve('connected')).on('error', reject)),
  http: () => new Promise((resolve, reject) => http.get('http://custos.invalid/', resolve).on('error', reject)),
  fetch: () =>
    fetch('http://192.0.2.1/').catch((error: Error) => {
      throw error.cause;
    }),
  udp: () => new Promise((resolve) => dgram.createSocket('udp4').send('x', 9, '127.0.0.1', () => resolve('sent'))),
};

async function tryAll(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, way] of Object.entries(ways)) {
    found[name] = await way().catch((error: { code?: unknown }) => error.code);
  }
  return found;
}

parentPort?.postMessage({ kind: 'ready' });
parentPort?.on('message', async ({ jobId }: { jobId?: string }) => {
  const output = await tryAll();
  parentPort?.postMessage(
    jobId === undefined
      ? { kind: 'done', output }
      : { jobId, status: 'resolve', data: { tsv: JSON.stringify(output) } },
  );
});
