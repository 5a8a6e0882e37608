import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HandOverDeps, handOver } from '../../../main/shell/updates.ts';
import { tempFolder } from '../../support/folder.ts';
import { skipUnless } from '../../support/skip.ts';

const text: HandOverDeps['text'] = {
  app_image_replaced: 'in place {version} {former}',
  app_image_unknown: 'unknown {path}',
  setup_started: 'started {version}',
  image_opened: 'opened {version}',
  deb_command: 'run {command}',
  failed: 'failed {path} {reason}',
};

function depsOf(changed: Partial<HandOverDeps> = {}) {
  const done: string[] = [];
  const syncFileSync = (path: string): void => {
    const file = fs.openSync(path, 'r+');
    fs.fsyncSync(file);
    fs.closeSync(file);
  };
  const deps: HandOverDeps = {
    appImage: undefined,
    fs: { ...fs, syncFileSync },
    spawnDetached: async (program, args) => void done.push(['spawn', program, ...args].join(' ')),
    openPath: async (path) => {
      done.push(`open ${path}`);
      return '';
    },
    quit: () => void done.push('quit'),
    text,
    ...changed,
  };
  return { done, deps };
}

/** Stand-ins for two AppImages: programs that print their version. */
function appImages(folder: string): { running: string; coming: string } {
  const [running, coming] = [join(folder, 'Custos.AppImage'), join(folder, 'Custos-0.2.0.AppImage')];
  fs.writeFileSync(running, '#!/bin/sh\necho 0.1.0\n', { mode: 0o755 });
  // As in the data folder, where it is not executable.
  fs.writeFileSync(coming, '#!/bin/sh\necho 0.2.0\n', { mode: 0o600 });
  return { running, coming };
}
const versionOf = (program: string): string => execFileSync(program, { encoding: 'utf8' }).trim();

describe('an AppImage', skipUnless(process.platform === 'linux', 'AppImages are files of Linux'), () => {
  it('takes the place of the one that runs, which is kept, and can go back', async () => {
    using folder = tempFolder();
    const { running, coming } = appImages(folder.path);
    const { deps, done } = depsOf({ appImage: running });
    expect(await handOver({ path: coming, kind: 'appimage', version: '0.2.0' }, deps)).toEqual({
      ok: true,
      sentence: `in place 0.2.0 ${running}.former`,
    });
    expect([versionOf(running), versionOf(`${running}.former`), done]).toEqual(['0.2.0', '0.1.0', []]);
    fs.renameSync(`${running}.former`, running);
    expect(versionOf(running)).toBe('0.1.0');
  });

  it.each([1, 2])(
    'leaves the one that runs where copy %i meets a full disk, and nothing beside it',
    async (failing) => {
      using folder = tempFolder();
      const { running, coming } = appImages(folder.path);
      const { deps } = depsOf({ appImage: running });
      let copies = 0;
      deps.fs = {
        ...deps.fs,
        copyFileSync(from, to) {
          fs.copyFileSync(from, to);
          if (++copies === failing) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        },
      };
      const handed = await handOver({ path: coming, kind: 'appimage', version: '0.2.0' }, deps);
      expect(handed).toEqual({ ok: false, sentence: `failed ${coming} ENOSPC` });
      expect(versionOf(running)).toBe('0.1.0');
      expect(fs.readdirSync(folder.path).sort()).toEqual(['Custos-0.2.0.AppImage', 'Custos.AppImage']);
    },
  );

  it('says where it lies when the program that runs is none', async () => {
    const { deps } = depsOf();
    const handed = await handOver({ path: '/data/a.AppImage', kind: 'appimage', version: '0.2.0' }, deps);
    expect(handed).toEqual({ ok: true, sentence: 'unknown /data/a.AppImage' });
  });
});

it('starts a setup and quits, since it replaces files that are in use', async () => {
  const { deps, done } = depsOf();
  const handed = await handOver({ path: 'C:\\a\\setup.exe', kind: 'nsis', version: '0.2.0' }, deps);
  expect([handed.sentence, done]).toEqual(['started 0.2.0', ['spawn C:\\a\\setup.exe --updated', 'quit']]);
});

it('does not quit where the setup cannot be started', async () => {
  const spawnDetached = (): Promise<void> => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }));
  const { deps, done } = depsOf({ spawnDetached });
  const handed = await handOver({ path: 'setup.exe', kind: 'nsis', version: '0.2.0' }, deps);
  expect([handed, done]).toEqual([{ ok: false, sentence: 'failed setup.exe EACCES' }, []]);
});

it('opens a disk image, says so where that fails, and shows the command for a package', async () => {
  const { deps, done } = depsOf();
  expect((await handOver({ path: '/a.dmg', kind: 'dmg', version: '0.2.0' }, deps)).sentence).toBe('opened 0.2.0');
  expect(done).toEqual(['open /a.dmg']);
  const broken = depsOf({ openPath: async () => 'no program for it' }).deps;
  expect((await handOver({ path: '/a.dmg', kind: 'dmg', version: '0.2.0' }, broken)).ok).toBe(false);
  expect((await handOver({ path: '/a b.deb', kind: 'deb', version: '0.2.0' }, deps)).sentence).toBe(
    'run sudo apt install "/a b.deb"',
  );
});
