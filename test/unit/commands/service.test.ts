import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../server/appliance/config.ts';
import { type ServiceDeps, serviceCommand } from '../../../server/commands/service/command.ts';
import { checkHome } from '../../../server/commands/service/machine.ts';
import type { Machine } from '../../../server/commands/service/steps.ts';
import { drawUnit } from '../../../server/commands/service/unit.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { tempFolder } from '../../support/folder.ts';
import { sampleOf } from '../../support/long.ts';
import { skipUnless } from '../../support/skip.ts';

const UNIT = {
  program: '/opt/custos/custos',
  network: 'loopback',
  writable: [],
  passphraseFile: null,
  systemd: 252,
} as const;

/** A machine in a folder: programs only record their arguments, and return the given answers. */
function machineIn(root: string, answers: Record<string, { code: number; output: string }> = {}) {
  const asked: string[] = [];
  const machine: Machine = {
    root,
    run(program, args) {
      const line = [program, ...args].join(' ');
      asked.push(line);
      const answer = Object.entries(answers).find(([begin]) => line.startsWith(begin))?.[1];
      return answer ?? { code: 0, output: program === 'systemctl' ? 'systemd 252 (252.39)\n' : '' };
    },
  };
  for (const folder of ['run/systemd/system', 'etc/systemd/system', 'usr/local/bin', 'var/lib', 'opt/custos']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  return { machine, asked };
}

const needsRoot = skipUnless(process.getuid?.() === 0, 'only root owns what a service runs from');
const NO_USER = { 'getent passwd custos': { code: 2, output: '' } };

async function service(deps: Partial<ServiceDeps> & { machine: Machine }, ...args: string[]) {
  const told = { exit: 0, out: '', err: '' };
  const io = {
    cwd: '/',
    out: (text: string) => {
      told.out += text;
    },
    err: (text: string) => {
      told.err += text;
    },
  };
  const all: ServiceDeps = {
    platform: 'linux',
    isRoot: true,
    home: '/opt/custos',
    version: '1.2.3',
    readConfig: () => loadConfig({ CUSTOS_DATA_DIR: '/var/lib/custos', CUSTOS_PORT: '0' }, () => null),
    ...deps,
  };
  told.exit = await serviceCommand(all, ['service', ...args], io);
  return told;
}

describe('the unit', () => {
  const analyze = skipUnless(
    existsSync('/usr/bin/systemd-analyze'),
    'systemd-analyze is missing: install Debian package systemd',
  );
  const security = (unit: string): { text: string; exposure: number } => {
    const text = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    return { text, exposure: Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1]) };
  };

  const units = [
    ['as it is made', {}],
    ['with spaces and signs in its paths', { writable: ['/mnt/back ups', '/srv/100%'] }],
    ['for the local network', { network: 'local' as const }],
    ['for any network', { network: 'any' as const }],
    ['with a passphrase', { passphraseFile: '/root/pass phrase' }],
  ] as const;
  it.each(sampleOf('units of the service', units, 1))(
    'is one that systemd understands to the last line, %s',
    analyze,
    (_, changed) => {
      using folder = tempFolder();
      const program = join(folder.path, 'pro gram$1%');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
      const unit = join(folder.path, 'custos.service');
      writeFileSync(unit, drawUnit({ ...UNIT, program, ...changed }));
      // systemd only warns about what it does not know; warnings about other units on this machine are irrelevant here.
      const said = execFileSync('sh', ['-c', 'systemd-analyze verify --man=no "$1" 2>&1', 'sh', unit], {
        encoding: 'utf8',
      });
      expect(said.split('\n').filter((line) => line.includes('custos'))).toEqual([]);
      expect(security(unit).exposure).toBeLessThan(2);
    },
  );

  it('warns about unknown settings, so that the test above can fail', analyze, () => {
    using folder = tempFolder();
    const unit = join(folder.path, 'custos.service');
    writeFileSync(unit, `${drawUnit({ ...UNIT, program: '/bin/true' })}\n[Service]\nProtectSytem=strict\n`);
    const said = execFileSync('sh', ['-c', 'systemd-analyze verify --man=no "$1" 2>&1', 'sh', unit], {
      encoding: 'utf8',
    });
    expect(said).toContain('ProtectSytem');
  });

  it('waits longer for its end than running work may take', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(drawUnit(UNIT))?.[1]);
    expect(seconds * 1000).toBeGreaterThan(LIMITS.drainTimeoutMs);
  });

  it('speaks to this machine alone unless told otherwise', () => {
    const lines = (network: 'loopback' | 'local' | 'any') =>
      drawUnit({ ...UNIT, network })
        .split('\n')
        .filter((line) => line.startsWith('IPAddress'));
    expect(lines('loopback')).toEqual(['IPAddressDeny=any', 'IPAddressAllow=localhost']);
    expect(lines('local')[1]).toContain('192.168.0.0/16');
    expect(lines('any')).toEqual([]);
    // From this the office network knows whether other machines can reach it.
    expect(drawUnit(UNIT)).toMatch(/^Environment=CUSTOS_SERVICE_NETWORK=loopback$/m);
  });

  it('backs off where systemd knows how, and leaves no blank of the template behind', () => {
    expect(drawUnit(UNIT)).toMatch(/^RestartSec=30$/m);
    expect(drawUnit({ ...UNIT, systemd: 254 })).toMatch(/^RestartSteps=6$/m);
    expect(drawUnit({ ...UNIT, writable: ['/mnt/a'], passphraseFile: '/root/p' })).not.toMatch(/@[A-Z_]+@/);
  });
});

describe('custos service install', () => {
  it('puts user, folders, settings, key, unit and links in place, then starts it, and says what comes next', async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path, NO_USER);
    const at = (path: string): string => folder.path + path;
    const { exit, out, err } = await service({ machine }, 'install');
    expect([exit, err]).toEqual([0, '']);
    expect(asked.filter((line) => !line.startsWith('chown'))).toEqual([
      'systemctl --version',
      'getent passwd custos',
      'useradd --system --user-group --home-dir /var/lib/custos --no-create-home --shell /usr/sbin/nologin custos',
      'systemctl daemon-reload',
      'systemctl enable custos.service',
      'systemctl restart custos.service',
    ]);
    expect(asked).toContain(`chown custos:custos ${at('/etc/custos/master.key')}`);
    expect(asked).toContain(`chown root:custos ${at('/etc/custos/custos.env')}`);
    const modes = ['/etc/custos', '/etc/custos/custos.env', '/etc/custos/master.key', '/var/lib/custos'];
    expect(modes.map((path) => (statSync(at(path)).mode & 0o777).toString(8))).toEqual(['750', '640', '600', '700']);
    expect(readFileSync(at('/etc/custos/master.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(readlinkSync(at('/opt/custos/custos.env'))).toBe('/etc/custos/custos.env');
    expect(readlinkSync(at('/usr/local/bin/custos'))).toBe('/opt/custos/custos');
    expect(readFileSync(at('/etc/systemd/system/custos.service'), 'utf8')).toContain(
      'ExecStart="/opt/custos/custos" start',
    );
    expect(out).toContain('custos setup-code');
    expect(out).not.toContain(readFileSync(at('/etc/custos/master.key'), 'utf8').trim());
  });

  it('changes what is asked for when it is run again, and keeps settings and key', async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path);
    const at = (path: string): string => folder.path + path;
    await service({ machine }, 'install');
    const key = readFileSync(at('/etc/custos/master.key'), 'utf8');
    const settings = readFileSync(at('/etc/custos/custos.env'), 'utf8');
    writeFileSync(at('/etc/custos/custos.env'), `${settings}CUSTOS_BACKUP_DIR=/mnt/back ups\n`);
    expect((await service({ machine }, 'install', '--network', 'local')).exit).toBe(0);
    const unit = readFileSync(at('/etc/systemd/system/custos.service'), 'utf8');
    expect(unit).toContain('ReadWritePaths="-/mnt/back ups"');
    expect(unit).toContain('192.168.0.0/16');
    expect((await service({ machine }, 'install')).exit).toBe(0);
    expect(readFileSync(at('/etc/systemd/system/custos.service'), 'utf8')).toBe(unit);
    expect(readFileSync(at('/etc/custos/master.key'), 'utf8')).toBe(key);
    expect(asked.filter((line) => line.startsWith('useradd'))).toEqual([]);
  });

  it('makes no new key for data whose key is gone', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    mkdirSync(join(folder.path, 'var/lib/custos'));
    writeFileSync(join(folder.path, 'var/lib/custos/keys.db'), '');
    await service({ machine }, 'install');
    expect(existsSync(join(folder.path, 'etc/custos/master.key'))).toBe(false);
  });

  it('gives the service a key that is there, such as one that root has put back from a copy', async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path);
    await service({ machine }, 'install');
    const path = join(folder.path, 'etc/custos/master.key');
    const key = readFileSync(path, 'utf8');
    rmSync(path);
    writeFileSync(path, key, { mode: 0o644 });
    asked.length = 0;
    expect((await service({ machine }, 'install')).exit).toBe(0);
    expect(asked).toContain(`chown custos:custos ${path}`);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([key, 0o600]);
  });

  it.each([
    ['CUSTOS_DATA_DIR', '/home/ada/data', '/home is hidden'],
    ['CUSTOS_BACKUP_DIR', '/tmp/backups', '/tmp is hidden'],
    ['CUSTOS_BACKUP_KEYS_DIR', '/root/keys', '/root is hidden'],
    ['CUSTOS_MASTER_KEY_FILE', '/root/master.key', '/root is hidden'],
    ['CUSTOS_LISTS_INBOX', 'lists', 'not an absolute path'],
    ['CUSTOS_DATA_DIR', '/srv/../home/ada', 'not an absolute path'],
  ])('refuses %s=%s, which the service could not use', async (name, path, said) => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path);
    mkdirSync(join(folder.path, 'etc/custos'));
    writeFileSync(join(folder.path, 'etc/custos/custos.env'), `${name}=${path}\n`);
    const { exit, err } = await service({ machine }, 'install');
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining(`/etc/custos/custos.env contains the path ${path}, which`),
    ]);
    expect(err).toContain(said);
    expect(asked.filter((line) => /^(?:chown|systemctl [der])/.test(line))).toEqual([]);
  });

  it("gives away the folder that root's own link names, and none that another's does", needsRoot, async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path);
    const [link, disk] = [join(folder.path, 'var/lib/custos'), join(folder.path, 'disk')];
    mkdirSync(disk, { mode: 0o755 });
    symlinkSync(disk, link);
    expect((await service({ machine }, 'install')).exit).toBe(0);
    expect(asked).toContain(`chown -h custos:custos ${disk}`);
    expect(statSync(disk).mode & 0o777).toBe(0o700);
    chmodSync(disk, 0o755);
    lchownSync(link, 54_321, 54_321);
    const { exit, err } = await service({ machine }, 'install');
    expect([exit, err]).toEqual([1, expect.stringContaining('is a link that a user other than root created')]);
    expect(statSync(disk).mode & 0o777).toBe(0o755);
  });

  it('has systemd hand over a passphrase, where it can', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    const asked = ['install', '--passphrase-file', '/root/pass'];
    expect((await service({ machine }, ...asked)).exit).toBe(0);
    const unit = readFileSync(join(folder.path, 'etc/systemd/system/custos.service'), 'utf8');
    expect(unit).toContain('LoadCredential=passphrase:/root/pass\nEnvironment=CUSTOS_PASSPHRASE_FILE=%d/passphrase');
    expect(readFileSync(join(folder.path, 'etc/custos/custos.env'), 'utf8')).not.toContain('CUSTOS_MASTER_KEY_FILE');
    const old = machineIn(folder.path, { 'systemctl --version': { code: 0, output: 'systemd 247\n' } }).machine;
    expect(await service({ machine: old }, ...asked)).toMatchObject({ exit: 2, err: expect.stringContaining('247') });
  });

  it('shows unit and steps without doing any of them', async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path, NO_USER);
    const { exit, out } = await service({ machine, isRoot: false, home: null }, 'install', '--dry-run');
    expect([exit, asked]).toEqual([0, ['systemctl --version', 'getent passwd custos']]);
    expect(out).toContain('useradd --system');
    expect(out).toContain(drawUnit(UNIT));
    expect(existsSync(join(folder.path, 'etc/custos'))).toBe(false);
  });

  it.each([
    ['another system', { platform: 'darwin' as const }, ['install'], 1, 'Linux'],
    ['no root', { isRoot: false }, ['install'], 2, 'sudo'],
    ['a clone', { home: null }, ['install'], 2, 'package:headless'],
    ['an unknown network', {}, ['install', '--network', 'moon'], 2, '--network'],
    ['an unknown option', {}, ['install', '--fast'], 2, '--fast'],
    ['no action', {}, [], 2, 'service status'],
    ['a passphrase beside a key file', {}, ['install', '--passphrase-file', 'pass'], 2, 'absolute path'],
  ])('refuses %s, and says what to do', async (_, deps, args, exit, said) => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    expect(await service({ machine, ...deps }, ...args)).toMatchObject({ exit, err: expect.stringContaining(said) });
    expect(existsSync(join(folder.path, 'etc/custos'))).toBe(false);
  });

  it('refuses a machine without systemd', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    const bare = { ...machine, root: join(folder.path, 'opt') };
    expect(await service({ machine: bare }, 'install')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('systemd'),
    });
    expect((await service({ machine: bare }, 'status')).exit).toBe(4);
  });

  it('stops at a program that fails, and says what it said', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path, { ...NO_USER, useradd: { code: 1, output: 'cannot lock /etc/passwd' } });
    expect(await service({ machine }, 'install')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('cannot lock'),
    });
    expect(existsSync(join(folder.path, 'etc/custos'))).toBe(false);
  });

  it('leaves a file alone that is no link of ours', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    writeFileSync(join(folder.path, 'usr/local/bin/custos'), 'theirs');
    expect((await service({ machine }, 'install')).exit).toBe(1);
    expect(readFileSync(join(folder.path, 'usr/local/bin/custos'), 'utf8')).toBe('theirs');
  });
});

describe('where a service may run from', () => {
  it('is a folder that the unit shows it', () => {
    const { machine } = { machine: { root: '', run: () => ({ code: 0, output: '' }) } };
    expect(() => checkHome(machine, '/opt/a "b"')).toThrow('quotes');
    for (const home of ['/home/ada/custos', '/root/custos', '/tmp/custos', '/run/custos']) {
      expect(() => checkHome(machine, home), home).toThrow('/opt/custos');
    }
  });

  it('is a folder that only root can change', needsRoot, () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    expect(() => checkHome(machine, '/opt/custos')).not.toThrow();
    chmodSync(join(folder.path, 'opt'), 0o777);
    expect(() => checkHome(machine, '/opt/custos')).toThrow('chmod go-w');
  });
});

describe('custos service status', () => {
  const show = (fields: Record<string, string>) => ({
    'systemctl show': {
      code: 0,
      output: Object.entries({ LoadState: 'loaded', UnitFileState: 'enabled', MainPID: '0', NRestarts: '0', ...fields })
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    },
  });

  it.each([
    ['running', { ActiveState: 'active', SubState: 'running', MainPID: '42' }, 0, 'process 42'],
    ['failed', { ActiveState: 'failed', SubState: 'failed' }, 1, 'failed'],
    [
      'failing again and again',
      { ActiveState: 'activating', SubState: 'auto-restart', NRestarts: '7', ExecMainStatus: '1' },
      1,
      'Restarts:  7; last exit status 1',
    ],
    ['stopped', { ActiveState: 'inactive', SubState: 'dead' }, 3, 'inactive'],
    ['not installed', { LoadState: 'not-found' }, 3, 'not installed'],
  ])('tells one that is %s, with the exit code of the LSB', async (_, fields, exit, said) => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path, show(fields));
    expect(await service({ machine, home: folder.path }, 'status')).toMatchObject({
      exit,
      out: expect.stringContaining(said),
    });
  });

  it('tells version, data and log, and what cannot be read without root', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path, show({ ActiveState: 'active', SubState: 'running' }));
    const { out } = await service({ machine, home: folder.path }, 'status');
    expect(out).toContain('Version:   1.2.3\n');
    expect(out).toContain('Log:       /var/lib/custos/logs/custos.log');
    const unreadable = () => {
      throw new Error('no');
    };
    const blind = await service({ machine, home: folder.path, readConfig: unreadable }, 'status');
    expect(blind).toMatchObject({ exit: 0, out: expect.stringContaining('sudo') });
  });
});

describe('custos service uninstall', () => {
  it('takes unit and links away and keeps data, key and settings', async () => {
    using folder = tempFolder();
    const { machine, asked } = machineIn(folder.path);
    await service({ machine }, 'install');
    asked.length = 0;
    const { exit, out } = await service({ machine }, 'uninstall');
    expect([exit, asked]).toEqual([0, ['systemctl disable --now custos.service', 'systemctl daemon-reload']]);
    const there = [
      'etc/systemd/system/custos.service',
      'usr/local/bin/custos',
      'etc/custos/master.key',
      'var/lib/custos',
    ];
    expect(there.map((path) => existsSync(join(folder.path, path)))).toEqual([false, false, true, true]);
    expect(out).toContain('/etc/custos');
    asked.length = 0;
    expect([(await service({ machine }, 'uninstall')).exit, asked]).toEqual([0, ['systemctl daemon-reload']]);
  });

  it('takes no file away that it has not put there', async () => {
    using folder = tempFolder();
    const { machine } = machineIn(folder.path);
    const theirs = ['usr/local/bin/custos', 'opt/custos/custos.env'].map((path) => join(folder.path, path));
    for (const path of theirs) writeFileSync(path, 'theirs');
    expect((await service({ machine }, 'uninstall')).exit).toBe(0);
    expect(theirs.map((path) => readFileSync(path, 'utf8'))).toEqual(['theirs', 'theirs']);
  });
});
