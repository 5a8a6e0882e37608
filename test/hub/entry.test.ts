import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../server/hub/db/local-postgres.ts';
import { openPool } from '../../server/hub/db/pool.ts';
import { HUB_SETTING_NAMES, type HubConfig, readHubConfig } from '../../server/hub/entry/config.ts';
import { runHub } from '../../server/hub/entry/run.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { selfSignedCertificate } from '../support/certificate.ts';
import { tempFolder } from '../support/folder.ts';
import { describeHub, hubDatabase, SILENT } from '../support/hub/database.ts';

const USER = { isRoot: false, homeDir: '/home/ada' };
const surroundings = { clock: systemClock, log: SILENT };

const configIn = (folder: string, changes: Partial<HubConfig> = {}): HubConfig => ({
  ...readHubConfig({ CUSTOS_HUB_DATA_DIR: folder, CUSTOS_HUB_PORT: '0', CUSTOS_HUB_BRANCH_PORT: '0' }, USER),
  masterKeyFile: join(folder, 'master', 'master.key'),
  ...changes,
});

test('without settings the hub keeps to this machine and to the places of its user', () => {
  expect(readHubConfig({}, USER)).toEqual({
    databaseUrl: null,
    dataDir: '/home/ada/.local/share/custos-hub',
    keysDir: '/home/ada/.local/share/custos-hub/keys',
    masterKeyFile: '/home/ada/.config/custos-hub/master.key',
    name: 'Custos hub',
    host: '127.0.0.1',
    port: 8430,
    allowedHosts: [],
    certificate: null,
    secondFactor: [],
    branchHost: '127.0.0.1',
    branchPort: 8431,
    addresses: null,
  });
  const ofRoot = readHubConfig({}, { isRoot: true, homeDir: '/root' });
  expect(ofRoot).toMatchObject({ dataDir: '/var/lib/custos-hub', masterKeyFile: '/etc/custos-hub/master.key' });
});

test('each setting arrives, and a wrong one is refused with its name and without its value', () => {
  const config = readHubConfig(
    {
      CUSTOS_HUB_DATABASE_URL: 'postgresql://custos:secret@db.example/custos?sslmode=verify-full',
      CUSTOS_HUB_HOST: '0.0.0.0',
      CUSTOS_HUB_CERTIFICATE_FILE: '/etc/hub.pem',
      CUSTOS_HUB_CERTIFICATE_KEY_FILE: '/etc/hub.key',
      CUSTOS_HUB_ALLOWED_HOSTS: 'hub.example, hub',
      CUSTOS_HUB_SECOND_FACTOR: 'hub_viewer,hub_administrator',
      CUSTOS_HUB_BRANCH_HOST: '0.0.0.0',
      CUSTOS_HUB_ADDRESSES: 'https://hub.example:8431/, https://[2001:db8::1]:8431',
    },
    USER,
  );
  expect(config).toMatchObject({
    host: '0.0.0.0',
    certificate: { file: '/etc/hub.pem', keyFile: '/etc/hub.key' },
    allowedHosts: ['hub.example', 'hub'],
    secondFactor: ['hub_viewer', 'hub_administrator'],
    branchHost: null,
    addresses: ['https://hub.example:8431', 'https://[2001:db8::1]:8431'],
  });
  for (const [name, value] of [
    ['CUSTOS_HUB_DATABASE_URL', 'mysql://secret'],
    ['CUSTOS_HUB_PORT', '70000'],
    ['CUSTOS_HUB_SECOND_FACTOR', 'administrator'],
    ['CUSTOS_HUB_ADDRESSES', 'http://hub.example'],
    ['CUSTOS_HUB_PROT', 'secret'],
  ] as const) {
    const reading = (): unknown => readHubConfig({ [name]: value }, USER);
    expect(reading).toThrow(name);
    expect(reading).not.toThrow('secret');
  }
  expect(() => readHubConfig({ CUSTOS_HUB_HOST: '0.0.0.0' }, USER)).toThrow('needs a certificate');
  expect(() => readHubConfig({ CUSTOS_HUB_CERTIFICATE_FILE: '/etc/hub.pem' }, USER)).toThrow('both');
});

test('the manual describes each setting of the hub in both languages', () => {
  for (const chapter of ['run-a-hub.md', 'fr/run-a-hub.md']) {
    const text = readFileSync(new URL(`../../server/manual/${chapter}`, import.meta.url), 'utf8');
    expect([...new Set(text.match(/CUSTOS_HUB_[A-Z_]*[A-Z]/g))].toSorted()).toEqual(HUB_SETTING_NAMES.toSorted());
  }
});

describeHub('a hub that starts', (program) => {
  test('with a certificate its console speaks TLS, and its cookie is for TLS alone', async () => {
    await using database = await hubDatabase(program);
    using folder = tempFolder();
    const { key, cert } = selfSignedCertificate('localhost');
    const certificate = { file: join(folder.path, 'hub.pem'), keyFile: join(folder.path, 'hub.key') };
    writeFileSync(certificate.file, cert);
    writeFileSync(certificate.keyFile, key);
    const config = configIn(folder.path, { databaseUrl: database.url, certificate, allowedHosts: ['localhost'] });
    const running = await runHub(config, surroundings);
    const port = Number(new URL(running.url).port);
    const body = { code: running.setupCode, login: 'ada', name: 'Ada', password: 'seven quiet herons' };
    const ask = (host: string): Promise<{ status: number | undefined; cookie: string | undefined }> =>
      new Promise((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
        const path = '/hub-api/v1/session/setup';
        const asked = request({
          port,
          host: '127.0.0.1',
          servername: 'localhost',
          ca: cert,
          path,
          method: 'POST',
          headers,
        });
        asked.on('error', reject).on('response', (answer) => {
          answer.resume();
          answer.on('end', () => resolve({ status: answer.statusCode, cookie: answer.headers['set-cookie']?.[0] }));
        });
        asked.end(JSON.stringify(body));
      });
    expect(running.url).toMatch(/^https:/);
    expect((await ask('other.example')).status).toBe(421);
    const { status, cookie } = await ask('localhost');
    expect(status).toBe(200);
    expect(cookie).toMatch(/^__Host-custos_hub_session=.*HttpOnly; Secure; SameSite=Strict/);
    await running.stop();
  });

  test('twice on the same database and keys it is one hub, and a second start makes no second setup code', async () => {
    await using database = await hubDatabase(program);
    using folder = tempFolder();
    const config = configIn(folder.path, { databaseUrl: database.url });
    // The first one makes the keys, alone.
    const one = await runHub(config, surroundings);
    const other = await runHub(config, surroundings);
    expect(one.hub.keys.newest().keys).toEqual(other.hub.keys.newest().keys);
    const body = JSON.stringify({ code: one.setupCode, login: 'ada', name: 'Ada', password: 'seven quiet herons' });
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const made = await fetch(`${one.url}/hub-api/v1/session/setup`, { method: 'POST', headers, body });
    expect(made.status).toBe(200);
    // A session of one process works at the other.
    const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const seen = await fetch(`${other.url}/hub-api/v1/branches`, { headers: { ...headers, cookie } });
    expect(seen.status).toBe(200);
    await Promise.all([one.stop(), other.stop()]);
    const again = await runHub(config, surroundings);
    expect(again.setupCode).toBeNull();
    await again.stop();
  });

  test('what is wrong is said at the start: no database, a foreign master key, a newer schema', async () => {
    await using database = await hubDatabase(program);
    using folder = tempFolder();
    const nowhere = configIn(folder.path, { databaseUrl: 'postgresql://custos@127.0.0.1:1/custos' });
    await expect(runHub(nowhere, surroundings)).rejects.toMatchObject({ code: 'invalid_configuration' });
    const config = configIn(folder.path, { databaseUrl: database.url });
    await (await runHub(config, surroundings)).stop();
    rmSync(config.masterKeyFile);
    await expect(runHub(config, surroundings)).rejects.toMatchObject({ code: 'master_key_missing' });
    writeFileSync(config.masterKeyFile, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 });
    await expect(runHub(config, surroundings)).rejects.toMatchObject({ code: 'master_key_wrong' });
    await database.pool.query("INSERT INTO schema_versions VALUES (1000, 'of the future')");
    await expect(runHub(config, surroundings)).rejects.toMatchObject({ code: 'folder_newer' });
  });
});

describeHub('a PostgreSQL of its own', (program) => {
  test('keeps what was committed through a crash and a restart, and ends with the hub', async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o711);
    const options = { folder: join(folder.path, 'postgres'), program };
    const first = await startPostgres(options);
    const pool = openPool(first.url, SILENT);
    await pool.query('CREATE TABLE kept (id integer); INSERT INTO kept VALUES (1)');
    first.signal('SIGKILL');
    await pool.end();
    await first.stop();
    const second = await startPostgres(options);
    const again = openPool(second.url, SILENT);
    expect((await again.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
    const { rows } = await again.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'synchronous_commit')",
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      listen_addresses: '',
      synchronous_commit: 'on',
    });
    await again.end();
    await second.stop();
    expect(existsSync(join(options.folder, 'data', 'postmaster.pid'))).toBe(false);
  });

  test('says why it does not start, and makes nothing half', async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o711);
    const options = { folder: join(folder.path, 'postgres'), program, isDurable: false };
    const wrong = startPostgres({ ...options, settings: { shared_buffers: 'a lot' } });
    await expect(wrong).rejects.toThrow('shared_buffers');
    const running = await startPostgres(options);
    await running.stop();
    const long = startPostgres({ ...options, folder: join(folder.path, 'x'.repeat(100)) });
    await expect(long).rejects.toThrow('too long');
  });
});

test('the PostgreSQL of npm has the links that its install script would make', () => {
  const found = findPostgres().find(({ name }) => name.includes('npm'));
  expect(found).toBeDefined();
  const native = join(found?.programs ?? '', '..');
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  expect(links.length).toBeGreaterThan(0);
  for (const { target } of links) expect(existsSync(join(native, '..', target)), target).toBe(true);
});
