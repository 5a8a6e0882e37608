import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { cardAndSelfie } from '../support/form.ts';
import { LISTED_PERSON, writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, send, sendJson, verify } from './drive.ts';

const PATH = '/v1/watchlists';
/** Polls a thread's work, but not so often that polling slows it. */
const WAIT = { interval: 10 };
const ROW = 'U-5,"ZIEGENHORN, Balthasar",person,,1960,,,TEST-A,sanction,2024-01-01,';

const patchJson = (server: TestServer, path: string, body: unknown, key = server.key): Promise<Answer> =>
  send(server, path, {
    method: 'PATCH',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A server with two versions of the list "small"; the newer one with five entries is active. */
async function startWithTwo(folder: string): Promise<{ server: TestServer; old: string; now: string }> {
  const server = await startTestServer({ list: false });
  const first = await sendJson(server, PATH, { paths: [writeSmallList(folder)], code: 'small' });
  const second = await sendJson(server, PATH, { paths: [writeSmallList(folder, [ROW])], code: 'small' });
  return { server, old: first.body.id, now: second.body.id };
}

describe('an import', () => {
  it('from a file of the appliance decides over the next record', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const { passport: _number, ...applicant } = LISTED_PERSON;
    const files = cardAndSelfie();
    expect((await verify(server, { files, applicant })).status).toBe('needs_review');
    const paths = [writeSmallList(folder.path)];
    const imported = await sendJson(server, PATH, { paths, code: 'mine', name: 'My list', age_days_max: 7 });
    expect(imported.status).toBe(201);
    expect(imported.body).toMatchObject({ code: 'mine', name: 'My list', entries: 4, active: true, stale: false });
    expect(imported.body).toMatchObject({
      types: { person: 3, entity: 1 },
      topics: ['sanction'],
      orphans: {},
      age_days_max: 7,
    });
    const record = await verify(server, { files, applicant });
    expect(record.status).toBe('failed');
    expect(record.checks.watchlists.lists).toMatchObject([{ id: imported.body.id, version: imported.body.version }]);
    const again = await sendJson(server, PATH, { paths, code: 'mine' });
    expect([again.status, again.body.id]).toEqual([200, imported.body.id]);
    expect((await send(server, PATH)).body.data).toHaveLength(1);
  });

  it('names a file by its place in the folder for lists', async () => {
    using folder = tempFolder();
    writeSmallList(folder.path);
    await using server = await startTestServer({ list: false, config: { listsDir: folder.path } });
    expect((await sendJson(server, PATH, { paths: ['small-list.csv'] })).status).toBe(201);
  });

  it('tells nothing of files elsewhere', async () => {
    using folder = tempFolder();
    const inside = join(folder.path, 'lists');
    mkdirSync(inside);
    mkdirSync(join(inside, 'folder'));
    const outside = writeSmallList(folder.path);
    symlinkSync(outside, join(inside, 'link.csv'));
    await using server = await startTestServer({ list: false, config: { listsDir: inside } });
    const bodies = new Set<string>();
    symlinkSync('/', join(inside, 'root'));
    symlinkSync('loop', join(inside, 'loop'));
    execFileSync('mkfifo', [join(inside, 'pipe.csv')]);
    const elsewhere = [outside, '/etc/passwd', '../small-list.csv', 'link.csv', 'root/etc/passwd', 'root', '/dev/zero'];
    const encoded = ['%2e%2e/small-list.csv', 'a\0.csv', '\0', '..', '.', '/', inside, `${inside}/../small-list.csv`];
    const none = ['/nowhere', 'missing.csv', 'folder', 'folder/x.csv', 'loop', 'pipe.csv', 'x'.repeat(4_000), '名.csv'];
    for (const path of [...elsewhere, ...encoded, ...none]) {
      const { status, body } = await sendJson(server, PATH, { paths: [path] });
      expect([status, body.code, body.errors[0].code]).toEqual([400, 'invalid_request', 'file_not_found']);
      bodies.add(body.detail);
    }
    expect(bodies.size).toBe(1);
    for (const path of [outside, 'link.csv', 'missing.zip', 'pipe.csv']) {
      const pack = await sendJson(server, `${PATH}/packs`, { path });
      expect([pack.status, pack.body.errors[0]]).toMatchObject([400, { code: 'file_not_found', field: 'path' }]);
    }
  });

  it('says what is wrong, and keeps the list in force', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    const path = join(folder.path, 'no.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    const cases: [unknown, string][] = [
      [{}, 'invalid_request'],
      [{ paths: [] }, 'invalid_request'],
      [{ paths: [path] }, 'list_invalid'],
      [{ paths: [path], published_at: '2099-01-01' }, 'invalid_request'],
      [{ paths: [path], code: 'Not A Code' }, 'invalid_request'],
      [{ paths: [path], age_days_max: 0 }, 'invalid_request'],
      [{ paths: ['x'.repeat(LIMITS.pathCharsMax + 1)] }, 'invalid_request'],
      [{ paths: [path], columns: { name: 'a', constructor: 'b' } }, 'list_invalid'],
      [{ paths: [path], columns: { name: 'x'.repeat(5_000) } }, 'invalid_request'],
      [
        { paths: [path], columns: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, 'a'])) },
        'invalid_request',
      ],
    ];
    for (const [body, code] of cases) {
      const answer = await sendJson(server, PATH, body);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    const form = await send(server, PATH, { method: 'POST', body: new FormData() });
    expect(form.status).toBe(415);
    const headers = { ...bearer(server.key), 'content-type': 'application/json' };
    const broken = await send(server, PATH, { method: 'POST', headers, body: '{' });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
    const large = await send(server, PATH, { method: 'POST', headers, body: `"${'x'.repeat(2 ** 20)}"` });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    expect((await send(server, PATH)).body.data).toMatchObject([{ code: 'small', active: true }]);
  });

  it('of a list that has shrunk, or is older, has to be asked for', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const rows = Array.from({ length: LIMITS.listEntriesGoneMin + 1 }, (_, index) => ROW.replace('U-5', `V-${index}`));
    const wide = { paths: [writeSmallList(folder.path, rows)], published_at: '2025-06-01' };
    await sendJson(server, PATH, wide);
    const paths = [writeSmallList(folder.path)];
    const shrunk = await sendJson(server, PATH, { paths });
    expect([shrunk.status, shrunk.body.errors[0].code]).toEqual([400, 'list_shrunk']);
    const older = await sendJson(server, PATH, { paths, published_at: '2025-05-01', accept_smaller: true });
    expect([older.status, older.body.errors[0].code]).toEqual([400, 'list_older']);
    const asked = { paths, published_at: '2025-05-01', accept_smaller: true, allow_older: true };
    expect((await sendJson(server, PATH, asked)).status).toBe(201);
  });

  it('continues after the client that started it disconnects', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const rows = Array.from({ length: 3_000 }, (_, index) => `N-${index},Odo F${index},,,,,,,,,`);
    const gone = new AbortController();
    const asked = send(server, PATH, {
      method: 'POST',
      headers: { ...bearer(server.key), 'content-type': 'application/json' },
      body: JSON.stringify({ paths: [writeSmallList(folder.path, rows)] }),
      signal: gone.signal,
    });
    const imports = async () => (await send(server, `${PATH}/imports`)).body.data;
    await expect.poll(async () => (await imports()).length, WAIT).toBeGreaterThan(0);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(async () => (await imports())[0].state, WAIT).toBe('done');
    expect((await send(server, PATH)).body.data).toMatchObject([{ entries: 3_004, active: true }]);
  });

  it('under way is shown with its progress', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const rows = Array.from({ length: 3_000 }, (_, index) => `N-${index},Odo F${index},,,,,,,,,`);
    const running = sendJson(server, PATH, { paths: [writeSmallList(folder.path, rows)] });
    const seen: Answer['body'][] = [];
    while (!seen.some(({ entries }) => entries > 0)) {
      seen.push(...(await send(server, `${PATH}/imports`)).body.data);
      if (seen.length > 10_000) throw new Error('the import was never seen');
    }
    expect(seen.at(-1)).toMatchObject({ files: ['small-list.csv'], state: 'running' });
    expect(seen.at(-1).bytes_total).toBeGreaterThan(60_000);
    expect((await running).body).toMatchObject({ entries: 3_004 });
    const { data } = (await send(server, `${PATH}/imports`)).body;
    expect(data).toMatchObject([{ state: 'done', progress: 1, entries: 3_004, lists: [expect.any(String)] }]);
  });
});

describe('versions', () => {
  it('tell their age', async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using server = await startTestServer({ clock, list: false });
    const body = { paths: [writeSmallList(folder.path)], published_at: '2025-12-17' };
    const imported = await sendJson(server, PATH, body);
    expect(imported.body).toMatchObject({ dated: '2025-12-17', age_days: 29, stale: false });
    clock.advance(24 * 3600 * 1000);
    expect((await send(server, PATH)).body.data).toMatchObject([{ age_days: 30, stale: true }]);
  });

  it('are kept beside the one that is searched, filtered and paged', async () => {
    using folder = tempFolder();
    const { server, old, now } = await startWithTwo(folder.path);
    await using _server = server;
    await sendJson(server, PATH, { paths: [writeSmallList(folder.path)], code: 'other' });
    const idsOf = async (query: string) =>
      (await send(server, `${PATH}${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf('?code=small')).toEqual([now, old]);
    expect(await idsOf('?code=small&active=true')).toEqual([now]);
    expect(await idsOf('?active=false')).toEqual([old]);
    const first = await send(server, `${PATH}?code=small&limit=1`);
    expect([first.body.has_more, first.body.data[0].id]).toEqual([true, now]);
    expect(first.headers.get('link')).toContain(`starting_after=${now}`);
    expect(await idsOf(`?code=small&limit=1&starting_after=${now}`)).toEqual([old]);
    expect(await idsOf(`?code=small&ending_before=${old}`)).toEqual([now]);
    for (const query of [`?starting_after=${'lst_01h455vb4pex5vsknk084sn02q'}`, '?starting_after=x', '?active=maybe']) {
      expect((await send(server, `${PATH}${query}`)).status).toBe(400);
    }
    expect((await send(server, `${PATH}/${old}`)).body).toMatchObject({ id: old, active: false, entries: 4 });
  });

  it('are rolled back to and forward, which the search follows', async () => {
    using folder = tempFolder();
    const { server, old, now } = await startWithTwo(folder.path);
    await using _server = server;
    const searched = async () =>
      (await send(server, `${PATH}?active=true`)).body.data.map(({ id }: { id: string }) => id);
    const back = await sendJson(server, `${PATH}/${old}/activate`, {});
    expect([back.status, back.body.active, await searched()]).toEqual([200, true, [old]]);
    const { passport: _number, ...applicant } = LISTED_PERSON;
    const record = await verify(server, { files: cardAndSelfie(), applicant });
    expect(record.checks.watchlists.lists).toMatchObject([{ id: old }]);
    await sendJson(server, `${PATH}/${now}/activate`, {});
    expect(await searched()).toEqual([now]);
    expect((await sendJson(server, `${PATH}/${now}/deactivate`, {})).body).toMatchObject({ id: now, active: false });
    expect(await searched()).toEqual([]);
    expect((await send(server, '/readyz')).body.watchlists).toBe(0);
    expect((await sendJson(server, `${PATH}/${now}/deactivate`, {})).status).toBe(409);
  });

  it('are compared', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const path = join(folder.path, 'l.csv');
    const importRows = async (...rows: string[]) => {
      writeFileSync(path, `id,name,birth_dates,programs\n${rows.join('\n')}\n`);
      return (await sendJson(server, PATH, { paths: [path], accept_smaller: true })).body.id as string;
    };
    const old = await importRows('1,Same,,', '2,Before,1950,P', '3,Gone,,');
    const now = await importRows('1,Same,,', '2,After,1951,P', '4,New,,');
    const { body } = await send(server, `${PATH}/${now}/changes?against=${old}`);
    expect(body.counts).toEqual({ added: 1, changed: 1, removed: 1 });
    expect(body.data.map(({ id: _id, type: _type, ...change }: { id: string; type: string }) => change)).toEqual([
      { change: 'added', name: 'New', fields: [] },
      { change: 'changed', name: 'After', fields: ['names', 'birth_dates', 'original'] },
      { change: 'removed', name: 'Gone', fields: [] },
    ]);
    const page = await send(server, `${PATH}/${now}/changes?against=${old}&limit=1`);
    expect(page.body).toMatchObject({ has_more: true, data: [{ name: 'New' }] });
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await send(server, next)).body.data).toMatchObject([{ name: 'After' }]);
    const gone = await send(server, `${PATH}/${now}/changes?against=${old}&change=removed`);
    expect(gone.body).toMatchObject({ has_more: false, data: [{ name: 'Gone' }], counts: body.counts });
    const rest = await send(
      server,
      `${PATH}/${now}/changes?against=${old}&change=removed&starting_after=${body.data[0].id}`,
    );
    expect(rest.body.data).toMatchObject([{ name: 'Gone' }]);
    const entry = await send(server, `${PATH}/${now}/entries/${body.data[1].id}`);
    expect(entry.body).toMatchObject({
      source_id: '2',
      birth_dates: ['1951'],
      original: { programs: 'P' },
      list: { id: now },
    });
    const before = await send(server, `${PATH}/${old}/entries/${body.data[1].id}`);
    expect(before.body).toMatchObject({ names: [{ name: 'Before' }] });
    expect((await send(server, `${PATH}/${old}/entries/${body.data[0].id}`)).status).toBe(404);
    const other = await sendJson(server, PATH, { paths: [path], code: 'other' });
    for (const query of [
      '',
      `?against=${other.body.id}`,
      `?against=${old}&starting_after=ent_x`,
      `?against=${old}&change=all`,
    ]) {
      expect((await send(server, `${PATH}/${now}/changes${query}`)).status).toBe(400);
    }
  });

  it('share a limit of age', async () => {
    using folder = tempFolder();
    const { server, old, now } = await startWithTwo(folder.path);
    await using _server = server;
    expect((await patchJson(server, `${PATH}/small`, { age_days_max: 5 })).body).toMatchObject({
      id: now,
      age_days_max: 5,
    });
    expect((await patchJson(server, `${PATH}/${old}`, { age_days_max: null })).body).toMatchObject({
      id: now,
      age_days_max: null,
    });
    for (const body of [{ age_days_max: 0 }, { age_days_max: 'x' }, {}]) {
      expect((await patchJson(server, `${PATH}/small`, body)).status).toBe(400);
    }
    expect((await patchJson(server, `${PATH}/nothing`, { age_days_max: 5 })).status).toBe(404);
  });

  it('that are not there are 404, and are changed by live keys with the scope alone', async () => {
    await using server = await startTestServer();
    const { id } = (await send(server, PATH)).body.data[0];
    const unknown = `${PATH}/lst_01h455vb4pex5vsknk084sn02q`;
    for (const path of [
      unknown,
      `${unknown}/changes?against=${id}`,
      `${unknown}/entries/ent_01h455vb4pex5vsknk084sn02q`,
    ]) {
      expect((await send(server, path)).status).toBe(404);
    }
    for (const act of ['activate', 'deactivate']) {
      expect((await sendJson(server, `${unknown}/${act}`, {})).status).toBe(404);
      for (const key of [server.makeKey({ scopes: ['lists:read'] }), server.makeKey({ livemode: false })]) {
        expect((await sendJson(server, `${PATH}/${id}/${act}`, {}, key)).status).toBe(403);
      }
    }
    const testKey = server.makeKey({ livemode: false });
    expect((await patchJson(server, `${PATH}/small`, { age_days_max: 5 }, testKey)).status).toBe(403);
    expect((await sendJson(server, `${PATH}/packs`, { path: 'x' }, testKey)).status).toBe(403);
    expect((await send(server, PATH, { headers: bearer(server.makeKey({ scopes: ['kyc:read'] })) })).status).toBe(403);
    expect((await send(server, PATH)).body.data).toMatchObject([{ id, active: true, age_days_max: null }]);
  });
});
