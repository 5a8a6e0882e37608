import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { selftestCommand } from '../../server/commands/selftest.ts';
import { hostSurroundings } from '../../server/host.ts';
import { tempFolder } from '../support/folder.ts';
import { testConfig } from '../support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('a person and a company are verified by the real engines without one connection to another machine', async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  using folder = tempFolder();
  const lines: string[] = [];
  const io = { out: (line: string) => void lines.push(line), err: () => {}, cwd: '/' };
  const exit = await selftestCommand(testConfig(folder.path), ['selftest', 'offline'], io, hostSurroundings);
  const text = lines.join('');
  expect(text.match(/^Engine \w+: ready$/gm)?.length, text).toBeGreaterThanOrEqual(6);
  expect(text).toContain('Connections to other machines: 0\n');
  expect(exit).toBe(0);
});
