import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ensureCompiled, keepCompiled } from '../../../main/launch/compiled.mjs';
import { tempFolder } from '../../support/folder.ts';
import { launchRoot } from '../../support/launch-root.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Replaces the compiler: records where the compiled files are stored. */
const COMPILER = `import { appendFileSync } from 'node:fs';
appendFileSync('compiled', process.env.NODE_COMPILE_CACHE + '\\n');`;

it(
  'compiles once after an installation, beside the packages or where the caller wants it',
  inWholeRunAlone('1 s'),
  async () => {
    using at = launchRoot();
    at.write('main/launch/compile.mjs', COMPILER);
    const ensure = (env: NodeJS.ProcessEnv) => ensureCompiled(at.folder, process.execPath, env);
    expect([await ensure({}), await ensure({})]).toEqual([true, false]);
    const elsewhere = join(at.folder, 'elsewhere');
    expect([await ensure({ NODE_COMPILE_CACHE: elsewhere }), await ensure({})]).toEqual([true, false]);
    expect(readFileSync(join(at.folder, 'compiled'), 'utf8').split('\n')).toEqual([
      keepCompiled(at.folder, {})['NODE_COMPILE_CACHE'],
      elsewhere,
      '',
    ]);
  },
);

it('goes on where nothing can be kept', async () => {
  using at = launchRoot();
  at.write('node_modules/.cache', 'a file where a folder should be');
  expect(await ensureCompiled(at.folder, process.execPath, {})).toBe(false);
});

it(
  'keeps what the server and its engines load, and starts none of it',
  inWholeRunAlone('the whole program is compiled'),
  () => {
    using folder = tempFolder();
    const env = { ...process.env, NODE_COMPILE_CACHE: folder.path, CUSTOS_DATA_DIR: join(folder.path, 'data') };
    execFileSync(process.execPath, ['main/launch/compile.mjs'], { cwd: ROOT, env });
    const kept = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sources = readdirSync(join(ROOT, 'server'), { recursive: true }).filter((name) =>
      String(name).endsWith('.ts'),
    );
    // The cache contains the packages but not the commands.
    expect(kept.length).toBeGreaterThan(sources.length);
    expect(existsSync(join(folder.path, 'data'))).toBe(false);
  },
);
