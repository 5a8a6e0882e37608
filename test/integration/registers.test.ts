import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, createCompany, KYB, send, sendJson } from './drive.ts';

const PATH = '/v1/registries';
const HEADER = 'number,name,country,status,owner_type,owner_name,owner_percent';
const DAY_MS = 24 * 3600 * 1000;

/** Writes a register with `count` companies into the folder for lists, and returns its name. */
function writeRegister(folder: string, count: number, name = 'register.csv'): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `${at + 1},Quillhaven Number ${at + 1} Ltd,GB,active,person,Ann Owner,30`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${[HEADER, ...rows].join('\n')}\n`);
  return name;
}

const patchJson = (server: TestServer, path: string, body: unknown): Promise<Answer> =>
  send(server, path, {
    method: 'PATCH',
    headers: { ...bearer(server.key), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function startWithFolder(folder: string): Promise<TestServer> {
  return startTestServer({ list: false, config: { listsDir: folder } });
}

describe('registers over HTTP', () => {
  it('are imported from a file of the appliance, and searched from then on', async () => {
    using folder = tempFolder();
    await using server = await startWithFolder(folder.path);
    const paths = [writeRegister(folder.path, 3)];
    const options = {
      code: 'uk',
      name: 'Companies',
      complete_for: ['GB'],
      published_at: '2025-12-01',
      age_days_max: 3_000,
    };
    const imported = await sendJson(server, PATH, { paths, ...options });
    expect(imported.status).toBe(201);
    expect(imported.body).toMatchObject({ ...options, format: 'plain_csv', active: true, stale: false });
    expect(imported.body).toMatchObject({ companies: 3, owners: 3, countries: ['GB'], skipped: {}, rows_skipped: 0 });
    expect(imported.body.version).toMatch(/^2025-12-01\.[0-9a-f]{8}$/);
    const again = await sendJson(server, PATH, { paths, code: 'uk' });
    expect([again.status, again.body.id]).toEqual([200, imported.body.id]);
    expect((await send(server, `${PATH}/${imported.body.id}`)).body).toEqual(again.body);
    expect((await send(server, PATH)).body).toMatchObject({ object: 'list', has_more: false, data: [again.body] });
    expect(server.appliance.registerSearch.byName('Quillhaven Number 2', { limit: 1 })).toMatchObject([
      { company: { number: '2' }, register: { id: imported.body.id } },
    ]);
    expect((await send(server, '/readyz')).body).toMatchObject({ status: 'ready', registers: 1 });
    const { data } = (await send(server, `${PATH}/imports`)).body;
    expect(data).toMatchObject([
      { state: 'done', created: true },
      { state: 'done', created: false, list: imported.body.id },
    ]);
  });

  it('are paged, rolled back, limited in age and taken out of use', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    await using server = await startWithFolder(folder.path);
    const ids: string[] = [];
    for (const count of [2, 3]) {
      const { body } = await sendJson(server, PATH, { paths: [writeRegister(folder.path, count)], code: 'uk' });
      ids.push(body.id);
    }
    const [old, now] = ids;
    const page = await send(server, `${PATH}?limit=1&code=uk`);
    expect(page.body).toMatchObject({ has_more: true, data: [{ id: now, active: true }] });
    expect((await send(server, `${PATH}?starting_after=${now}`)).body.data).toMatchObject([{ id: old }]);
    expect((await send(server, `${PATH}?active=true`)).body.data).toMatchObject([{ id: now }]);
    expect((await send(server, `${PATH}?starting_after=lst_x`)).body.code).toBe('invalid_cursor');
    expect((await sendJson(server, `${PATH}/${old}/activate`, {})).body).toMatchObject({ id: old, active: true });
    expect((await patchJson(server, `${PATH}/uk`, { age_days_max: 5 })).body).toMatchObject({
      id: old,
      age_days_max: 5,
    });
    expect((await patchJson(server, `${PATH}/${now}`, { age_days_max: null })).body.age_days_max).toBeNull();
    expect((await patchJson(server, `${PATH}/none`, { age_days_max: 5 })).status).toBe(404);
    expect((await sendJson(server, `${PATH}/${now}/deactivate`, {})).body.code).toBe('state_conflict');
    expect((await sendJson(server, `${PATH}/${old}/deactivate`, {})).body).toMatchObject({ id: old, active: false });
    expect(server.appliance.registerSearch.versions()).toEqual([]);
    expect((await send(server, `${PATH}/reg_none`)).status).toBe(404);
  });

  it('say what is wrong with an import by its place', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    await using server = await startWithFolder(folder.path);
    writeFileSync(join(folder.path, 'cut.csv'), `${HEADER}\n1,"Cut`);
    const cases: [unknown, string, string | undefined][] = [
      [{}, 'invalid_request', 'paths'],
      [{ paths: ['none.csv'] }, 'invalid_request', 'paths[0]'],
      [{ paths: ['cut.csv'], complete_for: ['GB', 'XX'] }, 'invalid_request', 'complete_for[1]'],
      [{ paths: ['cut.csv'], age_days_max: 0 }, 'invalid_request', 'age_days_max'],
      [{ paths: ['cut.csv'] }, 'list_invalid', undefined],
    ];
    for (const [body, code, field] of cases) {
      const answer = await sendJson(server, PATH, body);
      expect([answer.status, answer.body.code, answer.body.errors?.[0]?.field]).toEqual([400, code, field]);
    }
    expect((await sendJson(server, PATH, { paths: ['cut.csv'] })).body.detail).toContain('cut.csv, line 2');
    expect(server.logged.join('\n')).not.toContain('Cut');
  });

  it('need the scopes of lists, and a live key to be changed', async () => {
    using folder = tempFolder();
    await using server = await startWithFolder(folder.path);
    const reader = bearer(server.makeKey({ scopes: ['lists:read'] }));
    const other = bearer(server.makeKey({ scopes: ['kyb:read'] }));
    const test = bearer(server.makeKey({ livemode: false }));
    const post = (headers: Record<string, string>) =>
      send(server, PATH, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' });
    expect((await send(server, PATH, { headers: reader })).status).toBe(200);
    expect((await send(server, PATH, { headers: other })).status).toBe(403);
    expect((await post(reader)).status).toBe(403);
    expect((await post(test)).body.detail).toContain('A test key cannot change');
  });

  it('grow too old', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using server = await startTestServer({ clock, list: false, config: { listsDir: folder.path } });
    const { body } = await sendJson(server, PATH, { paths: [writeRegister(folder.path, 1)] });
    const isStale = async (): Promise<boolean> => (await send(server, `${PATH}/${body.id}`)).body.stale;
    clock.advance((LIMITS.registerAgeDaysMax - 1) * DAY_MS);
    expect(await isStale()).toBe(false);
    clock.advance(DAY_MS);
    expect(await isStale()).toBe(true);
  });
});

describe('a company', () => {
  it(
    'is found in an imported register by its number or a misspelt name, and fails where that holds all and not it',
    inWholeRunAlone('1 s'),
    async () => {
      using folder = tempFolder();
      await using server = await startWithFolder(folder.path);
      const paths = [writeRegister(folder.path, 3)];
      await sendJson(server, PATH, { paths, code: 'uk', complete_for: ['GB'] });
      const checkOf = async (company: object): Promise<{ status: string; registry: Answer['body'] }> => {
        const { body } = await createCompany(server, {
          company: { country: 'GB', address: { country: 'GB' }, ...company },
        });
        await server.settle();
        const record = (await send(server, `${KYB}/${body.id}`)).body;
        return { status: record.status, registry: record.checks.registry };
      };
      const known = await checkOf({ legal_name: 'Quillhaven Number 2 Limited', registration_number: '00000002' });
      expect(known.registry).toMatchObject({ passed: true });
      const named = await checkOf({ legal_name: 'Quilhaven Number 2 Ltd' });
      expect(JSON.stringify(named.registry)).toContain('Quillhaven Number 2 Ltd');
      const missing = await checkOf({ legal_name: 'Tarnbeck Nowhere Ltd', registration_number: '00000009' });
      expect(missing.registry.passed).toBe(false);
      expect(missing.registry.findings[0]).toMatchObject({ code: 'company_not_found' });
      expect(missing.status).toBe('failed');
    },
  );
});

describe('custos registers', () => {
  it('imports, shows, rolls back, limits and removes', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    await using server = await startWithFolder(folder.path);
    const run = async (...args: string[]): Promise<{ exit: number; out: string; err: string }> => {
      const ran = { exit: -1, out: '', err: '' };
      const io = {
        cwd: folder.path,
        out: (text: string) => {
          ran.out += text;
        },
        err: (text: string) => {
          ran.err += text;
        },
      };
      ran.exit = await runCommand(server.appliance, ['registers', ...args], io);
      return ran;
    };
    expect((await run('show')).out).toContain('No register is loaded');
    const first = writeRegister(folder.path, 2);
    const options = ['--code', 'uk', '--name', 'Companies', '--published', '2025-12-01', '--complete-for', 'GB, FR'];
    const imported = await run('import', first, ...options);
    expect(imported).toMatchObject({ exit: 0, err: expect.stringContaining('2 rows, 4 entries, 100 %') });
    expect(imported.out).toMatch(
      /^reg_\w+ {2}uk {2}Companies {2}version 2025-12-01\.\w{8} {2}2 companies {2}2 owners {2}all of GB, FR/,
    );
    await run('import', writeRegister(folder.path, 3), '--code', 'uk');
    const lines = (await run('versions', 'uk')).out.trim().split('\n');
    expect(lines.map((line) => /(searched|kept)$/.exec(line)?.[1])).toEqual(['searched', 'kept']);
    const old = lines[1]?.split(' ')[0] ?? '';
    expect((await run('activate', old)).out).toContain(old);
    expect((await run('age', 'uk', '5')).exit).toBe(0);
    expect((await send(server, `${PATH}/${old}`)).body).toMatchObject({ active: true, age_days_max: 5 });
    expect((await run('remove', 'uk')).out).toContain('No register is loaded');
    for (const wrong of [[], ['none'], ['import'], ['age', 'uk'], ['age', 'uk', 'x'], ['show', 'more']]) {
      expect((await run(...wrong)).exit).toBe(2);
    }
    expect((await run('versions', 'none')).exit).toBe(1);
    const mapped = join(folder.path, 'mapped.csv');
    writeFileSync(mapped, 'Firm,No\nMapped Ltd,7\n');
    expect((await run('import', mapped, '--columns', 'name=Firm,number=No,country==GB')).exit).toBe(0);
  });
});

describe('a start', () => {
  it(
    'goes on with the registers in force, and removes what an import left that the process did not survive',
    inWholeRunAlone('1 s'),
    async () => {
      using folder = tempFolder();
      const lists = join(folder.path, 'lists');
      const start = () => startTestServer({ folder: folder.path, list: false, config: { listsDir: lists } });
      const server = await start();
      const { body } = await sendJson(server, PATH, { paths: [writeRegister(lists, 2)], code: 'uk' });
      const registers = join(server.appliance.config.dataDir, 'registers');
      await server.stop();
      for (const name of ['reg_cut.part', 'reg_lost.db']) writeFileSync(join(registers, name), 'left');
      await using again = await start();
      expect(readdirSync(registers)).toEqual([`${body.id}.db`]);
      expect(again.appliance.registerSearch.byKey('GB:00000002')).toHaveLength(1);
    },
  );

  it('without the file of a register is not ready, and says what to do', async () => {
    using folder = tempFolder();
    const lists = join(folder.path, 'lists');
    const start = () => startTestServer({ folder: folder.path, list: false, config: { listsDir: lists } });
    const server = await start();
    const paths = [writeRegister(lists, 2)];
    const { body } = await sendJson(server, PATH, { paths, code: 'uk' });
    const file = join(server.appliance.config.dataDir, 'registers', `${body.id}.db`);
    await server.stop();
    writeFileSync(file, '');
    await using again = await start();
    const ready = await send(again, '/readyz');
    expect([ready.status, ready.body.missing]).toEqual([
      503,
      [expect.stringContaining('the active register uk cannot be read')],
    ]);
  });
});
