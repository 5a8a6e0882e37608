import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { skipUnless } from '../support/skip.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** Anybody but root: no account of this number need exist. */
const OWNER = 54_321;
const needsRoot = skipUnless(process.getuid?.() === 0, 'only root can give a folder to another user');

/** A data folder and a key file of another user's, in a folder that everybody may walk through. */
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
  it('does commands with the rights of that user, and leaves nothing of its own', needsRoot, async () => {
    using folder = tempFolder();
    const { dataDir, keyDir } = foldersOf(folder.path);
    const env = { ...process.env, CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: join(keyDir, 'master.key') };
    const made = await run(process.execPath, ['server/cli.ts', 'keys', 'create'], { cwd: root, env });
    expect(made.stdout).toMatch(/^sk_live_/m);
    expect([ownersUnder(dataDir), ownersUnder(keyDir)]).toEqual([[OWNER], [OWNER]]);
  });

  it('takes those rights for one piece of work, and its own again', needsRoot, async () => {
    using folder = tempFolder();
    const { dataDir } = foldersOf(folder.path);
    const script = `
      import { writeFileSync } from 'node:fs';
      import { rightsOf, withRightsOf } from './server/lib/rights.ts';
      const [dataDir, outside] = process.argv.slice(1);
      const write = async (name) => writeFileSync(name, '');
      await withRightsOf(dataDir, () => write(dataDir + '/inside'));
      await withRightsOf(dataDir, () => write(outside)).catch(({ code }) => console.log(code));
      await write(outside);
      console.log(JSON.stringify(rightsOf(dataDir)), rightsOf('/'), rightsOf(dataDir + '/none'));`;
    const outside = join(folder.path, 'outside');
    const args = ['--input-type=module', '-e', script, dataDir, outside];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    expect(stdout.trim().split('\n')).toEqual(['EACCES', `{"uid":${OWNER},"gid":${OWNER}} null null`]);
    expect([ownersUnder(dataDir), statSync(outside).uid]).toEqual([[OWNER], 0]);
  });
});

it('tells what is asked for a setup code that no appliance runs', async () => {
  using folder = tempFolder();
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'key'),
  };
  const asked = run(process.execPath, ['server/cli.ts', 'setup-code'], { cwd: root, env });
  await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Start it') });
  const { stdout } = await run(process.execPath, ['server/cli.ts', '--version'], { cwd: root, env });
  expect(stdout).toMatch(/^custos \d+\.\d+\.\d+\n$/);
});
