import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findPostgres } from '../../server/hub/db/local-postgres.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { skipUnless } from '../support/skip.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const needs = findPostgres().length === 0 ? skipUnless(false, 'no PostgreSQL was found') : inWholeRunAlone('a minute');

/** A real hub and three real appliances, with real engines. The demonstration's own exit status says whether each outcome was right. */
test('the demonstration of the hub gives every outcome that it expects', needs, async () => {
  const child = spawn(process.execPath, ['test/demo/hub.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, printed).toBe(0);
  expect(printed).toContain('Everything is as expected.');
});
