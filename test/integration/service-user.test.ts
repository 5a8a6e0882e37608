import { execFile } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { rightsOf } from '../../server/lib/rights.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { skipUnless } from '../support/skip.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** Any user except root; the number needs no account. */
const OWNER = 54_321;
const needsRoot = skipUnless(process.getuid?.() === 0, 'only root can give a folder to another user');

/** A data folder and a key file of another user, in a folder that every user may enter. */
function foldersOf(path: string): { dataDir: string; keyDir: string } {
  chmodSync(path, 0o755);
  const folders = { dataDir: join(path, 'data'), keyDir: join(path, 'key') };
  for (const folder of Object.values(folders)) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, OWNER, OWNER);
  }
  return folders;
}

const ownersUnder = (folder: string): number[] => [
  ...new Set(readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).uid)),
];

describe('root on the folder of another user', () => {
  it.each(['', 'deeper'])(
    'does commands with the rights of that user, and leaves nothing of its own (data/%s)',
    isWholeRun() ? needsRoot : inWholeRunAlone('1 s'),
    async (below) => {
      using folder = tempFolder();
      const { dataDir, keyDir } = foldersOf(folder.path);
      const masterKey = { CUSTOS_MASTER_KEY_FILE: join(keyDir, 'master.key') };
      const env = { ...process.env, ...masterKey, CUSTOS_DATA_DIR: join(dataDir, below) };
      const made = await run(process.execPath, ['server/cli.ts', 'keys', 'create'], { cwd: root, env });
      expect(made.stdout).toMatch(/^sk_live_/m);
      expect([ownersUnder(dataDir), ownersUnder(keyDir)]).toEqual([[OWNER], [OWNER]]);
    },
  );

  it('takes those rights for one piece of work, and its own again', needsRoot, async () => {
    using folder = tempFolder();
    const { dataDir } = foldersOf(folder.path);
    const script = `
      import { writeFileSync } from 'node:fs';
      import { rightsOf, withRightsOf } from './server/lib/rights.ts';
      const [dataDir, outside] = process.argv.slice(1);
      const groups = JSON.stringify(process.getgroups());
      const write = async (name) => writeFileSync(name, '');
      await withRightsOf(dataDir, () => write(dataDir + '/inside'));
      await withRightsOf(dataDir, () => write(outside)).catch(({ code }) => console.log(code));
      await write(outside);
      console.log(JSON.stringify([dataDir, dataDir + '/none/deeper', '/'].map((path) => rightsOf(path))));
      console.log(JSON.stringify(process.getgroups()) === groups);`;
    const rights = { uid: OWNER, gid: OWNER };
    const outside = join(folder.path, 'outside');
    const args = ['--input-type=module', '-e', script, dataDir, outside];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(stdout.trim().split('\n')).toEqual(['EACCES', JSON.stringify([rights, rights, null]), 'true']);
    expect([ownersUnder(dataDir), statSync(outside).uid]).toEqual([[OWNER], 0]);
  });
});

describe('root, misled', () => {
  const cli = (env: Record<string, string>, ...args: string[]) =>
    run(process.execPath, ['server/cli.ts', ...args], { cwd: root, env: { ...process.env, ...env } });

  it("follows no link of another user's to a third one's folder, or to root's", needsRoot, async () => {
    using folder = tempFolder();
    const { dataDir, keyDir } = foldersOf(folder.path);
    const victim = join(folder.path, 'victim');
    mkdirSync(victim, { mode: 0o700 });
    symlinkSync(victim, join(dataDir, 'link'));
    lchownSync(join(dataDir, 'link'), OWNER, OWNER);
    for (const path of [join(dataDir, 'link'), join(dataDir, 'link', 'below')]) {
      expect(() => rightsOf(path)).toThrow('is a link of user 54321');
    }
    const key = { CUSTOS_MASTER_KEY_FILE: join(keyDir, 'master.key') };
    if (isWholeRun()) {
      const asked = cli({ ...key, CUSTOS_DATA_DIR: join(dataDir, 'link') }, 'keys', 'create');
      await expect(asked).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is a link of user 54321'),
      });
    }
    expect(readdirSync(victim)).toEqual([]);
    // A user's own link to the user's own folder is harmless.
    chownSync(victim, OWNER, OWNER);
    expect(rightsOf(join(dataDir, 'link'))).toEqual({ uid: OWNER, gid: OWNER });
    if (isWholeRun()) {
      await cli({ ...key, CUSTOS_DATA_DIR: join(dataDir, 'link') }, 'keys', 'create');
      expect(ownersUnder(victim)).toEqual([OWNER]);
    }
  });

  it(
    'says whose rights a command had that could not open what it was told to',
    isWholeRun() ? needsRoot : inWholeRunAlone('2 s'),
    async () => {
      using folder = tempFolder();
      const { dataDir, keyDir } = foldersOf(folder.path);
      const closed = join(folder.path, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const env = { CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: join(keyDir, 'master.key') };
      const refused = [
        [['audit', 'export', join(closed, 'audit.jsonl')], 'cannot be written (EACCES)'],
        [['backup', 'create', '--to', closed], 'cannot be used (EACCES)'],
      ] as const;
      for (const [args, said] of isWholeRun() ? refused : refused.slice(0, 1)) {
        const failure = await cli(env, ...args).catch(({ code, stderr }) => ({ code, stderr }));
        expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
        expect(failure.stderr).toContain(`with the rights of user ${OWNER}, who owns ${dataDir}`);
      }
      const keyless = cli({ ...env, CUSTOS_MASTER_KEY_FILE: join(closed, 'master.key') }, 'keys', 'list');
      await expect(keyless).rejects.toMatchObject({
        stderr: expect.stringMatching(/^The user that Custos runs as cannot open the key file .* \(EACCES\)/),
      });
    },
  );
});

it('tells what is asked for a setup code that no appliance runs', inWholeRunAlone('3 s'), async () => {
  using folder = tempFolder();
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'key'),
  };
  const asked = run(process.execPath, ['server/cli.ts', 'setup-code'], { cwd: root, env });
  await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Start it') });
  // Additional commands that the launcher of a headless installation understands.
  const help = async (home: string) =>
    (await run(process.execPath, ['server/cli.ts'], { cwd: root, env: { ...env, CUSTOS_HOME: home } })).stdout;
  expect(await help('/opt/custos')).toMatch(/^custos start$/m);
  if (!isWholeRun()) return;
  expect(await help('')).not.toMatch(/^custos start$/m);
  const { stdout } = await run(process.execPath, ['server/cli.ts', '--version'], { cwd: root, env });
  expect(stdout).toMatch(/^custos \d+\.\d+\.\d+\n$/);
});
