import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net, { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { Config } from '../../server/appliance/config.ts';
import { selftestCommand } from '../../server/commands/selftest.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { testConfig } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';

/** Runs the selftest with fake engines, which call `before` at each call. */
async function selftest(before: () => void | Promise<void>, args = ['selftest', 'offline']) {
  using folder = tempFolder();
  const said = { out: '', err: '', dataDir: '' };
  const io = {
    out(text: string) {
      said.out += text;
    },
    err(text: string) {
      said.err += text;
    },
    cwd: '/',
  };
  const operators = testConfig(folder.path);
  const exit = await selftestCommand(operators, args, io, (config: Config) => {
    said.dataDir = config.dataDir;
    const log = createLogger(systemClock, () => {});
    return { clock: systemClock, log, engines: fakeEngines({ before: async () => before() }) };
  });
  expect(existsSync(operators.dataDir), "the operator's own folder is left alone").toBe(false);
  expect(existsSync(said.dataDir)).toBe(false);
  return { ...said, exit };
}

it('takes a person and a company to their ends, and tells of no connection where none was tried', async () => {
  const { exit, out } = await selftest(() => {});
  expect(out).toMatch(/^Person: (?:completed|failed|needs_review)$/m);
  expect(out).toMatch(/^Company: (?:completed|failed|needs_review)$/m);
  expect(out).toContain('Connections to other machines: 0\n');
  expect(exit).toBe(0);
});

it('fails, and names the machine, where anything tried to connect to another', inWholeRunAlone('1 s'), async () => {
  let tried = false;
  const { exit, out } = await selftest(() => {
    if (tried) return;
    tried = true;
    net.connect(443, '192.0.2.1').on('error', () => {});
  });
  expect(out).toContain('Connections to other machines: 1 (192.0.2.1)\n');
  expect(exit).toBe(1);
});

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const needsNetwork = skipUnless(
  process.platform === 'linux' && outside !== undefined,
  'only on Linux, with an address besides loopback, can a connection past the guard be made and seen',
);

it(
  'fails, and names the machine, where something connects past the guard, as native code could',
  isWholeRun() ? needsNetwork : inWholeRunAlone('1 s'),
  async () => {
    const other = createServer((socket) => socket.on('error', () => {}).resume());
    await once(other.listen(0, outside), 'listening');
    // A thread has its own copy of the functions that the guard replaces.
    const script = `require('node:net').connect(...require('node:worker_threads').workerData)`;
    const planted: Worker[] = [];
    const { exit, out } = await selftest(async () => {
      if (planted.length > 0) return;
      const { port } = other.address() as AddressInfo;
      planted.push(new Worker(script, { eval: true, workerData: [port, outside] }));
      await once(other, 'connection');
    });
    for (const thread of planted) await thread.terminate();
    other.close();
    expect(out).toContain(`Connections to other machines: 1 (${outside})\nSockets of native libraries: watched\n`);
    expect(exit).toBe(1);
  },
);

it('is misused with anything else', async () => {
  const { exit, err } = await selftest(() => {}, ['selftest', 'online']);
  expect([exit, err]).toEqual([2, 'Use: custos selftest offline\n']);
});
