import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { transact } from '../../server/db/transact.ts';
import { isoTime, systemClock } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { SEVERITIES } from '../../server/vocabulary/audit-actions.ts';
import { type CertificateOptions, pemOf, type TestCertificate, testCertificate } from '../support/certificates.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { eventually, freePort, needsRsyslog, needsRsyslogTls, type Rsyslog, rsyslogIn } from '../support/rsyslog.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { send, sendBody } from './drive.ts';

const PATH = '/v1/system/security-log';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('rsyslog', () => {
  it('receives every entry over TCP, reads it as it was sent, and gets the head of the chain', {
    ...needsRsyslog,
  }, async () => {
    using folder = tempFolder();
    await using rsyslog = rsyslogIn(folder.path, { kind: 'tcp', port: await freePort() });
    await using server = await startTestServer();
    await rsyslog.start();
    await add(server, { kind: 'tcp', host: '127.0.0.1', port: portOf(rsyslog) });
    append(server, 30);
    await deliverAll(server);
    await arrived(rsyslog, server);
    const last = rsyslog.messages().findLast(({ msgId }) => msgId === 'chain.head');
    const { count, head, anchor } = last?.data['custos@32473'] ?? {};
    expect(anchor).toBe(`${count}:${head}`);
    const verdict = server.appliance.db.prepare('SELECT link FROM audit WHERE seq = ?').pluck().get(Number(count));
    expect((verdict as Buffer).toString('hex')).toBe(head);
    // The parser of rsyslog agrees with that of the tests.
    expect(rsyslog.readByRsyslog()).toEqual(
      rsyslog.messages().map(({ msgId, severity, facility }) => `${msgId} ${severity} ${facility}`),
    );
    const made = rsyslog.messages().find(({ msgId }) => msgId === 'security_log.receiver_added');
    expect(made).toMatchObject({
      facility: 13,
      severity: SEVERITIES.notice,
      appName: 'custos',
      data: { 'details@32473': { kind: 'tcp', enabled: 'true' } },
    });
  });

  it('receives over a local socket', { ...needsRsyslog, ...inWholeRunAlone('2 s') }, async () => {
    using folder = tempFolder();
    await using rsyslog = rsyslogIn(folder.path, { kind: 'socket', path: join(folder.path, 'log.sock') });
    await using server = await startTestServer();
    await rsyslog.start();
    await add(server, { kind: 'socket', path: join(folder.path, 'log.sock') });
    append(server, 250);
    await deliverAll(server);
    await arrived(rsyslog, server);
  });

  it('receives over TLS, with a client certificate; a changed certificate is refused until its authority is entered', {
    ...needsRsyslogTls,
  }, async () => {
    using folder = tempFolder();
    const [site, other] = [await authority('CN=site'), await authority('CN=other')];
    const client = await issued(site, { subject: 'CN=custos', usages: ['1.3.6.1.5.5.7.3.2'] });
    const port = await freePort();
    const tlsOf = async (issuer: TestCertificate) => {
      const own = await issued(issuer, { subject: 'CN=log', names: ['127.0.0.1', 'localhost'] });
      return { kind: 'tls' as const, port, ca: site.cert, cert: own.cert, key: pemOf(own.key), client: true };
    };
    await using rsyslog = rsyslogIn(folder.path, await tlsOf(site));
    // rsyslog judges the client certificate after the handshake, so that a receiver gets time to hang up.
    await using server = await startTestServer({ securityLogTimes: { settleMs: 1_000 } });
    await rsyslog.start();
    const shown = { certificate: client.cert, private_key: pemOf(client.key) };
    const place = { kind: 'tls', host: 'localhost', port, ca: site.cert, client: shown };
    const id = await add(server, place);
    append(server, 20);
    await deliverAll(server);
    await arrived(rsyslog, server);

    await rsyslog.kill();
    rsyslog.use(await tlsOf(other));
    await rsyslog.start();
    append(server, 20);
    expect(await attempt(server)).toEqual(['certificate_untrusted']);
    expect((await send(server, `${PATH}/${id}/test`, { method: 'POST' })).body).toMatchObject({
      delivered: false,
      error: 'certificate_untrusted',
    });
    // The client certificate that was entered before stays.
    const changed = { place: { kind: 'tls', host: 'localhost', port, ca: other.cert } };
    expect((await sendBody(server, `${PATH}/${id}`, changed, { method: 'PUT' })).body).toMatchObject({ error: null });
    await deliverAll(server);
    await arrived(rsyslog, server);
    const without = { place: { ...changed.place, client: null } };
    await sendBody(server, `${PATH}/${id}`, without, { method: 'PUT' });
    // rsyslog only hangs up; what it says depends on the moment.
    expect((await attempt(server))[0]).toMatch(/^(?:client_certificate_refused|closed|connection_failed)$/);
  });

  it('that is away for an hour gets everything afterwards, and both receivers get it at once', {
    ...needsRsyslog,
    ...inWholeRunAlone('3 s'),
  }, async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using away = rsyslogIn(join(folder.path, 'a'), { kind: 'tcp', port: await freePort() });
    await using there = rsyslogIn(join(folder.path, 'b'), { kind: 'socket', path: join(folder.path, 'b', 'log.sock') });
    await using server = await startTestServer({ clock });
    const { securityLog } = server.appliance;
    await there.start();
    const id = await add(server, { kind: 'tcp', host: '127.0.0.1', port: portOf(away) });
    await add(server, { kind: 'socket', path: join(folder.path, 'b', 'log.sock') });
    const delays = new Set<number>();
    for (let minute = 0; minute < 60; minute++) {
      append(server, 10);
      for (let second = 0; second < 60; second += 5) {
        securityLog.tick();
        await securityLog.settle();
        const { retryAtMs } = securityLog.get(id);
        delays.add((retryAtMs ?? 0) - clock.now());
        clock.advance(5_000);
      }
    }
    expect(Math.max(...delays)).toBe(LIMITS.securityLogRetryMsMax);
    expect(securityLog.get(id)).toMatchObject({ error: 'connection_refused', position: { count: 0 } });
    expect(securityLog.get(id).lagEntries).toBeGreaterThan(600);
    expect(securityLog.warnings().map(({ code }) => code)).toEqual(['security_log_late']);
    const readyz = await send(server, '/readyz');
    expect(JSON.stringify(readyz.body)).toContain('of the security log is behind (connection_refused)');
    await arrived(there, server);

    await away.start();
    clock.advance(LIMITS.securityLogRetryMsMax);
    await deliverAll(server);
    await arrived(away, server);
    expect(securityLog.warnings()).toEqual([]);
  });

  it('loses nothing when it is killed and started again at any moment', {
    ...needsRsyslog,
    ...inWholeRunAlone('15 s'),
  }, async () => {
    const seed = testSeed();
    console.info(`Kills of rsyslog: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    using folder = tempFolder();
    await using rsyslog = rsyslogIn(folder.path, { kind: 'tcp', port: await freePort() });
    await using server = await startTestServer({ securityLogTimes: { settleMs: 300 } });
    const { securityLog } = server.appliance;
    await rsyslog.start();
    await add(server, { kind: 'tcp', host: '127.0.0.1', port: portOf(rsyslog) });
    securityLog.start();
    const appending = setInterval(() => append(server, 5), 10);
    for (let kill = 0; kill < 10; kill++) {
      await wait(Math.floor(random() * 1_500));
      await rsyslog.kill();
      await wait(Math.floor(random() * 300));
      await rsyslog.start();
    }
    clearInterval(appending);
    await eventually(() => securityLog.state().every(({ lagEntries }) => lagEntries === 0), 60_000);
    const received = await arrived(rsyslog, server);
    console.info(
      `rsyslog was killed 10 times and received ${received.entries} entries, ${received.again} of them again`,
    );
  });
});

const authority = (subject: string): Promise<TestCertificate> =>
  testCertificate(systemClock.now(), { subject, ca: true, names: null, usages: null });

const issued = (issuer: TestCertificate, options: CertificateOptions): Promise<TestCertificate> =>
  testCertificate(systemClock.now(), { issuer, ...options });

/** Tries once, and returns why each receiver did not take it. */
async function attempt({ appliance: { securityLog } }: TestServer): Promise<(string | null)[]> {
  securityLog.tick();
  await securityLog.settle();
  return securityLog.state().map(({ error }) => error);
}

/** Adds a receiver that gets the whole log. */
async function add(server: TestServer, place: object, rest: object = {}): Promise<string> {
  const body = JSON.stringify({ place, from_start: true, ...rest });
  const { status, body: added } = await send(server, PATH, { method: 'POST', body, headers: JSON_TYPE });
  expect([status, added]).toEqual([201, added]);
  return added.id;
}

function append({ appliance }: TestServer, count: number): void {
  transact(appliance.db, () => {
    for (let i = 0; i < count; i++)
      appliance.audit.append({ actor: 'cli', action: 'report.taken', details: { i, text: 'a "b" ]c\\' } });
  });
}

async function deliverAll({ appliance: { securityLog } }: TestServer): Promise<void> {
  do {
    securityLog.tick();
    await securityLog.settle();
    expect(securityLog.state().map(({ error }) => error)).toEqual(securityLog.state().map(() => null));
  } while (securityLog.state().some(({ lagEntries }) => lagEntries > 0));
}

const portOf = ({ input }: Rsyslog): number => (input.kind === 'socket' ? 0 : input.port);

/** Waits until every entry of the log is in rsyslog's file, once or more, in order, with its link. */
async function arrived(
  rsyslog: Rsyslog,
  { appliance: { db } }: TestServer,
): Promise<{ entries: number; again: number }> {
  const entries = db.prepare('SELECT * FROM audit ORDER BY seq').all() as {
    seq: number;
    action: string;
    link: Buffer;
    at: number;
  }[];
  const seqs = (): number[] =>
    rsyslog
      .messages()
      .flatMap(({ data }) => data['custos@32473']?.['seq'] ?? [])
      .map(Number);
  await eventually(() => seqs().length >= entries.length && seqs().includes(entries.length));
  expect([...new Set(seqs())]).toEqual(entries.map(({ seq }) => seq));
  for (const { data, timestamp, msgId } of rsyslog.messages()) {
    const facts = data['custos@32473'] ?? {};
    if (facts['seq'] === undefined) continue;
    const entry = entries[Number(facts['seq']) - 1];
    expect([msgId, timestamp, facts['event'], facts['link']]).toEqual([
      entry?.action.slice(0, 32),
      isoTime(entry?.at ?? 0),
      entry?.action,
      entry?.link.toString('hex'),
    ]);
  }
  return { entries: entries.length, again: seqs().length - entries.length };
}
