import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Real process, real engines, fictitious people. The demonstration's own exit status says whether each outcome was right. */
test('the demonstration gives every outcome that it expects', async () => {
  const child = spawn(process.execPath, ['test/demo/demo.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, printed).toBe(0);
  expect(printed).toContain('Every outcome is the expected one.');
});
