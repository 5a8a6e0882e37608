import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { keysCommand } from '../../server/commands/keys.ts';
import { runCommand, USAGE } from '../../server/commands/run.ts';
import { askRunning, serveControl } from '../../server/control.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, openBrowser } from '../support/browser.ts';
import { testClock } from '../support/clock.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { CARD_LINES } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, holdings, NOTHING, read, send, sendJson } from './drive.ts';

interface Ran {
  exit: number;
  out: string;
  err: string;
}

async function collect(cwd: string, work: (io: CommandIo) => Promise<number | null>): Promise<Ran> {
  const ran: Ran = { exit: -1, out: '', err: '' };
  const io: CommandIo = {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    cwd,
  };
  ran.exit = (await work(io)) ?? -1;
  return ran;
}

const run = ({ appliance }: TestServer, args: string[], cwd = '/'): Promise<Ran> =>
  collect(cwd, (io) => runCommand(appliance, args, io));

async function statusWith(server: TestServer, secret: string): Promise<number> {
  return (await send(server, '/v1/verifications', { headers: bearer(secret) })).status;
}

function writeDocuments(folder: string): void {
  writeFileSync(join(folder, 'front.jpg'), fakeFile({ lines: CARD_LINES, faces: [0] }));
  writeFileSync(join(folder, 'selfie.jpg'), fakeFile({ faces: [0.1] }));
}

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe('custos keys', () => {
  it('creates a key that works at once, lists it, and revokes it', async () => {
    const made = await run(server, ['keys', 'create', '--label', 'till', '--scopes', 'kyc:read, kyc:write']);
    const [id = '', secret = ''] = made.out.trim().split('\n');
    expect(made.exit).toBe(0);
    expect(secret).toMatch(/^sk_live_/);
    expect(await statusWith(server, secret)).toBe(200);
    expect((await send(server, '/v1/watchlists', { headers: bearer(secret) })).status).toBe(403);
    const listed = await run(server, ['keys', 'list']);
    expect(listed.out).toMatch(new RegExp(`^${id}  live  works  kyc:read,kyc:write  till$`, 'm'));
    expect(listed.out).not.toContain(secret);
    const revoked = await run(server, ['keys', 'revoke', id]);
    expect([revoked.exit, revoked.out]).toEqual([0, expect.stringContaining(`${id}  live  revoked `)]);
    expect(await statusWith(server, secret)).toBe(401);
  });

  it('creates test keys and keys that end', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const made = await run(server, ['keys', 'create', '--test', '--days', '2']);
    const secret = made.out.trim().split('\n')[1] ?? '';
    expect(secret).toMatch(/^sk_test_/);
    expect(await statusWith(server, secret)).toBe(200);
    clock.advance(2 * 24 * 3600 * 1000);
    expect(await statusWith(server, secret)).toBe(401);
    expect((await run(server, ['keys', 'list'])).out).toContain('test  expired 2026-01-17');
  });

  it('rotates a key: the old one works for 24 hours more', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const [id = '', old = ''] = (await run(server, ['keys', 'create'])).out.trim().split('\n');
    const rotated = await run(server, ['keys', 'rotate', id]);
    const secret = rotated.out.trim().split('\n')[1] ?? '';
    expect([rotated.exit, rotated.err]).toEqual([0, expect.stringContaining('24 more hours')]);
    expect([await statusWith(server, old), await statusWith(server, secret)]).toEqual([200, 200]);
    clock.advance(LIMITS.keyRotationOverlapMs);
    expect([await statusWith(server, old), await statusWith(server, secret)]).toEqual([401, 200]);
    expect((await run(server, ['keys', 'rotate', id])).exit).toBe(1);
  });

  it('of an unknown id says so', async () => {
    const { exit, err } = await run(server, ['keys', 'revoke', 'key_01h455vb4pex5vsknk084sn02q']);
    expect([exit, err]).toEqual([1, expect.stringContaining('no API key')]);
  });
});

describe('custos lists', () => {
  it('imports a list that is then searched, and shows it', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const none = await run(server, ['lists', 'show']);
    expect([none.exit, none.out]).toEqual([0, expect.stringContaining('No list is loaded')]);
    writeSmallList(folder.path);
    const args = [
      'lists',
      'import',
      'small-list.csv',
      '--code',
      'mine',
      '--name',
      'My list',
      '--published',
      '2020-01-01',
    ];
    const imported = await run(server, args, folder.path);
    expect(imported.exit, imported.err).toBe(0);
    expect(imported.out).toMatch(
      /^lst_\w+ {2}mine {2}My list {2}version 2020-01-01\.\w{8} {2}4 entries {2}\d+ days old, too old/,
    );
    expect((await run(server, ['lists', 'show'])).out).toBe(imported.out);
    const { body } = await send(server, '/v1/watchlists');
    expect(body.data).toMatchObject([{ code: 'mine', name: 'My list', entries: 4, stale: true, active: true }]);
  });

  it('says how many rows of a list are no part of any entry', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    writeFileSync(join(folder.path, 'sdn.csv'), `1,"HERON",-0- ,"CUBA"${',-0- '.repeat(8)}\r\n\u001a`);
    writeFileSync(join(folder.path, 'alt.csv'), '1,1,"aka","EGRET",-0- \r\n2,2,"aka","STRAY",-0- \r\n\u001a');
    const args = ['lists', 'import', 'sdn.csv', 'alt.csv', '--published', '2025-06-01'];
    const imported = await run(server, args, folder.path);
    expect(imported.err).toContain('us_ofac_sdn: 1 rows do not belong to any entry: 1 alias');
    expect((await run(server, ['lists', 'versions', 'us_ofac_sdn'])).out).toContain('1 alias');
    const { body } = await send(server, '/v1/watchlists');
    expect(body.data).toMatchObject([{ entries: 1, rows_skipped: 1, orphans: { alias: 1 } }]);
  });

  it('shows, compares and changes what is searched', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    writeSmallList(folder.path, ['U-5,Odo Fenwright,,,,,,,,,']);
    const imported = await run(server, ['lists', 'import', 'small-list.csv', '--code', 'small'], folder.path);
    expect([imported.exit, imported.err]).toEqual([0, expect.stringContaining('5 rows, 5 entries, 100 %')]);
    const versions = (await run(server, ['lists', 'versions', 'small'])).out.trim().split('\n');
    expect(versions).toEqual([
      expect.stringMatching(/^lst_\w+ .* 5 entries .* searched$/),
      expect.stringMatching(/^lst_\w+ .* 4 entries .* kept$/),
    ]);
    const [now = '', old = ''] = versions.map((line) => line.split(' ')[0] ?? '');
    expect((await run(server, ['lists', 'compare', old, now])).out).toMatch(
      /^added {2}ent_\w+ {2}Odo Fenwright\n1 added, 0 changed, 0 removed\n$/,
    );
    expect((await run(server, ['lists', 'activate', old])).out).toMatch(new RegExp(`^${old} .* 4 entries`));
    expect((await run(server, ['lists', 'age', 'small', '3'])).exit).toBe(0);
    expect((await send(server, `/v1/watchlists/${old}`)).body).toMatchObject({ active: true, age_days_max: 3 });
    expect((await run(server, ['lists', 'age', 'small', 'default'])).exit).toBe(0);
    expect((await send(server, `/v1/watchlists/${old}`)).body.age_days_max).toBeNull();
    expect((await run(server, ['lists', 'remove', 'small'])).out).toContain('No list is loaded');
  });

  it('imports a table with columns of its own, and a smaller or older list if the options allow it', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const path = join(folder.path, 'own.csv');
    writeFileSync(path, 'Nr,Full name\n1,Odo Fenwright\n2,Ida Quorn\n');
    const args = ['lists', 'import', path, '--columns', 'id=Nr, name=Full name', '--published', '2025-06-01'];
    expect((await run(server, args)).out).toContain('2 entries');
    writeFileSync(path, 'Nr,Full name\n1,Odo Fenwright\n');
    const older = [...args.slice(0, -1), '2025-05-01'];
    const refused = await run(server, older);
    expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('allow_older')]);
    const asked = await run(server, [...older, '--allow-older', '--accept-smaller']);
    expect([asked.exit, asked.out]).toEqual([0, expect.stringContaining('1 entries')]);
  });

  it('makes keys and packs, and imports a pack that a trusted key has signed', async () => {
    using folder = tempFolder();
    await using publisher = await startTestServer({ list: false });
    const made = await run(publisher, ['lists', 'keys', 'new', '--out', 'sign.pem'], folder.path);
    const publicKey = made.out.trim();
    expect([made.exit, statSync(join(folder.path, 'sign.pem')).mode & 0o777]).toEqual([0, 0o600]);
    expect((await run(publisher, ['lists', 'keys', 'new', '--out', 'sign.pem'], folder.path)).exit).toBe(1);
    mkdirSync(join(folder.path, 'own'));
    writeSmallList(join(folder.path, 'own'));
    writeFileSync(join(folder.path, 'more.csv'), 'id,name\n1,Odo Fenwright\n');
    const pack = ['lists', 'pack', '--key', 'sign.pem', '--out', 'lists.zip', 'more.csv', 'house=own'];
    const packed = await run(publisher, pack, folder.path);
    expect([packed.exit, packed.out]).toEqual([0, 'more  more  1 files\nhouse  small-list  1 files\n']);
    expect(packed.err).toContain(publicKey);
    const imports = ['lists', 'import', 'lists.zip'];
    const mistrusted = await run(publisher, imports, folder.path);
    expect([mistrusted.exit, mistrusted.err]).toEqual([1, expect.stringContaining('CUSTOS_PACK_KEYS')]);
    await using server = await startTestServer({
      list: false,
      config: { packKeys: [publicKey], listsDir: folder.path },
    });
    const imported = await run(server, imports, folder.path);
    expect([imported.exit, imported.out]).toEqual([0, expect.stringMatching(/ house .*\n.* more /)]);
    const again = await sendJson(server, '/v1/watchlists/packs', { path: 'lists.zip' });
    expect(again.status).toBe(200);
    expect(again.body.data.map(({ code }: { code: string }) => code)).toEqual(['more', 'house']);
  });

  it('that are not understood are explained, and unknown ids are not found', async () => {
    const unknown = 'lst_01h455vb4pex5vsknk084sn02q';
    const { id } = (await send(server, '/v1/watchlists')).body.data[0];
    const misused = [
      [],
      ['x'],
      ['toString'],
      ['import'],
      ['versions'],
      ['compare', id],
      ['age', 'small', 'x'],
      ['keys'],
    ];
    for (const args of [
      ...misused,
      ['pack', '--out', 'x', 'y'],
      ['import', 'a.csv', '--columns', 'x'],
      ['import', 'a.zip', '--code', 'x'],
    ]) {
      expect([(await run(server, ['lists', ...args])).exit, args]).toEqual([2, args]);
    }
    for (const args of [
      ['versions', 'x'],
      ['activate', unknown],
      ['compare', id, unknown],
      ['remove', 'x'],
      ['age', 'x', '1'],
    ]) {
      expect([(await run(server, ['lists', ...args])).exit, args]).toEqual([1, args]);
    }
    const key = ['lists', 'pack', '--key', 'missing.pem', '--out', 'x.zip', 'y.csv'];
    expect((await run(server, key)).err).toContain('ENOENT');
  });

  it('refuses what is no list, and keeps the list in force', async () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'no.csv'), 'a,b\n1,2\n');
    for (const file of ['no.csv', 'missing.csv']) {
      const { exit, err } = await run(server, ['lists', 'import', file], folder.path);
      expect([exit, err]).toEqual([1, expect.stringContaining(file)]);
    }
    expect((await run(server, ['lists', 'show'])).out).toContain('small');
  });
});

describe('custos audit verify', () => {
  it('says that the log is whole, and 1 where an entry was changed', async () => {
    const { db } = server.appliance;
    const whole = await run(server, ['audit', 'verify']);
    expect([whole.exit, whole.out]).toEqual([0, expect.stringMatching(/intact: \d+ entries/)]);
    const { details } = db.prepare('SELECT details FROM audit WHERE seq = 1').get() as { details: string };
    db.prepare('UPDATE audit SET details = ? WHERE seq = 1').run('{"scopes":"kyc:read"}');
    const changed = await run(server, ['audit', 'verify']);
    expect([changed.exit, changed.out]).toEqual([1, expect.stringContaining('entry 1')]);
    db.prepare('UPDATE audit SET details = ? WHERE seq = 1').run(details);
    expect((await run(server, ['audit', 'verify'])).exit).toBe(0);
  });

  it('prints an anchor to keep elsewhere, and says 1 where the log does not hold a given one', async () => {
    const { out } = await run(server, ['audit', 'verify']);
    const anchor = /--anchor (\d+:[0-9a-f]{64})\n/.exec(out)?.[1] ?? '';
    expect((await run(server, ['audit', 'verify', '--anchor', anchor])).exit).toBe(0);
    const [count, link] = anchor.split(':');
    const later = await run(server, [
      'audit',
      'verify',
      '--anchor',
      `${Number(count) + 1}:${link}`,
      '--anchor',
      anchor,
    ]);
    expect([later.exit, later.out]).toEqual([1, expect.stringContaining('the log was cut')]);
    const other = await run(server, ['audit', 'verify', '--anchor', `${count}:${'0'.repeat(64)}`]);
    expect([other.exit, other.out]).toEqual([1, expect.stringContaining('does not match the entry in your anchor')]);
    const wrong = await run(server, ['audit', 'verify', '--anchor', `${count}`]);
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('--anchor takes the number of entries')]);
  });

  it('says 1 where the last entries were cut off, and still does after others took their place', async () => {
    await using server = await startTestServer();
    const { db, audit } = server.appliance;
    audit.anchor();
    const { count } = db.prepare('SELECT count(*) AS count FROM audit').get() as { count: number };
    const last = db.prepare('SELECT * FROM audit WHERE seq = ?').get(count) as Record<string, unknown>;
    db.prepare('DELETE FROM audit WHERE seq = ?').run(count);
    const cut = await run(server, ['audit', 'verify']);
    server.makeKey();
    audit.anchor();
    const replaced = await run(server, ['audit', 'verify']);
    db.prepare('DELETE FROM audit WHERE seq = ?').run(count);
    const columns = Object.keys(last);
    db.prepare(`INSERT INTO audit (${columns}) VALUES (${columns.map((name) => `@${name}`)})`).run(last);
    expect([cut.exit, cut.out]).toEqual([1, expect.stringContaining('the log was cut')]);
    expect([replaced.exit, replaced.out]).toEqual([
      1,
      expect.stringContaining('does not match the entry in the stored anchor'),
    ]);
    expect((await run(server, ['audit', 'verify'])).exit).toBe(0);
  });
});

describe('custos verify', () => {
  it('submits files, waits, and prints the record', async () => {
    using folder = tempFolder();
    writeDocuments(folder.path);
    const names = ['--first-name', 'Anna Lucia', '--last-name', 'Martello', '--dob', '1986-08-12'];
    const args = ['verify', 'front.jpg', '--selfie', 'selfie.jpg', '--type', 'national_id', ...names];
    const { exit, out, err } = await run(server, args, folder.path);
    expect(exit, err).toBe(0);
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({ status: 'completed', applicant: { dob: '1986-08-12' } });
    expect(await read(server, printed.id)).toEqual(printed);
    expect(err).toContain('10/10 screening');
  });

  it('prints a record that is not completed as well', async () => {
    using folder = tempFolder();
    writeDocuments(folder.path);
    const { exit, out } = await run(server, ['verify', 'front.jpg'], folder.path);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'needs_review' });
  });

  it('of what is no document says so and stores nothing', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'text.jpg'), 'no picture');
    writeFileSync(join(folder.path, 'large.jpg'), Buffer.concat([fakeFile()], LIMITS.fileSizeBytesMax + 1));
    await using server = await startTestServer();
    for (const file of ['text.jpg', 'large.jpg', 'missing.jpg']) {
      const { exit, err } = await run(server, ['verify', file], folder.path);
      expect([exit, err]).toEqual([1, expect.stringContaining(file)]);
    }
    expect(await holdings(server)).toEqual(NOTHING);
  });
});

describe('a command that is not understood', () => {
  it.each([[[]], [['nonsense']], [['constructor']], [['serve', 'now']]])(
    '%j exits with 2 and tells the usage',
    async (args) => {
      expect(await run(server, args)).toEqual({ exit: 2, out: '', err: `${USAGE}\n` });
    },
  );

  it.each([
    [['keys']],
    [['keys', 'destroy']],
    [['keys', 'revoke']],
    [['keys', 'revoke', 'a', 'b']],
    [['keys', 'create', '--scopes', 'everything']],
    [['keys', 'create', '--days', '0']],
    [['keys', 'create', '--colour', 'red']],
    [['lists']],
    [['lists', 'import']],
    [['lists', 'drop']],
    [['audit']],
    [['audit', 'repair']],
    [['verify']],
    [['verify', 'a', 'b', 'c', 'd']],
    [['verify', 'a', '--type', 'library_card']],
  ])('%j exits with 2 and tells what is understood', async (args) => {
    const { exit, out, err } = await run(server, args);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/custos (keys|lists|audit|verify)|--(days|scopes|type) takes/);
  });
});

it('the error code distinguishes a command that is not understood from one that failed', async () => {
  const io: CommandIo = { out() {}, err() {}, cwd: '/' };
  await expect(keysCommand(server.appliance, ['destroy'], io)).rejects.toMatchObject({ code: 'invalid_command' });
  const unknown = keysCommand(server.appliance, ['revoke', 'key_01h455vb4pex5vsknk084sn02q'], io);
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

describe('custos setup-code', () => {
  it('gives a code that makes the first administrator, in the place of a former one, and none after that', async () => {
    const former = (await run(server, ['setup-code'])).out.trim();
    const { exit, out } = await run(server, ['setup-code']);
    expect([exit, (await run(server, ['setup-code', 'x'])).exit]).toEqual([0, 2]);
    const setUp = (code: string) => openBrowser(server).post('/session/setup', { ...ADA, code });
    expect((await setUp(former)).status).toBe(401);
    expect((await setUp(out.trim())).status).toBe(200);
    expect(await run(server, ['setup-code'])).toMatchObject({ exit: 1, out: '' });
  });
});

describe('the command line of another process', () => {
  it('has the running appliance do its commands', async () => {
    using folder = tempFolder();
    writeDocuments(folder.path);
    const { dataDir } = server.appliance.config;
    const control = await serveControl(server.appliance);
    const ask = (args: string[]) => collect(folder.path, (io) => askRunning(dataDir, args, io));
    try {
      const made = await ask(['keys', 'create', '--scopes', 'kyc:read']);
      expect(made.exit).toBe(0);
      expect(await statusWith(server, made.out.trim().split('\n')[1] ?? '')).toBe(200);
      const verified = await ask(['verify', 'front.jpg', '--selfie', 'selfie.jpg']);
      expect(JSON.parse(verified.out)).toMatchObject({ status: 'completed' });
      expect(await ask(['nonsense'])).toEqual({ exit: 2, out: '', err: `${USAGE}\n` });
      expect((await ask(['verify', 'missing.jpg'])).exit).toBe(1);
      const both = await Promise.all([ask(['lists', 'show']), ask(['audit', 'verify'])]);
      expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
    } finally {
      await control.close();
    }
    expect(existsSync(join(dataDir, 'control.json'))).toBe(false);
    expect(await askRunning(dataDir, ['keys', 'list'], { out() {}, err() {}, cwd: '/' })).toBeNull();
  });

  it('is answered in the folder that systemd makes for sockets, where there is one', async () => {
    using folder = tempFolder();
    vi.stubEnv('RUNTIME_DIRECTORY', folder.path);
    const control = await serveControl(server.appliance);
    vi.unstubAllEnvs();
    const { path } = JSON.parse(readFileSync(join(server.appliance.config.dataDir, 'control.json'), 'utf8'));
    expect(path.startsWith(`${folder.path}/`)).toBe(true);
    await control.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('may go away in the middle of an answer and takes nothing with it', async () => {
    const { dataDir } = server.appliance.config;
    const control = await serveControl(server.appliance);
    const { path } = JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8'));
    try {
      for (let i = 0; i < 20; i++) {
        const socket = createConnection(path);
        socket.write(`${JSON.stringify({ args: ['keys', 'list'], cwd: '/' })}\n`);
        // The answer is never read, so the other side's write fails, and then its read.
        for (let turn = 0; turn < i; turn++) await new Promise((resolve) => setImmediate(resolve));
        socket.destroy();
      }
      const after = await collect('/', (io) => askRunning(dataDir, ['keys', 'list'], io));
      expect(after.exit).toBe(0);
    } finally {
      await control.close();
    }
  });

  it('clears away the socket of a process that was killed, and nothing that is not its own', async () => {
    using folder = tempFolder();
    vi.stubEnv('RUNTIME_DIRECTORY', folder.path);
    const place = join(server.appliance.config.dataDir, 'control.json');
    const left = (name: string, files: string[]): string => {
      mkdirSync(join(folder.path, name));
      for (const file of files) writeFileSync(join(folder.path, name, file), '');
      return JSON.stringify({ path: join(folder.path, name, 'control.sock') });
    };
    const places = [
      left('custos-whole', ['control.sock']),
      left('custos-empty', []),
      left('custos-foreign', ['control.sock', 'letter']),
      left('another', ['control.sock']),
      JSON.stringify({ path: join(folder.path, 'custos-gone', 'control.sock') }),
      '{"path": "/tm',
    ];
    for (const text of places) {
      writeFileSync(place, text);
      const control = await serveControl(server.appliance);
      const asked = await collect('/', (io) => askRunning(server.appliance.config.dataDir, ['keys', 'list'], io));
      expect(asked.exit).toBe(0);
      await control.close();
    }
    vi.unstubAllEnvs();
    expect(readdirSync(folder.path).sort()).toEqual(['another', 'custos-foreign']);
    expect(readdirSync(join(folder.path, 'another'))).toEqual(['control.sock']);
    expect(readdirSync(join(folder.path, 'custos-foreign'))).toEqual(['letter']);
  });

  it('takes a socket that a killed process left behind for none', async () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'control.json'), JSON.stringify({ path: join(folder.path, 'gone.sock') }));
    expect(await askRunning(folder.path, ['keys', 'list'], { out() {}, err() {}, cwd: '/' })).toBeNull();
  });
});
