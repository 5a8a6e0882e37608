import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { openAppliance } from '../../server/context.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { type Db, openDatabase } from '../../server/db/open.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { GUARDED, GUARDED_NAMES } from '../../server/rows/tables.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { logInAs, setUpAdmin } from '../support/browser.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { takeCodesAway } from '../support/older-form.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, createCompany, LEAST_COMPANY, send, sendJson, submit } from './drive.ts';

const WAITING = { files: cardAndSelfie({ card: { quality: { sharpness: 5 } } }), applicant: ANNA };
const KYC = '/v1/verifications';
const PERSON = { first_name: 'Tobias', last_name: 'Quenby', dob: '1968-12-30' };

const fileOf = (server: TestServer, name = 'custos.db'): string => join(server.appliance.config.dataDir, name);

/** An edit by an attacker who can write the file but has no key: over a separate connection. */
function edit(path: string, change: (db: Db) => void): void {
  const db = openDatabase(path);
  change(db);
  db.close();
}

/** The output of the command line, and its exit status. */
async function command(server: TestServer, ...args: string[]): Promise<{ exit: number; out: string }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(server.appliance, args, { out: say, err: say, cwd: '/' });
  return { exit, out };
}

const verifyData = (server: TestServer) => command(server, 'verify-data');
const QUIET = { exit: 0, out: expect.stringContaining('Every row is as the appliance wrote it') };

const warned = async (server: TestServer): Promise<number> => (await send(server, '/v1/system')).body.rows_refused;

const statusWith = async (server: TestServer, key: string, path = KYC): Promise<number> =>
  (await server.fetch(path, { headers: bearer(key) })).status;

describe('an edit of the file', () => {
  it('gives a key no scopes: it is refused, told of, and cannot be covered by what the appliance writes later', async () => {
    await using server = await startTestServer();
    const small = server.makeKey({ scopes: ['kyc:read'] });
    const { data } = (await send(server, '/v1/api-keys')).body;
    const mine = data.find(({ scopes }: { scopes: string[] }) => scopes.length === 1).id as string;
    expect([await statusWith(server, small), await statusWith(server, small, '/v1/operators')]).toEqual([200, 403]);
    edit(fileOf(server), (db) =>
      db
        .prepare("UPDATE api_keys SET scopes = (SELECT scopes FROM api_keys WHERE scopes LIKE '%admin%') WHERE id = ?")
        .run(mine),
    );
    expect(await statusWith(server, small, '/v1/operators')).toBe(401);
    expect(await warned(server)).toBe(1);
    expect(server.logged.join('\n')).toContain('row.refused');
    const { db } = server.appliance;
    expect(() => db.prepare("UPDATE api_keys SET label = 'x' WHERE id = ?").run(mine)).toThrow('row_refused');
    // Columns without consequences are still written, and hide no edit.
    db.prepare('UPDATE api_keys SET last_used_at = 1 WHERE id = ?').run(mine);
    expect(await verifyData(server)).toMatchObject({ exit: 1, out: expect.stringContaining(`api_keys ${mine}`) });
    expect(await command(server, 'verify-data', '--quarantine', 'api_keys', mine)).toMatchObject({ exit: 0 });
    expect(await verifyData(server)).toMatchObject(QUIET);
    expect(await statusWith(server, small)).toBe(401);
    expect(await warned(server)).toBe(0);
  });

  it('gives an operator no role, and nobody a session', async () => {
    await using server = await startTestServer();
    const admin = await setUpAdmin(server);
    const auditor = await logInAs(server, admin, 'auditor');
    const { id } = (await auditor.send('/session')).body.operator;
    expect((await auditor.send('/v1/operators')).status).toBe(403);
    edit(fileOf(server), (db) => {
      db.prepare("UPDATE operators SET role = 'administrator' WHERE id = ?").run(id);
      db.prepare('UPDATE sessions SET operator_id = ? WHERE operator_id = ?').run('opr_none', 'opr_none');
    });
    expect((await auditor.send('/v1/operators')).status).toBe(401);
    expect((await admin.send('/v1/operators')).status).toBe(200);
    await command(server, 'verify-data', '--quarantine', 'operators', id);
    expect((await admin.send(`/v1/operators/${id}`)).body.active).toBe(false);
    // Another operator's session, assigned to the administrator.
    const clerk = await logInAs(server, admin, 'operator');
    const adminId = (await admin.send('/session')).body.operator.id;
    const clerkId = (await clerk.send('/session')).body.operator.id;
    edit(fileOf(server), (db) =>
      db.prepare('UPDATE sessions SET operator_id = ? WHERE operator_id = ?').run(adminId, clerkId),
    );
    expect((await clerk.send('/session')).body.operator ?? null).toBeNull();
    expect((await verifyData(server)).out).toContain('sessions ');
    await command(server, 'verify-data', '--quarantine', 'sessions', adminId);
  });

  it('gives a record no outcome: it is refused until it waits for a person, and holds back no other', async () => {
    await using server = await startTestServer();
    const [id, other] = [await submit(server, WAITING), await submit(server, WAITING)];
    await server.settle();
    edit(fileOf(server), (db) =>
      db.prepare("UPDATE verifications SET status = 'completed', ended_at = 1 WHERE id = ?").run(id),
    );
    const answer = await send(server, `${KYC}/${id}`);
    expect([answer.status, answer.body.code]).toEqual([500, 'row_refused']);
    expect((await send(server, KYC)).body.data.map((one: { id: string }) => one.id)).toEqual([other]);
    const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
    expect((await sendJson(server, `${KYC}/${id}/review`, approval)).status).toBe(500);
    const { exit, out } = await verifyData(server);
    expect([exit, out.split('\n').filter((line) => line.includes(id)).length]).toEqual([1, 2]);
    await command(server, 'verify-data', '--quarantine', 'verifications', id);
    expect((await send(server, `${KYC}/${id}`)).body.status).toBe('needs_review');
    expect(await verifyData(server)).toMatchObject(QUIET);
    expect((await sendJson(server, `${KYC}/${id}/review`, approval)).body.status).toBe('completed');
    expect(await verifyData(server)).toMatchObject(QUIET);
  });

  it('erases nothing by it, until a person looked', async () => {
    await using server = await startTestServer();
    const id = await submit(server, { files: cardAndSelfie(), applicant: ANNA });
    await server.settle();
    edit(fileOf(server), (db) => db.prepare('UPDATE verifications SET ended_at = 1 WHERE id = ?').run(id));
    expect((await sendJson(server, '/v1/retention/purge', { dry_run: false })).body.erased).toBe(0);
    expect((await send(server, `${KYC}/${id}`, { method: 'DELETE' })).status).toBe(500);
    await command(server, 'verify-data', '--quarantine', 'verifications', id);
    expect((await send(server, `${KYC}/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await verifyData(server)).toMatchObject(QUIET);
  });

  it.each([
    ['notes', 'sealed_text', (id: string) => `${KYC}/${id}/notes`],
    ['documents', 'sealed_description', (id: string) => `${KYC}/${id}`],
  ] as const)('exchanges no two values of %s', async (table, column, path) => {
    await using server = await startTestServer();
    const id = await submit(server, WAITING);
    await server.settle();
    for (const text of ['It is hers.', 'It is forged.']) await sendJson(server, `${KYC}/${id}/notes`, { text });
    edit(fileOf(server), (db) => {
      const [a, b] = db.prepare(`SELECT id, ${column} AS value FROM ${table} ORDER BY id`).all() as {
        id: string;
        value: Buffer;
      }[];
      const set = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`);
      set.run(b?.value, a?.id);
      set.run(a?.value, b?.id);
    });
    const { status, body } = await send(server, path(id));
    expect([status, body.code]).toEqual([500, 'row_refused']);
    const found = (await verifyData(server)).out.split('\n').filter((line) => line.includes(`: ${table} `));
    expect(found).toHaveLength(2);
    for (const line of found)
      await command(server, 'verify-data', '--quarantine', ...(line.split(': ').at(-1) ?? '').split(' '));
    expect((await send(server, path(id))).status).toBe(200);
  });

  it('puts no second person in the place of the first', async () => {
    await using server = await startTestServer();
    const id = await submit(server, WAITING);
    await server.settle();
    const changes = { 'review.four_eyes': true };
    const based_on = (await send(server, '/v1/policies/current')).body.version;
    expect((await sendJson(server, '/v1/policies', { based_on, note: 'Two people', changes })).status).toBe(201);
    const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
    await sendJson(server, `${KYC}/${id}/review`, approval);
    edit(fileOf(server), (db) => db.prepare("UPDATE reviews SET decided_by = 'opr_somebody'").run());
    expect((await sendJson(server, `${KYC}/${id}/review`, approval)).status).toBe(500);
    const { id: review } = server.appliance.db.prepare('SELECT id FROM reviews').get() as { id: string };
    await command(server, 'verify-data', '--quarantine', 'reviews', review);
    expect((await sendJson(server, `${KYC}/${id}/review`, approval)).body.status).toBe('needs_review');
  });

  it('sends no event elsewhere, and lists no origin', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const endpoint = await sendJson(server, '/v1/webhook-endpoints', { url: receiver.url, enabled: false });
    edit(fileOf(server), (db) =>
      db.prepare("UPDATE webhook_endpoints SET state = 'enabled', disabled_reason = NULL").run(),
    );
    await submit(server, WAITING);
    await server.settle();
    await server.appliance.webhooks.settle();
    expect(receiver.received).toEqual([]);
    expect((await send(server, endpoint.body.links.self)).status).toBe(404);
    await command(server, 'verify-data', '--quarantine', 'webhook_endpoints', endpoint.body.id);
    expect((await send(server, endpoint.body.links.self)).body.enabled).toBe(false);
  });

  it('tells nobody of an outcome: a changed event is neither sent nor listed', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { id: endpoint } = (await sendJson(server, '/v1/webhook-endpoints', { url: receiver.url })).body;
    const id = await submit(server, WAITING);
    await server.settle();
    await server.appliance.webhooks.settle();
    const sent = receiver.received.length;
    const kinds = async (): Promise<string[]> =>
      (await send(server, '/v1/events?limit=100')).body.data
        .filter(({ data }: { data: { id: string } }) => data.id === id)
        .map(({ type }: { type: string }) => type);
    const before = await kinds();
    expect(before.at(-1)).toBe('verification.needs_review');

    edit(fileOf(server), (db) =>
      db
        .prepare(
          "UPDATE events SET kind = 'verification.completed', body = replace(body, 'needs_review', 'completed') WHERE kind = 'verification.needs_review'",
        )
        .run(),
    );
    const path = `/v1/webhook-endpoints/${endpoint}/deliveries`;
    const [delivery] = (await send(server, path)).body.data;
    expect(
      (await sendJson(server, `/v1/webhook-endpoints/${endpoint}/replay`, { delivery_id: delivery.id })).status,
    ).toBe(202);
    await server.appliance.webhooks.settle();
    expect(receiver.received).toHaveLength(sent);
    expect((await send(server, path)).body.data[0]).toMatchObject({ state: 'blocked', error: 'event_changed' });
    expect(await kinds()).toEqual(before.slice(0, -1));
    const { out } = await verifyData(server);
    const [, row = ''] = /: events (\S+)/.exec(out) ?? [];
    await command(server, 'verify-data', '--quarantine', 'events', row);
    expect(await verifyData(server)).toMatchObject(QUIET);
  });

  it('changes no policy: the version before is in force after the next start', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const set = (value: number) => async () => {
      const based_on = (await send(first, '/v1/policies/current')).body.version;
      const body = { based_on, note: 'Stricter', changes: { 'retention.months': value } };
      expect((await sendJson(first, '/v1/policies', body)).status).toBe(201);
    };
    await set(70)();
    await set(80)();
    const path = fileOf(first);
    await first.stop();
    edit(path, (db) =>
      db.prepare('UPDATE policies SET policy = replace(policy, \'"months":80\', \'"months":1\')').run(),
    );
    await using server = await startTestServer({ folder: folder.path });
    const current = (await send(server, '/v1/policies/current')).body;
    expect(current.policy.retention.months).toBe(70);
    const refused = (await verifyData(server)).out.match(/: policies (\d+)/)?.[1] as string;
    await command(server, 'verify-data', '--quarantine', 'policies', refused);
    expect((await send(server, '/v1/policies/current')).body.policy.retention.months).toBe(70);
    expect(await verifyData(server)).toMatchObject(QUIET);
  });

  it('holds back no other record, and none that hangs on it', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer({ start: false });
    const [edited, company, person] = [
      await submit(server, WAITING),
      (await createCompany(server, { company: LEAST_COMPANY, representatives: [{ ...PERSON, role: 'director' }] })).body
        .id,
      await submit(server, WAITING),
    ];
    edit(fileOf(server), (db) => db.prepare("UPDATE verifications SET created_by = 'x' WHERE id = ?").run(edited));
    server.appliance.runner.start();
    await server.settle();
    const states = server.appliance.db.prepare('SELECT verification_id, state FROM jobs').raw().all();
    expect(Object.fromEntries(states as [string, string][])).toEqual({
      [edited]: 'dead',
      [company]: 'done',
      [person]: 'done',
    });
    expect((await send(server, '/v1/system')).body.warnings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['dead_jobs', 'rows_refused']),
    );
    await command(server, 'verify-data', '--quarantine', 'verifications', edited);
    await server.settle();
    expect((await send(server, `${KYC}/${edited}`)).body.status).toBe('needs_review');
    // A company that waits for a person and is edited meanwhile does not block the person's completion.
    const path = `/v1/kyb/verifications/${company}`;
    const [{ id: director }] = (await send(server, path)).body.representatives;
    expect(
      (await sendJson(server, `${path}/persons/${director}/verification`, { verification_id: person })).status,
    ).toBe(201);
    edit(fileOf(server), (db) => {
      db.prepare('UPDATE person_verifications SET holds = 1').run();
      db.prepare("UPDATE verifications SET created_by = 'x' WHERE id = ?").run(company);
    });
    const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
    expect((await sendJson(server, `${KYC}/${person}/review`, approval)).body.status).toBe('completed');
    for (const row of [
      ['verifications', company],
      ['person_verifications', company, director],
    ])
      await command(server, 'verify-data', '--quarantine', ...row);
    expect(await verifyData(server)).toMatchObject(QUIET);
  });

  it('that restores an earlier whole row is detected by the log', async () => {
    await using server = await startTestServer();
    const id = await submit(server, WAITING);
    await server.settle();
    const before = server.appliance.db.prepare('SELECT * FROM verifications WHERE id = ?').get(id) as Record<
      string,
      unknown
    >;
    await sendJson(server, `${KYC}/${id}/review`, {
      decision: 'reject',
      reason: 'document_unreadable',
      note: 'Unreadable.',
    });
    edit(fileOf(server), (db) => {
      const columns = Object.keys(before).filter((column) => column !== 'due_at_ms');
      db.prepare(
        `UPDATE verifications SET ${columns.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
      ).run(before);
    });
    const { exit, out } = await verifyData(server);
    expect([exit, out]).toEqual([
      1,
      expect.stringContaining(`${id} is in needs_review, but the audit log says failed`),
    ]);
    await command(server, 'verify-data', '--quarantine', 'verifications', id);
    expect(await verifyData(server)).toMatchObject(QUIET);
  });
});

it('rows that a newer form changes keep their codes, and one that was edited before stays refused', async () => {
  using folder = tempFolder();
  const first = await startTestServer({ folder: folder.path });
  const [id, other] = [await submit(first, WAITING), await submit(first, WAITING)];
  await first.settle();
  const { config } = first.appliance;
  await first.stop();
  edit(join(config.dataDir, 'custos.db'), (db) =>
    db.prepare("UPDATE verifications SET status = 'completed' WHERE id = ?").run(id),
  );
  const sql = 'UPDATE verifications SET updated_at = updated_at + 1; ALTER TABLE notes ADD COLUMN colour TEXT;';
  const appliance = await openAppliance(config, {
    clock: systemClock,
    log: createLogger(systemClock, () => {}),
    engines: fakeEngines(),
    migrations: [...MIGRATIONS, { version: MIGRATIONS.length + 1, name: 'next', sql }],
  });
  expect(() => getVerification(appliance, id, true)).toThrow('was changed outside the appliance');
  expect(getVerification(appliance, other, true)?.status).toBe('needs_review');
  await appliance.close(0);
});

describe('rows of a database from before', () => {
  it('are authenticated once, which the log says; what is edited from then on is refused', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const id = await submit(first, WAITING);
    await first.settle();
    const { dataDir } = first.appliance.config;
    await first.stop();
    const old = join(dataDir, 'custos.db');
    takeCodesAway(dataDir, { keysToo: true });

    const second = await startTestServer({ folder: folder.path });
    expect(await verifyData(second)).toMatchObject(QUIET);
    const entries = second.appliance.db
      .prepare("SELECT details FROM audit WHERE action = 'rows.authenticated'")
      .pluck()
      .all();
    expect(entries).toHaveLength(1);
    expect(JSON.parse(entries[0] as string).rows).toBeGreaterThan(5);
    await second.stop();
    edit(old, (db) => db.prepare("UPDATE verifications SET status = 'completed' WHERE id = ?").run(id));
    await using third = await startTestServer({ folder: folder.path });
    expect((await send(third, `${KYC}/${id}`)).status).toBe(500);
    await command(third, 'verify-data', '--quarantine', 'verifications', id);
  });

  it('are not authenticated a second time where the database of keys is put back to before', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const id = await submit(first, WAITING);
    await first.settle();
    const { dataDir } = first.appliance.config;
    await first.stop();
    edit(join(dataDir, 'keys.db'), (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
    copyFileSync(join(dataDir, 'keys.db'), join(folder.path, 'keys-before.db'));
    edit(join(dataDir, 'custos.db'), (db) =>
      db.prepare("UPDATE verifications SET status = 'completed' WHERE id = ?").run(id),
    );
    copyFileSync(join(folder.path, 'keys-before.db'), join(dataDir, 'keys.db'));
    await using server = await startTestServer({ folder: folder.path });
    expect((await send(server, `${KYC}/${id}`)).status).toBe(500);
    await command(server, 'verify-data', '--quarantine', 'verifications', id);
  });

  it(
    'that were put back by hand beside newer keys are all refused, until a person takes them as they are',
    inWholeRunAlone('1 s'),
    async () => {
      using folder = tempFolder();
      const first = await startTestServer({ folder: folder.path });
      const id = await submit(first, WAITING);
      await first.settle();
      const { dataDir } = first.appliance.config;
      await first.stop();
      takeCodesAway(dataDir, { keysToo: false });
      await using server = await startTestServer({ folder: folder.path });
      expect((await send(server, `${KYC}/${id}`)).status).toBe(500);
      const { exit, out } = await command(server, 'verify-data', '--accept-all');
      expect([exit, out]).toEqual([0, expect.stringContaining('rows are accepted as they are now')]);
      expect((await send(server, `${KYC}/${id}`)).body.status).toBe('needs_review');
    },
  );
});

it('every column of a guarded table is covered, or said to be open', async () => {
  await using server = await startTestServer({ start: false });
  for (const table of GUARDED_NAMES) {
    const { columns, open } = GUARDED[table];
    const found = server.appliance.db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    expect([...columns, ...open, 'mac'].toSorted(), table).toEqual(found.toSorted());
  }
});

it('every table with a sealed column is guarded, or binds the value to its row by itself', async () => {
  await using server = await startTestServer({ start: false });
  const sealed = server.appliance.db
    .prepare(
      `SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name LIKE 'sealed%'`,
    )
    .pluck()
    .all() as string[];
  // One row per record or owner, or one in all. The seal binds the value to that id.
  const byItself = ['directory', 'webhook_secrets', 'webhook_urls'];
  expect(sealed.filter((name) => !byItself.includes(name) && !(GUARDED_NAMES as string[]).includes(name))).toEqual([]);
});
