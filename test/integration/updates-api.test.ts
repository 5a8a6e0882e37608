import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UpdatePackAnswer, UpdatesAnswer } from '../../server/contract/updates.ts';
import { describeInstaller, type Sources } from '../../server/updates/parts.ts';
import type { InstallerOrder } from '../../server/updates/updates.ts';
import { writeUpdatePack } from '../../server/updates/write-pack.ts';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { makeMaker, writePack, writeTree } from '../support/update-packs.ts';

const PATH = '/v1/system/updates';
const maker = makeMaker();

/** An appliance that trusts the publisher, and a folder whose packs it may open by path. */
async function start(options: TestServerOptions = {}) {
  const folder = tempFolder();
  const config = { updateKeys: [maker.publicKey], listsDir: folder.path };
  const server = await startTestServer({ list: false, ...options, config });
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await server.fetch(`${PATH}${path}`, { method, ...sent });
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as T };
  };
  const send = async (path: string): Promise<{ status: number; body: UpdatePackAnswer & { detail: string } }> => {
    const form = new FormData();
    form.append('files[]', new Blob([readFileSync(path)]), basename(path));
    const answer = await server.fetch(`${PATH}/packs`, { method: 'POST', body: form });
    return { status: answer.status, body: (await answer.json()) as UpdatePackAnswer & { detail: string } };
  };
  return {
    folder: folder.path,
    server,
    ask,
    send,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function dataPack(folder: string, nowMs?: number): Promise<string> {
  const language = join(folder, 'ita.traineddata');
  writeFileSync(language, 'language data');
  const path = join(folder, `${nowMs ?? 'a'}.custos-update`);
  await writePack(path, maker, { lists: [writeSmallList(folder)], languages: [language], ...(nowMs && { nowMs }) });
  return path;
}

const audited = ({ appliance }: TestServer): unknown[] =>
  appliance.db.prepare("SELECT action FROM audit WHERE action LIKE 'update.%' ORDER BY seq").pluck().all();

describe('updates over the API', () => {
  it('verify a pack that is sent, tell what is in it, and take its lists and languages', async () => {
    await using at = await start();
    const sent = await at.send(await dataPack(at.folder));
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ program: null, languages: [{ code: 'ita', size_bytes: 13 }] });
    expect(sent.body.lists).toHaveLength(1);
    expect(at.server.appliance.watchlists.lists(Date.now())).toEqual([]);
    const { body: before } = await at.ask<UpdatesAnswer>('GET', '');
    expect(before).toMatchObject({
      pack: { id: sent.body.id },
      trusted: [sent.body.signed_by],
      languages: [],
      last: null,
    });

    const taken = await at.ask<object>('POST', `/packs/${sent.body.id}/apply`, { parts: ['lists', 'languages'] });
    expect(taken.body).toMatchObject({
      languages: ['ita'],
      program: null,
      lists: [{ code: sent.body.lists[0]?.code }],
    });
    expect(at.server.appliance.watchlists.lists(Date.now())).toHaveLength(1);
    const { body: after } = await at.ask<UpdatesAnswer>('GET', '');
    expect(after.languages).toMatchObject([{ code: 'ita', used: false }]);
    expect(audited(at.server)).toEqual(['update.chosen', 'update.taken']);
    const { dataDir } = at.server.appliance.config;
    expect(readdirSync(join(dataDir, 'updates'))).toEqual(['chosen']);

    expect((await at.ask('DELETE', `/packs/${sent.body.id}`)).status).toBe(204);
    expect(existsSync(join(dataDir, 'updates', 'chosen'))).toBe(false);
    expect((await at.ask('DELETE', `/packs/${sent.body.id}`)).status).toBe(404);
    expect((await at.ask('POST', `/packs/${sent.body.id}/apply`, { parts: ['lists'] })).status).toBe(404);
  });

  it('take all lists of a pack or none, and none that is older than what is there', async () => {
    await using at = await start();
    const newer = await at.send(await dataPack(at.folder, 1_700_000_100_000));
    await at.ask('POST', `/packs/${newer.body.id}/apply`, { parts: ['lists', 'languages'] });
    const older = await at.send(await dataPack(at.folder, 1_700_000_000_000));
    const lists = await at.ask<{ detail: string }>('POST', `/packs/${older.body.id}/apply`, { parts: ['lists'] });
    expect(lists).toMatchObject({ status: 400, body: { code: 'list_invalid' } });
    const languages = await at.ask('POST', `/packs/${older.body.id}/apply`, { parts: ['languages'] });
    expect(languages).toMatchObject({ status: 400, body: { code: 'update_invalid' } });
  });

  it('refuse a pack by a stranger with what to do, and keep nothing of it', async () => {
    await using at = await start();
    const path = join(at.folder, 'b.custos-update');
    await writePack(path, makeMaker(), { lists: [writeSmallList(at.folder)] });
    const { status, body } = await at.send(path);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('CUSTOS_UPDATE_KEYS')]);
    const { dataDir } = at.server.appliance.config;
    expect(existsSync(join(dataDir, 'updates', 'chosen'))).toBe(false);
    expect((await at.ask<UpdatesAnswer>('GET', '')).body.pack).toBeNull();
  });

  it('take a path in the folder for lists alone, and bodies of two types', async () => {
    await using at = await start();
    const path = await dataPack(at.folder);
    expect((await at.ask('POST', '/packs', { path: basename(path) })).status).toBe(201);
    expect(await at.ask('POST', '/packs', { path: '/etc/passwd' })).toMatchObject({ status: 400 });
    expect(await at.ask('POST', '/packs', {})).toMatchObject({ status: 400 });
    const text = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } };
    expect((await at.server.fetch(`${PATH}/packs`, text)).status).toBe(415);
  });

  it('take the pack that was chosen, and no other that lies in its place by now', async () => {
    await using at = await start();
    const path = await dataPack(at.folder);
    const { body } = await at.ask<UpdatePackAnswer>('POST', '/packs', { path: basename(path) });
    renameSync(await dataPack(at.folder, 1_700_000_100_000), path);
    const taken = await at.ask('POST', `/packs/${body.id}/apply`, { parts: ['lists', 'languages'] });
    expect(taken).toMatchObject({ status: 409, body: { code: 'state_conflict' } });
    expect(audited(at.server)).toEqual(['update.chosen']);
  });

  it('are for live keys with the scope admin alone', async () => {
    await using at = await start();
    const asKey = (key: string) => at.server.fetch(PATH, { headers: { authorization: `Bearer ${key}` } });
    expect((await asKey(at.server.makeKey({ livemode: false }))).status).toBe(403);
    expect((await asKey(at.server.makeKey({ scopes: ['lists:write'] }))).status).toBe(403);
  });

  it('name the command for a headless program, and say why one is not for this machine', async () => {
    const tree = tempFolder();
    const { platform, arch } = process;
    const here = { version: '0.1.0', platform, arch, home: '/opt/custos', desktop: false };
    await using at = await start();
    at.server.appliance.updates.here = here;
    writeTree(tree.path, { version: '0.2.0' }, { launch: '#!/bin/sh\n' });
    const path = join(at.folder, "p'$(id)`.custos-update");
    await writePack(path, maker, { tree: tree.path });
    const { body } = await at.ask<UpdatePackAnswer>('POST', '/packs', { path: basename(path) });
    const named = path.replace("'", "'\\''");
    const command = `sudo /opt/custos/custos update apply '${named}'`;
    expect(body.program).toMatchObject({ from: '0.1.0', to: '0.2.0', way: 'command', command, problem: null });
    const refused = await at.ask('POST', `/packs/${body.id}/apply`, { parts: ['program'] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'state_conflict' } });
    at.server.appliance.updates.here = { ...here, version: '0.2.0' };
    const again = await at.ask<UpdatesAnswer>('GET', '');
    expect(again.body.pack?.program).toMatchObject({
      way: 'none',
      problem: expect.stringContaining('which is already installed'),
    });
    tree[Symbol.dispose]();
  });

  it('hand the installer to the desktop app, whole and verified', async () => {
    const handed: (InstallerOrder & { text: string })[] = [];
    const here = { version: '0.1.0', platform: 'win32', arch: 'x64', home: null, desktop: true };
    await using at = await start({
      here,
      async handOver(order) {
        handed.push({ ...order, text: readFileSync(order.path, 'utf8') });
        return 'The setup of version 0.2.0 has begun.';
      },
    });
    const setup = join(at.folder, 'Custos Setup 0.2.0.exe');
    writeFileSync(setup, 'a setup');
    const sources: Sources = new Map();
    const { installer } = await describeInstaller(setup, sources);
    const program = { version: { from: '0.1.0', to: '0.2.0', least: '0.1.0' }, trees: [], installers: [installer] };
    const path = join(at.folder, 'i.custos-update');
    const signing = { privateKey: maker.privateKey, nowMs: 1_700_000_000_000 };
    await writeUpdatePack(path, { parts: { program, lists: [], languages: [] }, sources }, signing);
    const { body } = await at.send(path);
    expect(body.program).toMatchObject({ way: 'hand_over', problem: null });
    const taken = await at.ask('POST', `/packs/${body.id}/apply`, { parts: ['program'] });
    expect(taken.body).toMatchObject({ program: 'The setup of version 0.2.0 has begun.' });
    expect(handed).toMatchObject([{ kind: 'nsis', version: '0.2.0', text: 'a setup' }]);
    expect(audited(at.server)).toEqual(['update.chosen', 'update.handed_over']);
  });
});
