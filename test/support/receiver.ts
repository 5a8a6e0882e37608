import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** One webhook as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Receiver {
  url: string;
  port: number;
  /** In the order of arrival, whatever the answers were. */
  received: Received[];
  /** Writes the answer; 204 by default. A function that answers nothing leaves the request open. */
  answer: (response: ServerResponse, received: Received) => void;
  /** Ids of the events answered with success, each once. */
  taken(): Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const taken = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const received: Received = { headers: request.headers, body, event: JSON.parse(body) };
    receiver.received.push(received);
    response.once('finish', () => {
      if (response.statusCode < 300) taken.add(received.event.id);
    });
    receiver.answer(response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    taken: () => taken,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/**
 * The event of a webhook, verified by the package `standardwebhooks` exactly as a customer would use it. Throws if the
 * signature is wrong. That package reads the clock, so the clock is set to `nowMs` for it.
 */
export function verified(secret: string, { headers, body }: Received, nowMs = Date.now()): Received['event'] {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Received['event'];
  } finally {
    vi.useRealTimers();
  }
}
