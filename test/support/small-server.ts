import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Serves `app` on a free port of this machine until it is disposed of. */
export async function listen(app: RequestListener): Promise<{ base: string } & AsyncDisposable> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A console as the build leaves it, with one page and one script. */
export function buildConsole(folder: string): void {
  mkdirSync(join(folder, 'console'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Custos</title>');
  writeFileSync(join(folder, 'console/index-abc.js'), 'export {};');
}
