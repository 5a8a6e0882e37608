import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { openDatabase } from '../../server/db/open.ts';
import { transact } from '../../server/db/transact.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, openBrowser, setUpAdmin } from '../support/browser.ts';
import { newKey, pemOf, testCertificate } from '../support/certificates.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startSyslogReceiver } from '../support/syslog.ts';
import { send, sendBody, sendJson, submit } from './drive.ts';

const PATH = '/v1/system/security-log';
const LOCAL = '127.0.0.1';
const FILE = 'custos-security.jsonl';

interface Line {
  event: string;
  seq?: number;
  link?: string;
  count?: number;
  head?: string;
  sent?: string;
  anchor?: string;
  severity: string;
}

function append({ appliance }: TestServer, count: number): void {
  transact(appliance.db, () => {
    for (let i = 0; i < count; i++) appliance.audit.append({ actor: 'cli', action: 'report.taken', details: { i } });
  });
  appliance.audit.anchor();
}

async function deliver({ appliance: { securityLog } }: TestServer, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    securityLog.tick();
    await securityLog.settle();
  }
}

const linesIn = (folder: string): Line[] =>
  readFileSync(join(folder, FILE), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

async function addFile(server: TestServer, folder: string, rest: object = {}): Promise<string> {
  const { status, body } = await sendJson(server, PATH, { place: { kind: 'file', folder }, ...rest });
  expect([status, body]).toEqual([201, body]);
  return body.id;
}

describe('the security log', () => {
  it('is off at first; a receiver is added, changed, tested, turned off and removed, and all of it is audited', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    await using receiver = await startSyslogReceiver();
    expect((await send(server, PATH)).body).toEqual({ object: 'list', url: PATH, data: [], has_more: false });
    append(server, 3);
    const place = { kind: 'tcp', host: 'LOCALHOST', port: receiver.port };
    const added = await sendJson(server, PATH, { place });
    expect(added).toMatchObject({
      status: 201,
      body: { enabled: true, kind: 'tcp', host: 'localhost', ca: [], error: null },
    });
    const self: string = added.body.links.self;
    expect(added.headers.get('location')).toBe(self);
    await deliver(server);
    // Only what comes after it was added, which is an entry itself.
    expect(receiver.messages.map(({ msgId }) => msgId)).toEqual(['security_log.receiver_added', 'chain.head']);
    expect((await send(server, self)).body).toMatchObject({
      lag: { entries: 0, ms: 0 },
      head: { count: added.body.position + 1 },
    });

    expect((await send(server, `${self}/test`, { method: 'POST' })).body).toEqual({
      object: 'security_log_test',
      delivered: true,
      error: null,
    });
    expect(receiver.messages.at(-1)).toMatchObject({ msgId: 'security_log.test', severity: 6 });
    await sendBody(server, self, { enabled: false, place }, { method: 'PUT' });
    const before = receiver.messages.length;
    append(server, 3);
    await deliver(server);
    expect(receiver.messages).toHaveLength(before);
    // Another place goes on where the first one was.
    const moved = { place: { kind: 'file', folder: folder.path } };
    expect((await sendBody(server, self, moved, { method: 'PUT' })).body).toMatchObject({
      kind: 'file',
      path: folder.path,
      file_bytes_max: 10 * 1024 * 1024,
      files_kept: 10,
    });
    await deliver(server);
    const events = linesIn(folder.path).map(({ event }) => event);
    expect(events).toEqual([
      'security_log.receiver_tested',
      'security_log.receiver_changed',
      ...Array(3).fill('report.taken'),
      'security_log.receiver_changed',
    ]);

    expect((await send(server, self, { method: 'DELETE' })).status).toBe(204);
    expect(await send(server, self)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { data } = (await send(server, '/v1/audit?action=security_log.receiver_removed')).body;
    expect(data).toHaveLength(1);
  });

  it('has at most two receivers, and refuses what it cannot use, naming the field', async () => {
    const nowMs = systemClock.now();
    using folder = tempFolder();
    await using server = await startTestServer({
      outbound: {
        lookup: async (host) => {
          if (host === 'mixed.example.org') return ['10.0.0.1', '198.51.100.7'];
          throw new Error('unknown');
        },
      },
    });
    const ca = (await testCertificate(nowMs, { ca: true, names: null, usages: null })).cert;
    const own = await testCertificate(nowMs);
    const tls = { kind: 'tls', host: LOCAL, port: 6514, ca };
    const shown = (certificate: string, private_key: string) => ({ ...tls, client: { certificate, private_key } });
    const refused: [object, string][] = [
      [{ kind: 'udp' }, 'place.kind'],
      [{ kind: 'tcp', host: LOCAL, port: 0 }, 'place.port'],
      [{ kind: 'tcp', host: 'log server', port: 601 }, 'host'],
      [{ kind: 'tcp', host: '127.1', port: 601 }, 'host'],
      [{ kind: 'tcp', host: '198.51.100.7', port: 601 }, 'host'],
      [{ kind: 'tcp', host: '169.254.169.254', port: 601 }, 'host'],
      [{ kind: 'tcp', host: 'mixed.example.org', port: 601 }, 'host'],
      [{ kind: 'tls', host: LOCAL, port: 6514 }, 'ca'],
      [{ ...tls, ca: 'none' }, 'ca'],
      [{ ...tls, ca: ca.replace(/\n.{10}/, '\nMIIAAAAAAA') }, 'ca'],
      [shown('none', pemOf(own.key)), 'client_certificate'],
      [shown(own.cert, 'none'), 'client_key'],
      [shown(own.cert, pemOf(own.key, 'seven herons')), 'client_key'],
      [shown(own.cert, pemOf(newKey())), 'client_key'],
      [{ kind: 'socket', path: 'log.sock' }, 'path'],
      [{ kind: 'file', folder: 'here' }, 'folder'],
      [{ kind: 'file', folder: join(server.appliance.config.dataDir, 'log') }, 'folder'],
      [{ kind: 'file', folder: folder.path, file_bytes_max: 1 }, 'place.file_bytes_max'],
      [{ kind: 'file', folder: folder.path, files_kept: 0 }, 'place.files_kept'],
    ];
    for (const [place, field] of refused) {
      const { status, body, text } = await sendJson(server, PATH, { place });
      expect([place, status, body.errors[0]?.field]).toEqual([place, 400, field]);
      expect(text).not.toContain('PRIVATE KEY');
    }
    const hosts = refused.filter(([, field]) => field === 'host').length;
    expect(hosts).toBe(5);
    const outside = await sendJson(server, PATH, { place: { kind: 'tcp', host: '198.51.100.7', port: 601 } });
    expect(outside.body.errors[0].code).toBe('receiver_not_allowed');
    const { data: egress } = (await send(server, '/v1/system/egress')).body;
    expect(egress.map(({ host, allowed, why }: Record<string, unknown>) => [host, allowed, why])).toContainEqual([
      '198.51.100.7',
      false,
      'address_not_allowed',
    ]);

    // A name may be unknown now and known later.
    const later = await sendJson(server, PATH, { place: { kind: 'tcp', host: 'later.example.org', port: 601 } });
    expect(later.status).toBe(201);
    await deliver(server);
    expect((await send(server, later.body.links.self)).body).toMatchObject({ error: 'name_not_resolved' });
    const second = await sendJson(server, PATH, { place: shown(own.cert, pemOf(own.key)) });
    expect(second.body).toMatchObject({
      ca: [{ names: [] }],
      client_certificate: { names: ['front-desk.example.org'] },
    });
    expect(second.text).not.toContain('PRIVATE KEY');
    const third = await sendJson(server, PATH, { place: { kind: 'file', folder: folder.path } });
    expect(third).toMatchObject({ status: 409, body: { code: 'state_conflict' } });
  });

  it('goes only to this site, also when a name leads elsewhere later: address_not_allowed', async () => {
    let address = LOCAL;
    await using receiver = await startSyslogReceiver();
    await using server = await startTestServer({ outbound: { lookup: async () => [address] } });
    await sendJson(server, PATH, { place: { kind: 'tcp', host: 'log.example.org', port: receiver.port } });
    await deliver(server);
    expect(receiver.connections).toBe(1);
    const { data } = (await send(server, '/v1/system/egress')).body;
    expect(data[0]).toMatchObject({ host: LOCAL, port: receiver.port, allowed: true, why: 'security_log' });
    address = '198.51.100.7';
    append(server, 1);
    await deliver(server);
    expect(server.appliance.securityLog.state()[0]?.error).toBe('address_not_allowed');
    expect(receiver.connections).toBe(1);
  });

  it('contains ids and codes, and nothing personal', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    await addFile(server, folder.path, { from_start: true });
    await setUpAdmin(server);
    const refused = await openBrowser(server).post('/session', { login: ADA.login, password: 'seven loud herons' });
    expect(refused.status).toBe(401);
    await submit(server, { applicant: ANNA, files: cardAndSelfie() });
    await server.settle();
    await deliver(server);
    const text = readFileSync(join(folder.path, FILE), 'utf8');
    expect(text).toContain('"event":"operator.created"');
    expect(text).toContain('"event":"verification.created"');
    const personal = [ADA.name, ADA.login, ANNA.first_name, ANNA.last_name, ANNA.dob, 'front.jpg'];
    for (const one of personal) expect(text).not.toMatch(new RegExp(`\\b${one}\\b`, 'i'));
    // The pattern finds what is there.
    expect(text).toMatch(/\bsession\b/i);
    expect(text).toContain('"event":"session.refused"');
  });

  it('sends the head of the chain with each lot of entries, some time after a few, and hourly without any', async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using server = await startTestServer({ clock });
    await addFile(server, folder.path);
    const headsAfter = async (ms: number, entries: number): Promise<number> => {
      const before = linesIn(folder.path).filter(({ event }) => event === 'chain.head').length;
      append(server, entries);
      clock.advance(ms);
      await deliver(server);
      return linesIn(folder.path).filter(({ event }) => event === 'chain.head').length - before;
    };
    await deliver(server);
    expect(linesIn(folder.path).at(-1)?.event).toBe('chain.head');
    expect(await headsAfter(1_000, 1)).toBe(0);
    expect(await headsAfter(1_000, LIMITS.securityLogHeadEntries)).toBe(1);
    expect(await headsAfter(1_000, 1)).toBe(0);
    expect(await headsAfter(LIMITS.securityLogHeadMs, 0)).toBe(1);
    expect(await headsAfter(LIMITS.securityLogHeadMs, 0)).toBe(0);
    expect(await headsAfter(LIMITS.securityLogHeadIdleMs, 0)).toBe(1);
  });

  it('goes on after a restart where it was', async () => {
    using folder = tempFolder();
    const place = join(folder.path, 'log');
    const first = await startTestServer({ folder: folder.path });
    await addFile(first, place, { from_start: true });
    append(first, 20);
    await deliver(first);
    append(first, 5);
    await first.stop();
    await using second = await startTestServer({ folder: folder.path });
    await deliver(second);
    const seqs = linesIn(place).flatMap(({ seq }) => seq ?? []);
    const { count } = second.appliance.db.prepare('SELECT count(*) AS count FROM audit').get() as { count: number };
    expect(seqs).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });

  it('tells the receiver when the log no longer holds what was sent, and goes on from the last signed entry', async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const id = await addFile(server, folder.path, { from_start: true });
    append(server, LIMITS.auditCheckpointEntries + 10);
    await deliver(server, 2);
    const { db } = server.appliance;
    const signed = server.appliance.keys.db.prepare('SELECT max(count) FROM audit_checkpoints').pluck().get() as number;
    const sent = linesIn(folder.path).findLast(({ seq }) => seq !== undefined);
    append(server, 30);
    await deliver(server);
    const rows = db.prepare('SELECT * FROM audit WHERE seq > ? ORDER BY seq').all(signed) as Record<string, unknown>[];
    db.prepare('DELETE FROM audit WHERE seq > ?').run(signed + 2);
    await deliver(server);
    const told = linesIn(folder.path).findLast(({ event }) => event === 'chain.shortened');
    expect(told).toMatchObject({ severity: 'alert', sent: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) });
    expect(Number(told?.sent?.split(':')[0])).toBe((sent?.seq ?? 0) + 30);
    expect(server.appliance.securityLog.get(id).position.count).toBe(signed);
    expect(server.appliance.securityLog.warnings().map(({ code }) => code)).toEqual(['security_log_shortened']);
    await deliver(server);
    expect(server.appliance.securityLog.get(id).position.count).toBe(signed + 2);
    // The command finds it too, with the file that the receiver has.
    const said: string[] = [];
    const io = {
      out: (text: string) => void said.push(text),
      err: (text: string) => void said.push(text),
      cwd: folder.path,
    };
    expect(await runCommand(server.appliance, ['audit', 'verify', '--received', FILE], io)).toBe(1);
    expect(said.join('')).toContain('The audit log is not intact: the log was cut off');
    // Saving the settings again is the administrator's word that the matter is closed.
    await sendBody(server, `${PATH}/${id}`, { place: { kind: 'file', folder: folder.path } }, { method: 'PUT' });
    expect(server.appliance.securityLog.warnings()).toEqual([]);
    const insert = db.prepare('INSERT INTO audit VALUES (@seq, @at, @actor, @action, @subject_id, @details, @link)');
    db.prepare('DELETE FROM audit WHERE seq > ?').run(signed);
    for (const row of rows) insert.run(row);
  });

  it('is compared with the audit log by the command, as JSON lines and as syslog', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    await using receiver = await startSyslogReceiver();
    await addFile(server, folder.path, { from_start: true });
    append(server, 5);
    await deliver(server);
    const run = async (...args: string[]): Promise<[number, string]> => {
      const said: string[] = [];
      const say = (text: string): void => void said.push(text);
      const exit = await runCommand(server.appliance, ['audit', 'verify', ...args], {
        out: say,
        err: say,
        cwd: folder.path,
      });
      return [exit, said.join('')];
    };
    const [exit, said] = await run('--received', FILE);
    expect([exit, said]).toEqual([
      0,
      expect.stringMatching(/has \d+ entries and heads of the log\.\nThe audit log is intact/),
    ]);
    const lines = linesIn(folder.path);
    const [entry, head] = [lines.find(({ seq }) => seq === 4), lines.find(({ event }) => event === 'chain.head')];
    const syslog = (link: string): string =>
      `<109>1 - - custos 1 x [custos@32473 event="x" seq="4" link="${link}" actor="cli"] x\n`;
    writeFileSync(join(folder.path, 'ok.log'), syslog(entry?.link ?? ''));
    expect((await run('--received', 'ok.log'))[0]).toBe(0);
    writeFileSync(join(folder.path, 'bad.log'), syslog('0'.repeat(64)));
    expect(await run('--received', 'bad.log')).toEqual([
      1,
      expect.stringContaining('entry 4 does not match the entry that was received'),
    ]);
    expect((await run('--anchor', head?.anchor ?? ''))[0]).toBe(0);
    writeFileSync(join(folder.path, 'none.log'), 'nothing\n');
    expect(await run('--received', 'none.log')).toEqual([
      2,
      expect.stringContaining('has no entry of the security log'),
    ]);
    expect((await run('--received', 'missing.log'))[1]).toContain('cannot be opened');
    expect(receiver.messages).toEqual([]);
  });

  it('sends nothing to a receiver whose row was changed outside, and warns: settings_changed', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    const id = await addFile(server, folder.path);
    append(server, 5);
    // A position further on would leave out entries.
    const outside = openDatabase(join(server.appliance.config.dataDir, 'custos.db'));
    const { seq, link } = outside.prepare('SELECT max(seq) AS seq, link FROM audit').get() as Record<string, unknown>;
    outside.prepare('UPDATE security_receivers SET position = ?, position_link = ?').run(seq, link);
    outside.close();
    await deliver(server);
    expect((await send(server, `${PATH}/${id}`)).body).toMatchObject({ kind: null, error: 'settings_changed' });
    expect((await send(server, `${PATH}/${id}/test`, { method: 'POST' })).body.error).toBe('settings_changed');
    const { warnings } = (await send(server, '/v1/system')).body;
    const codes = warnings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['security_log_changed', 'rows_refused']));
    const io = { out: () => {}, err: () => {}, cwd: folder.path };
    await runCommand(server.appliance, ['verify-data', '--quarantine', 'security_receivers', id], io);
    expect((await send(server, `${PATH}/${id}`)).status).toBe(404);
  });

  it('ends in time although a receiver hangs, and opens no further connection after that', async () => {
    await using receiver = await startSyslogReceiver();
    receiver.onConnection = (socket) => Boolean(socket.pause());
    await using server = await startTestServer({ securityLogTimes: { stallMs: 60_000, closeMs: 60_000 } });
    const { securityLog } = server.appliance;
    await sendJson(server, PATH, { place: { kind: 'tcp', host: LOCAL, port: receiver.port } });
    securityLog.start();
    const beganMs = performance.now();
    await securityLog.stop(50);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
    expect(securityLog.state()[0]?.lagEntries).toBeGreaterThan(0);
  });
});
