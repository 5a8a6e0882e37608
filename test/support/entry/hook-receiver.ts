import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks on this machine. */
export interface HookReceiver extends AsyncDisposable {
  url: string;
  /** How many webhooks arrived, whatever the answers were. */
  received(): number;
}

/** Answers each webhook with the status that `answer` returns for the number of webhooks before it. */
export async function startHookReceiver(answer: (before: number) => number): Promise<HookReceiver> {
  let received = 0;
  const server = createServer((request, response) => {
    const status = answer(received);
    received += 1;
    request.resume().on('end', () => response.writeHead(status).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
