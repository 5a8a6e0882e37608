import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../server/appliance/config.ts';
import { type UpdateDeps, updateCommand } from '../../server/commands/update.ts';
import { systemdControl } from '../../server/commands/update-service.ts';
import { openAppliance } from '../../server/context.ts';
import { lockFolder } from '../../server/db/open.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { applyTree } from '../../server/updates/apply.ts';
import { compareVersions, currentVersion } from '../../server/updates/home.ts';
import { readJournal, readResult } from '../../server/updates/journal.ts';
import { openPack } from '../../server/updates/read-pack.ts';
import { SNAPSHOT } from '../../server/updates/snapshot.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { inWholeRunAlone, isWholeRun, sampleOf } from '../support/long.ts';
import { startTestServer, testConfig } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';
import { type Behaviour, copyInstallation, NEW, OLD, writeHome, writeProgram } from '../support/update-home.ts';
import { makeMaker, writePack, writeTree } from '../support/update-packs.ts';
import { submit } from './drive.ts';

const TRIAL_MS = 60_000;
const HANG_MS = 4_000;
const DATABASES = ['custos.db', 'keys.db'];
const maker = makeMaker();
const template = tempFolder();
const shell = skipUnless(process.platform !== 'win32', 'the launcher of a headless version is a shell script');

beforeAll(async () => {
  writeHome(join(template.path, 'home'));
  const server = await startTestServer({ folder: template.path });
  await submit(server, { files: cardAndSelfie(), applicant: ANNA });
  await server.settle();
  await server.stop();
  return () => template[Symbol.dispose]();
});

/** An installation of the old version with one record, and a pack whose program has this behaviour. */
async function installation(behaviour: Behaviour = 'good') {
  const folder = tempFolder();
  copyInstallation(template.path, folder.path);
  const tree = join(folder.path, 'tree');
  writeProgram(tree, NEW, behaviour);
  const pack = join(folder.path, 'a.custos-update');
  await writePack(pack, maker, { tree });
  const config: Config = { ...testConfig(folder.path), updateKeys: [maker.publicKey] };
  const home = join(folder.path, 'home');
  const contents = (): Buffer[] => DATABASES.map((name) => readFileSync(join(config.dataDir, name)));
  return { folder, pack, config, home, contents, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
type Installation = Awaited<ReturnType<typeof installation>>;

/** The child that tries the new version finds its data through the environment. */
async function withEnvironment<T>({ config }: Installation, work: () => Promise<T>): Promise<T> {
  const { masterKey } = config;
  const set = {
    CUSTOS_DATA_DIR: config.dataDir,
    CUSTOS_MASTER_KEY_FILE: masterKey.kind === 'file' ? masterKey.path : '',
  };
  const former = Object.fromEntries(Object.keys(set).map((name) => [name, process.env[name]]));
  Object.assign(process.env, set);
  try {
    return await work();
  } finally {
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

function apply(at: Installation, trialMs = TRIAL_MS): Promise<void> {
  return withEnvironment(at, async () => {
    using pack = await openPack(at.pack, { publicKeys: [maker.publicKey], nowMs: systemClock.now() });
    const tree = pack.manifest.program?.trees[0];
    if (!tree) throw new Error('it holds a tree');
    const log = createLogger(systemClock, () => {});
    const deps = { home: at.home, dataDir: at.config.dataDir, clock: systemClock, log, trialMs, say: () => {} };
    await applyTree({ pack, tree, version: NEW }, deps);
  });
}

/** The old program opens the data, and finds it intact. */
async function expectOldWorks({ config, home }: Installation): Promise<void> {
  expect(currentVersion(home)).toBe(OLD);
  expect(readdirSync(join(home, 'versions'))).toEqual([OLD]);
  expect(existsSync(join(config.dataDir, SNAPSHOT))).toBe(false);
  expect(readJournal(config.dataDir)).toBeNull();
  const log = createLogger(systemClock, () => {});
  const appliance = await openAppliance(config, { clock: systemClock, log, engines: fakeEngines() });
  expect(appliance.db.prepare('SELECT count(*) FROM verifications').pluck().get()).toBe(1);
  const noted = appliance.db.prepare("SELECT details FROM audit WHERE action = 'update.failed'").pluck().all();
  expect(noted.map((details) => JSON.parse(String(details)))).toEqual([{ from: OLD, to: NEW }]);
  await assertInvariants(appliance);
  await appliance.close(0);
}

describe('a new version that does not work', () => {
  const ways: [Behaviour, RegExp, number][] = [
    ['fails', /ended without reporting success/, TRIAL_MS],
    ['hangs', /was not ready within 4 seconds/, HANG_MS],
    ['crashes', /ended without reporting success/, TRIAL_MS],
    ['garbage', /ended without reporting success/, TRIAL_MS],
    ['lies', /reports version 9\.9\.9/, TRIAL_MS],
    ['engine', /the engine "text" does not work: The models do not fit/, TRIAL_MS],
  ];
  it.for(ways)(
    '(%s) is not put in force, and the old one finds its data byte for byte',
    isWholeRun() ? shell : inWholeRunAlone('2 s'),
    async ([behaviour, reason, ms]) => {
      using at = await installation(behaviour);
      const before = at.contents();
      await expect(apply(at, ms)).rejects.toMatchObject({
        code: 'update_failed',
        message: expect.stringMatching(reason),
      });
      expect(at.contents()).toEqual(before);
      expect(readResult(at.config.dataDir)).toMatchObject({
        outcome: 'rolled_back',
        reason: expect.stringMatching(reason),
      });
      await expectOldWorks(at);
    },
  );

  it('is given up in time where something that it started holds its output open', {
    ...(isWholeRun() ? shell : inWholeRunAlone('4 s')),
  }, async () => {
    using at = await installation();
    const tree = join(at.folder.path, 'leaves-child');
    const launch = '#!/bin/sh\nsleep 600 &\necho $! > "$CUSTOS_DATA_DIR/child.pid"\nwait\n';
    writeTree(tree, { version: NEW }, { launch });
    await writePack(at.pack, maker, { tree });
    try {
      await expect(apply(at, HANG_MS)).rejects.toThrow('was not ready within 4 seconds');
    } finally {
      process.kill(Number(readFileSync(join(at.config.dataDir, 'child.pid'), 'utf8')), 'SIGKILL');
    }
    await expectOldWorks(at);
  });

  it(
    'is not put in force where it cannot be started at all',
    isWholeRun() ? shell : inWholeRunAlone('1 s'),
    async () => {
      using at = await installation();
      const tree = join(at.folder.path, 'no-launcher');
      writeTree(tree, { version: NEW }, { 'app/a.js': '' });
      await writePack(at.pack, maker, { tree });
      await expect(apply(at)).rejects.toThrow('it cannot be started (ENOENT)');
      await expectOldWorks(at);
    },
  );
});

const ask = async (at: Installation, args: string[], changed: Partial<UpdateDeps> = {}) => {
  let [out, err] = ['', ''];
  const io = { out: (text: string) => (out += text), err: (text: string) => (err += text), cwd: at.folder.path };
  const { platform, arch } = process;
  const deps: UpdateDeps = {
    here: { version: OLD, platform, arch, home: at.home, desktop: false },
    clock: systemClock,
    log: createLogger(systemClock, () => {}),
    service: { runs: () => false, stop: () => {}, start: () => {} },
    runSelf: async () => 0,
    ...changed,
  };
  const code = await withEnvironment(at, () => updateCommand(at.config, ['update', ...args], io, deps));
  return { code, out, err };
};

describe('custos update', () => {
  it('verifies a pack and says what would happen, applies it, and tells of it', {
    ...shell,
  }, async () => {
    using at = await installation();
    const verified = await ask(at, ['verify', at.pack]);
    expect(verified.code).toBe(0);
    expect(verified.out).toMatch(/program {4}0\.2\.0/);
    expect(verified.out).toContain('"custos update apply" would update 0.1.0 to it');
    expect(currentVersion(at.home)).toBe(OLD);
    // The launcher sets this umask. The service runs the program as a different user from the installer.
    const umask = process.umask(0o077);
    try {
      expect(await ask(at, ['apply', at.pack])).toMatchObject({ code: 0, out: 'Version 0.2.0 is installed.\n' });
    } finally {
      process.umask(umask);
    }
    expect(currentVersion(at.home)).toBe(NEW);
    const modeOf = (path: string): number => statSync(join(at.home, path)).mode & 0o777;
    const modes = ['current', `versions/${NEW}`, `versions/${NEW}/app/part0`, `versions/${NEW}/app/part0/file.js`];
    expect([...modes, `versions/${NEW}/launch`].map(modeOf)).toEqual([0o644, 0o755, 0o755, 0o644, 0o755]);
    expect((await ask(at, ['status'])).out).toMatch(
      /version {4}0\.2\.0.*\n(.*\n)*last {7}from 0\.1\.0 to 0\.2\.0: succeeded/,
    );
  });

  const others: [string, Partial<UpdateDeps['here']>, string][] = [
    ['the same version', { version: NEW }, 'No action is needed'],
    ['a newer version here', { version: '0.10.0' }, 'which is older than 0.10.0'],
    ['a version that is too old here', { version: '0.0.9' }, 'it requires version 0.1.0 or later'],
    ['another platform', { platform: 'darwin' }, 'no program for this machine (darwin'],
    ['a program that runs from its sources', { home: null }, 'get the new source code'],
    ['the desktop app', { home: null, desktop: true }, 'this is the desktop app'],
  ];
  it.for(sampleOf('packs for others', others, 2))(
    'refuses a pack for %s, and changes nothing',
    async ([, changed, sentence]) => {
      using at = await installation();
      const before = at.contents();
      const { platform, arch } = process;
      const here = { version: OLD, platform, arch, home: at.home, desktop: false, ...changed };
      const ran: string[][] = [];
      const runSelf = async (args: string[]): Promise<number> => ran.push(args);
      const { code, err } = await ask(at, ['apply', at.pack], { here, runSelf });
      expect([code, ran]).toEqual([1, []]);
      expect(err).toContain(sentence);
      expect(err).toContain('Nothing was changed');
      expect([currentVersion(at.home), readdirSync(join(at.home, 'versions'))]).toEqual([OLD, [OLD]]);
      expect(at.contents()).toEqual(before);
    },
  );

  it.for([
    ['0.2.0', 'No action is needed'],
    ['0.3.0', '0.3.0 was installed in the meantime'],
  ])(
    'leaves the version %s alone that another update put in force while this pack was read',
    async ([version = '', sentence]) => {
      using at = await installation();
      const before = at.contents();
      writeProgram(join(at.home, 'versions', version), version, 'good');
      writeFileSync(join(at.home, 'current'), `${version}\n`);
      const { code, err } = await ask(at, ['apply', at.pack]);
      expect([code, err]).toEqual([1, expect.stringContaining(must(sentence, 'the table names one'))]);
      expect(currentVersion(at.home)).toBe(version);
      expect(existsSync(join(at.home, 'versions', version, 'launch'))).toBe(true);
      expect([readJournal(at.config.dataDir), at.contents()]).toEqual([null, before]);
    },
  );

  it('refuses while an appliance runs that it may not stop, and stops and starts a service', {
    ...(isWholeRun() ? shell : inWholeRunAlone('1 s')),
  }, async () => {
    using at = await installation();
    let running: { release(): void } | null = lockFolder(join(at.config.dataDir, 'lock.db'));
    const refused = await ask(at, ['apply', at.pack]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('systemctl stop custos') });
    const acts: string[] = [];
    const service = {
      runs: (home: string) => home === at.home,
      stop() {
        acts.push('stop');
        running?.release();
        running = null;
      },
      start: () => void acts.push('start'),
    };
    expect((await ask(at, ['apply', at.pack], { service })).code).toBe(0);
    expect(acts).toEqual(['stop', 'start']);
  });

  it('makes a backup first where a folder is set, and ends where that fails', {
    ...(isWholeRun() ? shell : inWholeRunAlone('1 s')),
  }, async () => {
    using at = await installation();
    at.config.backup.dir = join(at.folder.path, 'backups');
    const ran: string[][] = [];
    const failing = async (args: string[]): Promise<number> => ran.push(args);
    expect(await ask(at, ['apply', at.pack], { runSelf: failing })).toMatchObject({
      code: 1,
      err: expect.stringContaining('--without-backup'),
    });
    expect([ran, currentVersion(at.home)]).toEqual([[['backup', 'create']], OLD]);
    expect((await ask(at, ['apply', at.pack, '--without-backup'], { runSelf: failing })).code).toBe(0);
    expect(ran).toHaveLength(1);
  });

  it('says where there is no data folder, and how it is used', async () => {
    using at = await installation();
    at.config.dataDir = join(at.folder.path, 'nowhere');
    expect((await ask(at, ['apply', at.pack])).err).toContain('Set CUSTOS_DATA_DIR');
    expect(existsSync(at.config.dataDir)).toBe(false);
    for (const args of [['apply'], ['nothing'], ['apply', at.pack, '--only', 'all'], ['apply', at.pack, '--now']]) {
      expect(await ask(at, args), args.join(' ')).toMatchObject({ code: 2 });
    }
  });

  it('makes keys and packs', async () => {
    using at = await installation();
    const keys = await ask(at, ['keys', 'new', '--out', 'update.key']);
    expect(keys.out).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    writeFileSync(join(at.folder.path, 'fra.traineddata'), 'data');
    const made = await ask(at, [
      'pack',
      '--key',
      'update.key',
      '--out',
      'b.custos-update',
      '--program',
      'tree',
      '--language',
      'fra.traineddata',
    ]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('language   fra') });
    expect((await ask(at, ['verify', 'b.custos-update'])).err).toContain('not in CUSTOS_UPDATE_KEYS');
    at.config.updateKeys = [keys.out.trim()];
    expect((await ask(at, ['verify', 'b.custos-update'])).code).toBe(0);
    mkdirSync(join(at.folder.path, 'empty'));
    expect(
      (await ask(at, ['pack', '--key', 'update.key', '--out', 'c.custos-update', '--program', 'empty'])).err,
    ).toContain('contains no headless program');
    expect(existsSync(join(at.folder.path, 'c.custos-update'))).toBe(false);
  });
});

it('asks systemd for the service of this installation alone, and only as root', () => {
  const asked: string[] = [];
  const run = (_program: string, args: readonly string[]) => {
    asked.push(args.join(' '));
    return { code: 0, output: 'ExecStart={ path=/opt/custos/custos ; }' };
  };
  expect(systemdControl({ run }, false).runs('/opt/custos')).toBe(false);
  expect(asked).toEqual([]);
  expect(systemdControl({ run }, true).runs('/opt/custos')).toBe(true);
  expect(systemdControl({ run }, true).runs('/opt/other')).toBe(false);
  const failing = systemdControl({ run: () => ({ code: 5, output: 'no such unit' }) }, true);
  expect(() => failing.stop()).toThrow(expect.objectContaining({ code: 'update_failed' }));
});

it('orders versions by their numbers', () => {
  const ordered = ['0.1.0-rc.2', '0.1.0-rc.10', '0.1.0', '0.2.0', '0.10.0', '1.0.0'];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
});
