import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { inWholeRunAlone } from '../../support/long.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'custos-summary-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SAMPLE = `
import { describe, expect, test } from 'vitest';
import { skipUnless } from '${root}test/support/skip.ts';
test('right', () => expect(1).toBe(1));
test('runs', skipUnless(true, 'never said'), () => expect(1).toBe(1));
test('wrong', () => expect(1).toBe(2));
test('needs a corpus', skipUnless(false, 'no corpus'), () => expect(1).toBe(2));
describe('on a GPU', skipUnless(false, 'no GPU'), () => {
  test('is fast', () => expect(1).toBe(2));
});
test('takes its time', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });
test('late', (context) => context.skip('nothing to do'));
`;

/** The report that a real vitest makes about `SAMPLE` and a file that cannot be loaded, with this project's reporter. */
function runSample(): { status: number | null; lines: string[]; failures: string } {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'sample.test.ts'), SAMPLE);
  writeFileSync(join(folder, 'broken.test.ts'), `import './absent.ts';`);
  const reporter = `--reporter=${join(root, 'test/support/summary.ts')}`;
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, reporter];
  const env = { ...process.env, CUSTOS_FAILURES: join(folder, 'failures') };
  const ran = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  const failures = readFileSync(env.CUSTOS_FAILURES, 'utf8');
  return { status: ran.status, lines: ran.stdout.trim().split('\n'), failures };
}

describe('the summary of a test run', () => {
  test(
    'names each skipped test with its reason, the slowest ones, and ends with the plain counts',
    inWholeRunAlone('2 s'),
    () => {
      const { status, lines, failures } = runSample();
      expect(status).toBe(1);
      expect(lines.filter((line) => line.startsWith('skipped: '))).toEqual([
        'skipped: needs a corpus: no corpus',
        'skipped: on a GPU > is fast: no GPU',
        'skipped: late: nothing to do',
      ]);
      const slowest = lines.slice(lines.indexOf('the 4 slowest:') + 1, -1);
      expect(slowest).toHaveLength(4);
      expect(slowest[0]).toMatch(/^ +0\.\d s {2}sample\.test\.ts > takes its time$/);
      expect(lines.at(-1)).toBe('3 passed, 2 failed, 3 skipped');
      expect(failures).toMatch(/^sample\.test\.ts > wrong: expected 1 to be 2/m);
      expect(failures).toMatch(/^broken\.test\.ts: .*absent\.ts/m);
    },
  );
});
