import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../models/ports.ts';
import { type Config, loadConfig } from '../../server/appliance/config.ts';
import type { Problem } from '../../server/contract/problem.ts';
import type { SettingsAnswer } from '../../server/contract/settings.ts';
import { followInbox } from '../../server/screening/inbox.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { makeMaker } from '../support/update-packs.ts';
import { send, sendJson } from './drive.ts';

const PATH = '/v1/system/settings';

/** An appliance that reads its configuration file as a start does, beside a folder for paths in the settings. */
async function start(env: Record<string, string> = {}, options: TestServerOptions = {}) {
  const folder = tempFolder();
  const dataDir = join(folder.path, 'data');
  const read = (): Config =>
    loadConfig({ CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'), ...env }, (path) =>
      existsSync(path) ? readFileSync(path, 'utf8') : null,
    );
  const server = await startTestServer({ list: false, ...options, folder: folder.path, config: read() });
  return {
    server,
    read,
    at: (name: string): string => join(folder.path, name),
    async change(body: object, key = server.key) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const answer = await server.fetch(PATH, { method: 'PATCH', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as SettingsAnswer & Problem };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const state = async (server: TestServer): Promise<SettingsAnswer> =>
  (await server.fetch(PATH)).json() as Promise<SettingsAnswer>;

const audited = ({ appliance }: TestServer): object[] =>
  appliance.db
    .prepare("SELECT details FROM audit WHERE action = 'settings.changed' ORDER BY seq")
    .pluck()
    .all()
    .map((details) => JSON.parse(details as string) as object);

describe('the settings', () => {
  it('come from the environment, the file and the defaults, and say what the environment fixes', async () => {
    await using rig = await start({ CUSTOS_BACKUP_KEEP: '3' });
    expect(await state(rig.server)).toMatchObject({
      object: 'settings',
      values: {
        backup_dir: null,
        backup_interval_hours: 24,
        backup_keep: 3,
        lists_inbox: null,
        update_keys: [],
        webhook_allow: ['local'],
        languages: ['fra', 'deu', 'spa', 'por', 'kir', 'ukr', 'srp', 'ell', 'tha'],
      },
      fixed_by: { backup_keep: 'CUSTOS_BACKUP_KEEP' },
    });
    const refused = await rig.change({ backup_keep: 9, backup_dir: rig.at('backups') });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'state_conflict', errors: [{ code: 'setting_fixed', field: 'backup_keep' }] },
    });
    expect(refused.body.errors[0]?.message).toMatch(/CUSTOS_BACKUP_KEEP/);
    expect((await state(rig.server)).values.backup_dir).toBeNull();
  });

  it('a folder for backups is in force at once, and after the next start', async () => {
    await using rig = await start();
    expect((await sendJson(rig.server, '/v1/backups', {})).status).toBe(409);
    const changed = await rig.change({ backup_dir: rig.at('backups'), backup_interval_hours: 6 });
    expect(changed).toMatchObject({ status: 200, body: { values: { backup_interval_hours: 6 } } });
    await expect.poll(() => readdirSync(rig.at('backups')).some((name) => name.endsWith('.backup'))).toBe(true);
    expect(audited(rig.server)).toEqual([{ settings: 'backup_dir backup_interval_hours' }]);
    expect(rig.read().backup).toMatchObject({ dir: rig.at('backups'), intervalMs: 6 * 3_600_000, kept: 7 });
    await rig.change({ backup_interval_hours: null });
    expect(rig.read().backup).toMatchObject({ dir: rig.at('backups'), intervalMs: 24 * 3_600_000 });
  });

  it('leave no archive of keys in a former folder, which no erasure would reach', inWholeRunAlone('2 s'), async () => {
    await using rig = await start();
    const { backups } = rig.server.appliance;
    await rig.change({ backup_dir: rig.at('backups'), backup_keys_dir: rig.at('keys') });
    const { secretText } = backups.recoveryKeys.propose('system', false);
    await backups.recoveryKeys.confirm(secretText, 'system');
    await expect.poll(() => backups.list()[0]?.status).toBe('completed');
    const archives = (name: string): string[] => readdirSync(rig.at(name)).filter((file) => file.includes('-keys-'));
    await expect.poll(() => archives('keys')).toHaveLength(1);
    await rig.change({ backup_keys_dir: rig.at('other-keys') });
    expect([archives('keys').length, archives('other-keys').length]).toEqual([0, 1]);
    expect(backups.warnings().map(({ reason }) => reason)).not.toContain('keys_remain');
  });

  it('allow webhooks to other places at once', async () => {
    await using rig = await start({}, { outbound: { lookup: async () => ['203.0.113.9'] } });
    const endpoint = { url: 'https://hooks.example.com/custos', events: ['*'] };
    expect((await sendJson(rig.server, '/v1/webhook-endpoints', endpoint)).status).toBe(400);
    expect((await rig.change({ webhook_allow: ['local', 'https://hooks.example.com'] })).status).toBe(200);
    expect(await rig.server.appliance.webhooks.judge(endpoint.url)).toBe('allowed');
    expect(audited(rig.server)).toEqual([
      { settings: 'webhook_allow', webhook_allow: 'local https://hooks.example.com' },
    ]);
    await rig.change({ webhook_allow: null });
    expect(await rig.server.appliance.webhooks.judge(endpoint.url)).toBe('refused');
  });

  it('trust makers of updates at once', async () => {
    await using rig = await start();
    const { publicKey } = makeMaker();
    const before = (await (await rig.server.fetch('/v1/system/updates')).json()) as { trusted: string[] };
    await rig.change({ update_keys: [publicKey] });
    const after = (await (await rig.server.fetch('/v1/system/updates')).json()) as { trusted: string[] };
    expect(after.trusted).toHaveLength(before.trusted.length + 1);
    expect(audited(rig.server)).toEqual([{ settings: 'update_keys', update_keys: after.trusted[0] }]);
  });

  it('watch another folder for lists at once', inWholeRunAlone('3 s'), async () => {
    await using rig = await start();
    const inbox = followInbox({ ...rig.server.appliance, otherLists: rig.server.appliance.trustLists });
    await rig.change({ lists_inbox: rig.at('inbox') });
    writeSmallList(rig.at('inbox'));
    await expect.poll(() => readdirSync(rig.at('inbox'))).toContain('done');
    inbox.stop();
  });

  it('read other languages at once, and only those whose data are here', async () => {
    const used: (readonly string[])[] = [];
    const engines = { ...fakeEngines(), useLanguages: async (codes: readonly string[]) => void used.push(codes) };
    await using rig = await start({}, { engines });
    expect((await state(rig.server)).languages_available).toEqual(expect.arrayContaining(['deu', 'fra', 'por', 'spa']));
    const refused = await rig.change({ languages: ['deu', 'tlh'] });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'languages' }] } });
    expect(refused.body.errors[0]?.message).toMatch(/"tlh".*use one of: .*deu/);
    await rig.change({ languages: ['deu'] });
    expect(used).toEqual([['deu']]);
    expect(rig.read().languages).toEqual(['deu']);
    await rig.change({ languages: ['deu'] });
    expect(used).toHaveLength(1);
  });

  it('that an engine cannot load are not kept', async () => {
    const useLanguages = async (): Promise<void> => {
      throw new EngineError('unavailable', 'The language data "deu" is missing.');
    };
    await using rig = await start({}, { engines: { ...fakeEngines(), useLanguages } });
    expect(await rig.change({ languages: ['deu'] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'languages' }] },
    });
    expect((await state(rig.server)).values.languages).toEqual([
      'fra',
      'deu',
      'spa',
      'por',
      'kir',
      'ukr',
      'srp',
      'ell',
      'tha',
    ]);
    expect(rig.read().languages).toEqual(['fra', 'deu', 'spa', 'por', 'kir', 'ukr', 'srp', 'ell', 'tha']);
  });

  it.each([
    ['a path that is not whole', () => ({ backup_dir: 'backups' }), 'backup_dir', /absolute path/],
    [
      'the data folder',
      (at: (name: string) => string) => ({ backup_dir: at('data/files') }),
      'backup_dir',
      /outside the data folder/,
    ],
    [
      'a folder that cannot be created',
      (at: (name: string) => string) => ({ backup_dir: at('master.key/in') }),
      'backup_dir',
      /ENOTDIR/,
    ],
    [
      'keys beside the backups',
      (at: (name: string) => string) => ({ backup_dir: at('b'), backup_keys_dir: at('b') }),
      'backup_keys_dir',
      /must be a separate folder from backup_dir/,
    ],
    [
      'a folder with files in it for lists',
      (at: (name: string) => string) => ({ lists_inbox: at('full') }),
      'lists_inbox',
      /must be an empty folder/,
    ],
    ['no key', () => ({ update_keys: ['abc'] }), 'update_keys', /base64 public keys/],
    ['no rule', () => ({ webhook_allow: ['hooks.example.com'] }), 'webhook_allow', /must be rules/],
    ['too many hours', () => ({ backup_interval_hours: 100_000 }), 'backup_interval_hours', /from 1 to/],
    ['no languages', () => ({ languages: [] }), 'languages', /language codes/],
  ])('%s is refused with its field, and nothing is changed', async (_what, change, field, why) => {
    await using rig = await start();
    mkdirSync(rig.at('full'));
    writeFileSync(join(rig.at('full'), 'a.csv'), 'name\nAda\n');
    const before = await state(rig.server);
    const { status, body } = await rig.change({ backup_keep: 3, ...change(rig.at) });
    expect([status, body.code, body.errors[0]?.field]).toEqual([400, 'invalid_request', field]);
    expect(body.errors[0]?.message).toMatch(why);
    expect(await state(rig.server)).toEqual(before);
    expect(audited(rig.server)).toEqual([]);
    expect(existsSync(join(rig.at('data'), 'custos.json'))).toBe(false);
  });

  it('stay as they were where the file cannot be written', async () => {
    await using rig = await start();
    mkdirSync(join(rig.at('data'), 'custos.json.new'));
    expect(await rig.change({ backup_keep: 3 })).toMatchObject({ status: 409, body: { code: 'state_conflict' } });
    expect((await state(rig.server)).values.backup_keep).toBe(7);
    expect(audited(rig.server)).toEqual([]);
  });

  it('are for administrators, and of the live appliance', async () => {
    await using rig = await start();
    const test = rig.server.makeKey({ livemode: false });
    expect((await rig.change({ backup_keep: 3 }, test)).status).toBe(403);
    const reader = rig.server.makeKey({ scopes: ['kyc:read'] });
    expect((await send(rig.server, PATH, { headers: { authorization: `Bearer ${reader}` } })).status).toBe(403);
  });
});
