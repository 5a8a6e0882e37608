import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { transact } from '../../server/db/transact.ts';
import { ADA, setUpAdmin } from '../support/browser.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send } from './drive.ts';

const AUDIT = '/v1/audit';
const HOUR_MS = 3600 * 1000;

interface Entry {
  id: string;
  action: string;
  actor: { id: string; kind: string; name: string | null };
  subject: string | null;
}

const read = async (server: TestServer, query = ''): Promise<{ data: Entry[]; has_more: boolean }> =>
  (await send(server, `${AUDIT}${query}`)).body;

function append({ appliance }: TestServer, count: number): void {
  transact(appliance.db, () => {
    for (let i = 0; i < count; i++) appliance.audit.append({ actor: 'cli', action: 'report.taken', details: { i } });
  });
  appliance.audit.anchor();
}

it('is read newest first, with names of who did it, page by page', async () => {
  await using server = await startTestServer();
  await setUpAdmin(server);
  append(server, 5);
  const all = await read(server, '?limit=200');
  expect(all.has_more).toBe(false);
  const numbers = all.data.map(({ id }) => Number(id));
  expect(numbers).toEqual(numbers.map((_, at) => numbers.length - at));
  expect(all.data[0]).toMatchObject({
    object: 'audit_entry',
    action: 'report.taken',
    subject: null,
    details: { i: 4 },
  });
  expect(all.data[0]?.actor).toEqual({ id: 'cli', kind: 'command_line', name: null });
  const made = all.data.find(({ action }) => action === 'operator.created');
  expect(made?.actor).toEqual({ id: made?.subject, kind: 'operator', name: ADA.name });
  const byKey = all.data.find(({ action }) => action === 'key.created');
  expect(byKey?.actor).toEqual({ id: 'system', kind: 'system', name: null });

  const first = await send(server, `${AUDIT}?limit=3&action=report.taken`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(next).toContain('action=report.taken');
  const second = await send(server, next);
  const seen = [...first.body.data, ...second.body.data].map(({ details }) => details.i);
  expect(seen).toEqual([4, 3, 2, 1, 0]);
  expect(second.body.has_more).toBe(false);
  const prev = /<([^>]+)>; rel="prev"/.exec(second.headers.get('link') ?? '')?.[1] ?? '';
  expect((await send(server, prev)).body.data).toEqual(first.body.data);
});

it('is searched by who, what, whom and when', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  await setUpAdmin(server);
  clock.advance(24 * HOUR_MS);
  append(server, 2);
  const [operator] = (await read(server, '?action=operator.created')).data;
  expect((await read(server, `?subject=${operator?.subject}`)).data).toContainEqual(operator);
  expect((await read(server, `?actor=${operator?.actor.id}&action=operator.created`)).data).toEqual([operator]);
  expect((await read(server, '?from=2026-01-16')).data.map(({ action }) => action)).toEqual([
    'report.taken',
    'report.taken',
  ]);
  const before = await read(server, '?to=2026-01-16T00:00:00Z&limit=200');
  expect(before.data.every(({ action }) => action !== 'report.taken')).toBe(true);
  expect(before.data.length).toBeGreaterThan(0);
  const { body } = await send(server, `${AUDIT}/filters`);
  expect(body.actions).toEqual([...body.actions].sort());
  expect(body.actions).toContain('report.taken');
  expect(body.actors).toContainEqual(operator?.actor);
});

it.each([
  ['starting_after=x', 'starting_after'],
  ['starting_after=2&ending_before=3', 'ending_before'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['from=yesterday', 'from'],
  ['to=2026-13-01', 'to'],
  ['actor=', 'actor'],
  [`action=${'x'.repeat(300)}`, 'action'],
])('names what is wrong with %s', async (query, field) => {
  await using server = await startTestServer();
  const { status, body } = await send(server, `${AUDIT}?${query}`);
  expect([status, body.errors[0].field]).toEqual([400, field]);
});

it('is verified while other work goes on, and says so in itself', async () => {
  await using server = await startTestServer();
  append(server, 1_200);
  const before = await send(server, `${AUDIT}?limit=1`);
  const [one, other] = await Promise.all([
    send(server, `${AUDIT}/verify`, { method: 'POST' }),
    send(server, `${AUDIT}/verify`, { method: 'POST' }),
  ]);
  for (const { body } of [one, other]) {
    expect(body).toMatchObject({ ok: true, problem: null, first_bad: null, checkpoints: 1 });
    expect(body.entries).toBeGreaterThanOrEqual(Number(before.body.data[0].id));
    expect(body.head.link).toMatch(/^[0-9a-f]{64}$/);
  }
  const [entry] = (await read(server, '?limit=1')).data;
  expect(entry).toMatchObject({
    action: 'audit.verified',
    actor: { kind: 'key', name: 'test' },
    details: { ok: true },
  });
});

it('tells of the first entry that does not hold', async () => {
  const server = await startTestServer();
  append(server, 20);
  server.appliance.db.exec("UPDATE audit SET actor = 'nobody' WHERE seq = 7");
  const { status, body } = await send(server, `${AUDIT}/verify`, { method: 'POST' });
  expect([status, body.ok, body.first_bad]).toEqual([200, false, 7]);
  expect(body.problem).toContain('entry 7');
  await server.stop();
});

it('is taken out signed, as the command writes it, whole or of a time', async () => {
  using folder = tempFolder();
  const clock = testClock();
  await using server = await startTestServer({ clock });
  append(server, 1_100);
  clock.advance(24 * HOUR_MS);
  const answer = await send(server, `${AUDIT}/export`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="custos-audit-2026-01-16.jsonl"');
  const lines = answer.text.trimEnd().split('\n');
  // A second checkpoint has been due since the start of the day, and may be written during the export.
  const types = lines.map((line) => JSON.parse(line).type as string);
  expect([...new Set(types)]).toEqual(['header', 'entry', 'checkpoint', 'trailer']);
  expect(JSON.parse(lines[types.lastIndexOf('entry')] ?? '')).toMatchObject({ action: 'audit.exported' });
  writeFileSync(join(folder.path, 'log'), answer.text);
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  expect(await runCommand(server.appliance, ['audit', 'verify', 'log'], { out: say, err: say, cwd: folder.path })).toBe(
    0,
  );
  expect(out).toContain('matches the signature of this appliance');
  const part = await send(server, `${AUDIT}/export?from=2026-01-16`);
  const entries = part.text.split('\n').filter((line) => line.includes('"type":"entry"'));
  expect(entries.map((line) => JSON.parse(line).action)).toEqual(['audit.exported', 'audit.exported']);
  expect((await send(server, `${AUDIT}/export?from=x`)).status).toBe(400);
});

it('is for those who may read it, and live', async () => {
  await using server = await startTestServer();
  const as = async (key: string, path: string, method = 'GET') =>
    (await send(server, path, { method, headers: bearer(key) })).status;
  const test = server.makeKey({ livemode: false });
  const admin = server.makeKey({ scopes: ['admin', 'kyc:read'] });
  const auditor = server.makeKey({ scopes: ['audit:read'] });
  for (const [path, method] of [
    [AUDIT, 'GET'],
    [`${AUDIT}/filters`, 'GET'],
    [`${AUDIT}/verify`, 'POST'],
    [`${AUDIT}/export`, 'GET'],
  ] as const) {
    expect([
      path,
      await as(test, path, method),
      await as(admin, path, method),
      await as(auditor, path, method),
    ]).toEqual([path, 403, 403, 200]);
  }
});
