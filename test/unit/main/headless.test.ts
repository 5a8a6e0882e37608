import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeTarGz } from '../../../main/package/tar.ts';
import { treeManifest } from '../../../main/package/tree-manifest.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { skipUnless } from '../../support/skip.ts';

const scripts = fileURLToPath(new URL('../../../main/package/headless', import.meta.url));
const onLinux = skipUnless(process.platform === 'linux', 'headless packages are for Linux');
/** Replaces Node: prints its arguments and variables, then exits as instructed. */
const NODE = `#!/bin/sh
printf '%s|' "$@"
printf '\\n%s\\n%s\\n%s\\n%s\\n' "$CUSTOS_HOME" "$CUSTOS_WEIGHTS_DIR" "\${CUSTOS_PORT:-}" "\${CUSTOS_HOST:-}"
umask
if [ "\${1##*/}" = process.js ]; then trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done; fi
exit 3
`;

/** An installation of the real launchers with two versions, in a folder with spaces, linked from another folder. */
function installIn(folder: string): { home: string; link: string } {
  const home = join(folder, 'my programs', 'custos');
  for (const version of ['1.2.3', '2.0.0-rc.1']) {
    const at = join(home, 'versions', version);
    mkdirSync(join(at, 'bin'), { recursive: true });
    copyFileSync(join(scripts, 'launch'), join(at, 'launch'));
    writeFileSync(join(at, 'bin', 'node'), NODE, { mode: 0o755 });
  }
  copyFileSync(join(scripts, 'custos'), join(home, 'custos'));
  writeFileSync(join(home, 'current'), '1.2.3\n');
  mkdirSync(join(folder, 'bin'));
  symlinkSync('../my programs/custos/custos', join(folder, 'bin', 'first'));
  const link = join(folder, 'bin', 'custos');
  symlinkSync('first', link);
  return { home, link };
}

function run(program: string, args: string[], env: Record<string, string> = {}, cwd = '/') {
  const clean = { PATH: '/usr/bin:/bin', ...env };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: clean, encoding: 'utf8' });
  return { status, lines: stdout.split('\n'), stderr };
}

describe('the launcher of a headless installation', onLinux, () => {
  it('hands commands to the version in force, through links and from any folder, and gives its exit code', () => {
    using folder = tempFolder();
    const { home, link } = installIn(folder.path);
    const version = join(home, 'versions', '1.2.3');
    const expected = [`${version}/app/server/cli.js|keys|create|--label|two words|`, home, join(version, 'weights')];
    for (const [program, args, cwd] of [
      [link, [], '/'],
      [join(home, 'custos'), [], '/'],
      ['./custos', [], home],
      ['sh', ['custos'], home],
      ['custos', [], '/'],
    ] as const) {
      const asked = [...args, 'keys', 'create', '--label', 'two words'];
      const { status, lines } = run(program, asked, { PATH: `${dirname(link)}:/usr/bin:/bin`, CDPATH: home }, cwd);
      expect([status, ...lines.slice(0, 3)], program).toEqual([3, ...expected]);
      expect(lines[5]).toBe('0077');
    }
  });

  it('runs the version that "current" names, with or without a line feed', () => {
    using folder = tempFolder();
    const { home, link } = installIn(folder.path);
    writeFileSync(join(home, 'current'), '2.0.0-rc.1');
    expect(run(link, ['x']).lines[2]).toBe(join(home, 'versions', '2.0.0-rc.1', 'weights'));
  });

  it.each([
    ['another version', '9.9.9\n', 'names version 9.9.9, which is not installed'],
    ['a way out of the folder', '../../etc\n', 'does not begin with a version'],
    ['a way that begins like a version', '1.2.3/../x\n', 'does not begin with a version'],
    ['nothing', '', 'cannot be read'],
    ['no file', null, 'cannot be read'],
  ])('says which versions there are where "current" holds %s', (_, content, said) => {
    using folder = tempFolder();
    const { home, link } = installIn(folder.path);
    if (content === null) rmSync(join(home, 'current'));
    else writeFileSync(join(home, 'current'), content);
    const { status, lines, stderr } = run(link, ['keys', 'list']);
    expect([status, lines]).toEqual([1, ['']]);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Installed versions: 1.2.3 2.0.0-rc.1. Write one of them into');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('takes settings of the installation, below those of the environment, and executes nothing in them', () => {
    using folder = tempFolder();
    const { home, link } = installIn(folder.path);
    const evil = join(folder.path, 'evil');
    writeFileSync(
      join(home, 'custos.env'),
      `# settings\nCUSTOS_PORT=8500\nCUSTOS_HOST=$(touch ${evil}) a b\nPATH=/nowhere\nCUSTOS_X;touch ${evil}=1\nCUSTOS_HOST=second`,
    );
    const plain = run(link, ['x']);
    expect(plain.lines.slice(3, 5)).toEqual(['8500', `$(touch ${evil}) a b`]);
    expect(run(link, ['x'], { CUSTOS_PORT: '1' }).lines[3]).toBe('1');
    expect(run('/bin/ls', [evil]).status).not.toBe(0);
  });

  it(
    'does not go on without settings that are there and cannot be read, but for the state of the service and an update that has them',
    inWholeRunAlone('1 s'),
    () => {
      using folder = tempFolder();
      const { home, link } = installIn(folder.path);
      symlinkSync('/nowhere/custos.env', join(home, 'custos.env'));
      expect(run(link, ['keys', 'list'])).toMatchObject({ status: 1, stderr: expect.stringContaining('sudo') });
      for (const others of [['update', 'apply'], ['service-like'], ['trial'], []])
        expect(run(link, others).status).toBe(1);
      expect(run(link, ['service', 'status']).status).toBe(3);
      // The starter passes its settings on and runs as the owner of the data, who may not belong to the group that reads them.
      expect(run(link, ['update', 'trial', '--nonce', 'n'], { CUSTOS_PORT: '1' })).toMatchObject({ status: 3 });
    },
  );

  it('passes signals to the server, whose exit code it has', async () => {
    using folder = tempFolder();
    const { link } = installIn(folder.path);
    const child = spawn(link, ['start'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    for await (const chunk of child.stdout) {
      out += String(chunk);
      if (out.includes('ready')) break;
    }
    expect(out).toContain('/app/server/process.js|');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([7, null]);
  });

  it('starts nothing where "start" is followed by what it does not know, or by --help, which prints the usage', () => {
    using folder = tempFolder();
    const { link } = installIn(folder.path);
    expect(run(link, ['start', '--port'])).toMatchObject({ status: 2, stderr: expect.stringContaining('CUSTOS_PORT') });
    const { status, lines, stderr } = run(link, ['start', '--help']);
    expect([status, lines[0], stderr]).toEqual([0, 'custos start', '']);
    expect(lines[1]).toContain('CUSTOS_PORT');
  });
});

describe('the archive', onLinux, () => {
  function draw(folder: string, mode: number, seconds: number): void {
    mkdirSync(join(folder, 'top', 'b'), { recursive: true });
    for (const name of ['a', 'b/c', 'b/run']) {
      writeFileSync(join(folder, 'top', name), name);
      chmodSync(join(folder, 'top', name), name.endsWith('run') ? 0o755 : mode);
      utimesSync(join(folder, 'top', name), seconds, seconds);
    }
  }

  it('is the same bytes for the same files, whenever they were written', async () => {
    using one = tempFolder();
    using two = tempFolder();
    draw(one.path, 0o644, 1_000_000);
    draw(two.path, 0o644, 2_000_000);
    const packed = [one, two].map(async ({ path }) => {
      await writeTarGz(path, 'top', join(path, 'a.tar.gz'));
      return readFileSync(join(path, 'a.tar.gz'));
    });
    const [first, second] = await Promise.all(packed);
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    chmodSync(join(two.path, 'top', 'a'), 0o600);
    await writeTarGz(two.path, 'top', join(two.path, 'a.tar.gz'));
    expect(readFileSync(join(two.path, 'a.tar.gz')).equals(second ?? Buffer.alloc(0))).toBe(false);
    await expect(writeTarGz(two.path, 'none', join(two.path, 'b.tar.gz'))).rejects.toThrow('could not be written');
  });

  it('names every file with size, hash and mode, and refuses what is no plain file', () => {
    using folder = tempFolder();
    draw(folder.path, 0o644, 0);
    const top = join(folder.path, 'top');
    const manifest = JSON.parse(treeManifest(top, '1.2.3', { platform: 'linux', arch: 'x64' }));
    expect(manifest).toMatchObject({ format: 'custos-tree', version: '1.2.3', platform: 'linux', arch: 'x64' });
    expect(manifest.files.map(({ path, mode }: { path: string; mode: string }) => `${mode} ${path}`)).toEqual([
      '644 a',
      '644 b/c',
      '755 b/run',
    ]);
    // SHA-256 of "a": FIPS 180-4, as sha256sum prints it.
    expect(manifest.files[0]).toMatchObject({
      size: 1,
      sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
    });
    symlinkSync('a', join(top, 'link'));
    expect(() => treeManifest(top, '1.2.3', { platform: 'linux', arch: 'x64' })).toThrow('link is not a regular file');
  });
});
