import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { LAN_USAGE } from '../../server/commands/lan.ts';
import { runCommand } from '../../server/commands/run.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { pemOf, testCertificate } from '../support/certificates.ts';
import { tempFolder } from '../support/folder.ts';
import { askOffice, FRONT_DESK, takePort } from '../support/office.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const start = (): Promise<TestServer> => startTestServer({ list: false, machine: FRONT_DESK });

async function run({ appliance }: TestServer, line: string, cwd = '/') {
  const ran = { exit: -1, out: '', err: '' };
  const io: CommandIo = {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    cwd,
  };
  ran.exit = await runCommand(appliance, ['lan', ...line.split(' ')], io);
  return ran;
}

describe('custos lan', () => {
  it('switches on and off, and shows what is typed and compared on the other machine', async () => {
    await using server = await start();
    expect((await run(server, 'status')).out).toMatch(/^Office network: off\n.*\nThere is no certificate yet/);
    const on = await run(server, 'on --port 0 --address 127.0.0.1');
    const { port, certificate } = server.appliance.lan.state();
    expect([on.exit, on.err]).toEqual([0, '']);
    expect(on.out).toContain('Office network: on, and running now\n');
    expect(on.out).toContain(`Address: https://front-desk.local:${port}\n`);
    expect(on.out).toContain(`\n${certificate?.fingerprint}\n`);
    expect((await askOffice(port, '/healthz')).fingerprint).toBe(certificate?.fingerprint);
    expect((await run(server, 'status')).out).toBe(on.out);
    expect((await run(server, 'off')).out).toMatch(/^Office network: off\n/);
    expect(server.appliance.lan.state().listening).toBe(false);
  });

  it('makes a certificate with further names, and imports one with an encrypted key', async () => {
    await using server = await start();
    using folder = tempFolder();
    const made = await run(server, 'certificate make --name custos.example.org --name 10.0.0.7');
    expect(made.out).toContain('for custos.example.org, 10.0.0.7, front-desk, front-desk.local, 127.0.0.1\n');
    const { cert, key } = await testCertificate(systemClock.now());
    writeFileSync(join(folder.path, 'cert.pem'), cert);
    writeFileSync(join(folder.path, 'key.pem'), pemOf(key, 'seven herons'));
    writeFileSync(join(folder.path, 'phrase'), 'seven herons\n');
    const files = 'certificate import --certificate cert.pem --key key.pem';
    const locked = await run(server, files, folder.path);
    expect([locked.exit, locked.err]).toEqual([1, 'passphrase is required because the private key is encrypted.\n']);
    const imported = await run(server, `${files} --passphrase-file phrase`, folder.path);
    expect([imported.exit, imported.out]).toEqual([0, expect.stringContaining('Certificate: imported, valid until ')]);
    expect(imported.err).toBe(
      'The certificate does not include 127.0.0.1: browsers cannot connect there. Create or import one that includes every address.\n',
    );
  });

  it('explains in words what is not possible', async () => {
    await using server = await start();
    using folder = tempFolder();
    await using taken = await takePort();
    mkdirSync(join(folder.path, 'cert'));
    writeFileSync(join(folder.path, 'large'), Buffer.alloc(64 * 1024 + 1));
    chmodSync(join(folder.path, 'large'), 0o600);
    for (const [line, exit, told] of [
      [
        `on --address 127.0.0.1 --port ${taken.port}`,
        1,
        /^port: another program uses port \d+\. Choose another port\.\n$/,
      ],
      ['on --address front-desk', 1, /^address is not an address; send an address of this machine/],
      ['on --port 70000', 2, /^--port takes a whole number from 0 to 65535/],
      ['on --address 127.0.0.1 --all-addresses', 2, /^Use one of/],
      ['certificate make --name a_b', 1, /^names\[0\] is not a host name or address/],
      ['certificate import --certificate gone --key gone', 2, /^The file gone cannot be read \(ENOENT\)/],
      ['certificate import --certificate cert --key gone', 2, /^The file cert cannot be read \(EISDIR\)/],
      ['certificate import --certificate large --key gone', 2, /^The file large is too large/],
      ['certificate import --certificate large', 2, /^Use one of/],
      ['certificate', 2, /^Use one of/],
      ['nonsense', 2, /^Use one of/],
      ['status now', 2, /^Use one of/],
    ] as const) {
      const ran = await run(server, line, folder.path);
      expect([line, ran.exit, ran.err]).toEqual([line, exit, expect.stringMatching(told)]);
    }
    expect(LAN_USAGE.split('\n')).toHaveLength(5);
    expect(server.appliance.lan.state()).toMatchObject({ on: false, certificate: null });
  });
});
