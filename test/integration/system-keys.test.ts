import crypto from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKey, revokeKey } from '../../server/access/keys.ts';
import { type Config, loadConfig } from '../../server/appliance/config.ts';
import { setUpAdmin } from '../support/browser.ts';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';
import { tempFolder } from '../support/folder.ts';
import { cardAndSelfie } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, read, send, sendJson, submit } from './drive.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const KEYS = '/v1/system/keys';
const RECOVERY = '/v1/system/recovery-key';
const MASTER = '/v1/system/master-key';
const FIRST_RUN = '/v1/system/first-run';
const PASSPHRASE = 'korrekt Pferd Batterie \u00e9';

/** The configuration of a machine whose environment contains only the place of the data, and `env`. */
function configOf(folder: string, env: Record<string, string> = {}): Config {
  const readFile = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const facts = { platform: process.platform, homeDir: folder };
  const places = { CUSTOS_DATA_DIR: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
  return { ...loadConfig({ ...places, ...env }, readFile, facts), port: 0 };
}

const startOn = (folder: string, env: Record<string, string> = {}, more: Partial<Config> = {}): Promise<TestServer> =>
  startTestServer({ folder, list: false, config: { ...configOf(folder, env), ...more } });

const audited = ({ appliance }: TestServer, action: string): unknown[] =>
  appliance.db
    .prepare('SELECT details FROM audit WHERE action = ?')
    .pluck()
    .all(action)
    .map((it) => JSON.parse(String(it)));

describe('the recovery key', () => {
  it('is in force when it has been typed back, and not before', async () => {
    await using server = await startTestServer({ list: false });
    expect((await send(server, KEYS)).body.recovery_key).toEqual({
      set: false,
      fingerprint: null,
      made_at: null,
      confirmed_at: null,
      pending: null,
    });
    const early = await sendJson(server, `${RECOVERY}/confirm`, { recovery_key: 'A' });
    expect([early.status, early.body.code]).toEqual([409, 'state_conflict']);
    const lost = (await sendJson(server, RECOVERY, {})).body;
    const made = await sendJson(server, RECOVERY, {});
    expect([made.status, made.body.recovery_key]).toEqual([
      201,
      expect.stringMatching(/^(?:[0-9A-Z]{8}-){8}[0-9A-Z]{8}$/),
    ]);
    const waiting = (await send(server, KEYS)).body.recovery_key;
    const { fingerprint, made_at } = made.body;
    expect(waiting).toMatchObject({ set: false, fingerprint: null, pending: { fingerprint, made_at } });
    expect(server.appliance.backups.recoveryKeys.inForce()).toBeNull();
    for (const typed of ['', 'nonsense', `${made.body.recovery_key}7`, lost.recovery_key]) {
      const { status, body } = await sendJson(server, `${RECOVERY}/confirm`, { recovery_key: typed });
      expect([status, body.errors[0].code, body.errors[0].field]).toEqual([400, 'recovery_key_wrong', 'recovery_key']);
      expect(JSON.stringify(body)).not.toContain(typed || 'nothing');
    }
    const typed = made.body.recovery_key.toLowerCase().replaceAll('-', ' ');
    const confirmed = await sendJson(server, `${RECOVERY}/confirm`, { recovery_key: typed });
    expect(confirmed.body.recovery_key).toMatchObject({ set: true, fingerprint, made_at, pending: null });
    expect(confirmed.body.recovery_key.confirmed_at).not.toBeNull();
    expect((await sendJson(server, `${RECOVERY}/confirm`, { recovery_key: typed })).status).toBe(409);
    expect(audited(server, 'backup.recovery_key_proposed')).toHaveLength(2);
    expect(audited(server, 'backup.recovery_key_confirmed')).toEqual([{ fingerprint }]);
    expect(server.logged.join('\n')).not.toContain(made.body.recovery_key);
  });

  it('in force stays so until another one is typed back, and is replaced only where that is asked for', async () => {
    await using server = await startTestServer({ list: false });
    const { fingerprint } = await server.appliance.backups.recoveryKeys.make('cli', false);
    expect((await send(server, KEYS)).body.recovery_key).toMatchObject({ set: true, fingerprint, confirmed_at: null });
    expect((await sendJson(server, RECOVERY, {})).body.code).toBe('state_conflict');
    const other = (await sendJson(server, RECOVERY, { replace: true })).body;
    expect((await send(server, KEYS)).body.recovery_key).toMatchObject({ fingerprint });
    await sendJson(server, `${RECOVERY}/confirm`, { recovery_key: other.recovery_key });
    expect((await send(server, KEYS)).body.recovery_key).toMatchObject({ fingerprint: other.fingerprint });
  });
});

describe.skipIf(process.platform === 'win32')('the master key', () => {
  it('moves to another file, which the next start finds by itself', async () => {
    using folder = tempFolder();
    const first = await startOn(folder.path);
    writeFileSync(first.appliance.config.configFile, '{"port": 8421}');
    const former = join(folder.path, 'config', 'custos', 'master.key');
    const kept = readFileSync(former, 'utf8');
    expect((await send(first, KEYS)).body.master_key).toEqual({
      kind: 'file',
      path: former,
      inside_data_folder: false,
      movable: true,
      why: null,
      keystore_usable: false,
    });
    const id = await submit(first, { files: cardAndSelfie() });
    await first.settle();
    const path = join(folder.path, 'elsewhere.key');
    const moved = await sendJson(first, MASTER, { kind: 'file', path });
    expect(moved.body).toMatchObject({ object: 'master_key', kind: 'file', path, former_removed: true });
    expect([existsSync(former), readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([false, kept, 0o600]);
    expect((await send(first, KEYS)).body.master_key).toMatchObject({ path });
    expect(audited(first, 'master_key.moved')).toEqual([{ from: 'file', to: 'file', former_removed: true }]);
    const { key } = first;
    const record = await read(first, id);
    await first.stop();
    await using again = await startOn(folder.path);
    expect(again.appliance.config.masterKey).toEqual({ kind: 'file', path });
    expect(JSON.parse(readFileSync(again.appliance.config.configFile, 'utf8'))).toEqual({
      port: 8421,
      master_key_file: path,
    });
    expect(await read(again, id, key)).toEqual(record);
  });

  it('goes under a passphrase, which the next start then asks for', inWholeRunAlone('2 s'), async () => {
    using folder = tempFolder();
    const first = await startOn(folder.path);
    const id = await submit(first, { files: cardAndSelfie() });
    await first.settle();
    const moved = await sendJson(first, MASTER, { kind: 'passphrase', passphrase: PASSPHRASE });
    expect(moved.body).toMatchObject({ kind: 'passphrase', path: null, former_removed: true });
    expect(moved.body.note).toContain('CUSTOS_PASSPHRASE');
    expect((await send(first, KEYS)).body.master_key).toMatchObject({ kind: 'passphrase', path: null, movable: true });
    const again = await sendJson(first, MASTER, { kind: 'passphrase', passphrase: 'another passphrase' });
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict']);
    const { key } = first;
    const record = await read(first, id);
    await first.stop();
    expect(first.logged.join('\n')).not.toContain(PASSPHRASE);
    await expect(startOn(folder.path)).rejects.toThrow('opens with a passphrase. Set CUSTOS_PASSPHRASE');
    await expect(startOn(folder.path, { CUSTOS_PASSPHRASE: 'wrong horse battery' })).rejects.toMatchObject({
      code: 'master_key_wrong',
    });
    // The same letters in the other Unicode form.
    await using server = await startOn(folder.path, { CUSTOS_PASSPHRASE: PASSPHRASE.normalize('NFD') });
    expect(await read(server, id, key)).toEqual(record);
    const { movable, why } = (await send(server, KEYS)).body.master_key;
    expect([movable, why]).toEqual([false, expect.stringContaining('CUSTOS_PASSPHRASE sets the location')]);
  });

  it('stays where it is when the environment says where that is', async () => {
    using folder = tempFolder();
    const env = { CUSTOS_MASTER_KEY_FILE: join(folder.path, 'own.key') };
    await using server = await startOn(folder.path, env);
    const { movable, why } = (await send(server, KEYS)).body.master_key;
    expect([movable, why]).toEqual([false, expect.stringContaining('CUSTOS_MASTER_KEY_FILE sets the location')]);
    const { status, body } = await sendJson(server, MASTER, { kind: 'file', path: join(folder.path, 'new.key') });
    expect([status, body.detail]).toEqual([409, why]);
    expect(existsSync(join(folder.path, 'new.key'))).toBe(false);
    writeFileSync(join(folder.path, 'own.json'), '{}');
    expect(configOf(folder.path, { CUSTOS_CONFIG: join(folder.path, 'own.json') }).masterKeyFixedBy).toBe(
      'CUSTOS_CONFIG',
    );
    expect(configOf(folder.path, { CUSTOS_PASSPHRASE: '' }).masterKeyFixedBy).toBeNull();
  });

  it('is reported while it is in the data folder, and moves out of it', async () => {
    using folder = tempFolder();
    mkdirSync(join(folder.path, 'data'));
    const path = join(folder.path, 'data', 'inside.key');
    await using server = await startOn(folder.path, {}, { masterKey: { kind: 'file', path } });
    expect((await send(server, KEYS)).body.master_key).toMatchObject({ path, inside_data_folder: true });
    expect((await send(server, FIRST_RUN)).body.master_key).toBe(false);
    await sendJson(server, MASTER, { kind: 'file', path: join(folder.path, 'outside.key') });
    expect((await send(server, FIRST_RUN)).body.master_key).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('goes to no place where it cannot or should not be, and stays whole where it was', async () => {
    using folder = tempFolder();
    const backups = join(folder.path, 'backups');
    const locked = join(folder.path, 'locked');
    mkdirSync(backups);
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    const backup = { ...configOf(folder.path).backup, dir: backups };
    await using server = await startOn(folder.path, {}, { backup });
    symlinkSync(join(folder.path, 'data'), join(folder.path, 'link'));
    writeFileSync(join(folder.path, 'taken'), 'something');
    writeFileSync(join(folder.path, 'half.new'), 'something');
    symlinkSync('loop', join(folder.path, 'loop'));
    const own = server.appliance.config.masterKey as { path: string };
    const paths = [
      '',
      'relative.key',
      'data/a.key',
      'link/a.key',
      'backups/a.key',
      'missing/a.key',
      'taken',
      'half',
      'data',
      'loop/a.key',
      'x'.repeat(300),
      `${'x'.repeat(300)}/a.key`,
    ];
    const wanted = paths.map((path) => (path === '' || path === 'relative.key' ? path : join(folder.path, path)));
    if (process.getuid?.() !== 0) wanted.push(join(locked, 'a.key'));
    for (const path of [...wanted, own.path, `${folder.path}/a\0b`, 7]) {
      const { status, body } = await sendJson(server, MASTER, { kind: 'file', path });
      expect([status, body.errors?.[0]?.field], `path ${path}`).toEqual([400, 'path']);
    }
    const passphrases = ['', 'hush', 'x'.repeat(1_025), 'with a line\nbreak', null];
    for (const passphrase of passphrases) {
      const { status, body } = await sendJson(server, MASTER, { kind: 'passphrase', passphrase });
      expect([status, body.errors[0].field]).toEqual([400, 'passphrase']);
      if (passphrase) expect(JSON.stringify(body)).not.toContain(passphrase);
    }
    expect((await sendJson(server, MASTER, { kind: 'usb' })).body.errors[0].field).toBe('kind');
    expect(readFileSync(join(folder.path, 'taken'), 'utf8')).toBe('something');
    expect((await send(server, KEYS)).body.master_key).toMatchObject({ path: own.path, movable: true });
    expect(existsSync(own.path)).toBe(true);
    expect(existsSync(server.appliance.config.configFile)).toBe(false);
    chmodSync(locked, 0o700);
  });

  it('stays where it was when the configuration file cannot be changed', async () => {
    using folder = tempFolder();
    await using server = await startOn(folder.path);
    const { configFile } = server.appliance.config;
    const path = join(folder.path, 'new.key');
    for (const spoil of [
      () => writeFileSync(configFile, '{ nonsense'),
      () => mkdirSync(`${configFile}.new/x`, { recursive: true }),
    ]) {
      spoil();
      const { status, body } = await sendJson(server, MASTER, { kind: 'file', path });
      expect([status, body.detail]).toEqual([409, expect.stringContaining('cannot be changed')]);
      expect([existsSync(path), existsSync(`${path}.new`)]).toEqual([false, false]);
      const own = server.appliance.config.masterKey as { path: string };
      expect(existsSync(own.path)).toBe(true);
      writeFileSync(configFile, '{}');
    }
  });

  it('moves once at a time', async () => {
    using folder = tempFolder();
    await using server = await startOn(folder.path);
    const { masterKeys } = server.appliance;
    const first = masterKeys.move({ kind: 'passphrase', passphrase: PASSPHRASE }, 'cli');
    const second = masterKeys.move({ kind: 'file', path: join(folder.path, 'new.key') }, 'cli');
    await expect(second).rejects.toThrow('The master key is being moved.');
    expect((await first).place).toEqual({ kind: 'passphrase' });
  });
});

describe('the first run', () => {
  it('is a list of what is left to do, which can be put aside once all of it is done', async () => {
    await using server = await startTestServer({ list: false });
    const { appliance } = server;
    appliance.db.prepare("DELETE FROM api_keys WHERE label = 'test'").run();
    const key = appliance.firstKey ?? '';
    const ask = async () => (await send(server, FIRST_RUN, { headers: bearer(key) })).body;
    const object = 'first_run';
    const none = { administrator: false, recovery_key: false, list_loaded: false, api_key: false };
    expect(await ask()).toEqual({ object, ...none, master_key: true, done: false, dismissed: false });
    const early = await sendJson(server, `${FIRST_RUN}/dismiss`, {}, key);
    expect([early.status, early.body.detail]).toEqual([
      409,
      'These steps are not done yet: administrator, recovery_key, list_loaded, api_key.',
    ]);
    await appliance.backups.recoveryKeys.make('cli', false);
    expect(await ask()).toMatchObject({ ...none, recovery_key: true });
    const browser = await setUpAdmin(server);
    expect(await ask()).toMatchObject({ ...none, recovery_key: true, administrator: true });
    using folder = tempFolder();
    await appliance.lists.importList({ paths: [writeSmallList(folder.path)] }, 'cli');
    createKey(appliance.access, { label: 'try', livemode: false, scopes: 'all', actor: 'cli' });
    const steps = { administrator: true, recovery_key: true, list_loaded: true, master_key: true };
    expect(await ask()).toMatchObject({ ...steps, api_key: false, done: false });
    const made = createKey(appliance.access, { label: 'mine', livemode: true, scopes: 'all', actor: 'cli' });
    const all = { object, ...steps, api_key: true, done: true };
    expect(await ask()).toEqual({ ...all, dismissed: false });
    const dismissed = await browser.post(`${FIRST_RUN}/dismiss`, {});
    expect([dismissed.status, dismissed.body]).toEqual([200, { ...all, dismissed: true }]);
    await sendJson(server, `${FIRST_RUN}/dismiss`, {}, key);
    expect(audited(server, 'first_run.dismissed')).toHaveLength(1);
    revokeKey(appliance.access, made.key.id, 'cli');
    expect(await ask()).toEqual({ ...all, api_key: false, done: false, dismissed: true });
  });
});

it('the keys of the appliance are for live administrators alone', async () => {
  await using server = await startTestServer({ list: false });
  const ways: [string, unknown][] = [
    [KEYS, undefined],
    [FIRST_RUN, undefined],
    [RECOVERY, {}],
    [`${RECOVERY}/confirm`, {}],
    [MASTER, {}],
    [`${FIRST_RUN}/dismiss`, {}],
  ];
  const keys = [
    server.makeKey({ livemode: false }),
    server.makeKey({ scopes: ['kyc:read', 'lists:write', 'audit:read'] }),
  ];
  for (const key of keys) {
    for (const [path, body] of ways) {
      const answer = await (body === undefined
        ? send(server, path, { headers: bearer(key) })
        : sendJson(server, path, body, key));
      expect([answer.status, path]).toEqual([403, path]);
    }
  }
});
