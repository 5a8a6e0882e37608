import { expect, it } from 'vitest';
import { isGenuine } from '../../server/retention/certificate.ts';
import { ownedTables } from '../../server/retention/rows.ts';
import { testClock } from '../support/clock.ts';
import { memoryDatabase } from '../support/database.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { company, lenientPolicy, statesOf, submitCompany } from '../support/kyb.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  bearer,
  create,
  createCompany,
  KYB,
  LEAST_COMPANY,
  read,
  send,
  sendJson,
  submit,
  verify,
  withKey,
} from './drive.ts';
import { openStream } from './streams.ts';

const CLEAN = { files: cardAndSelfie(), applicant: ANNA };
const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f77';
const SELF = '/v1/verifications';

const REOPENED = ['processing', 'needs_review'];

const erase = (server: TestServer, path: string, key = server.key) =>
  send(server, path, { method: 'DELETE', headers: bearer(key) });

it('a verification is erased: 404 erased, a skeleton and a signed certificate stay, whatever is asked again', async () => {
  await using server = await startTestServer();
  const { appliance } = server;
  const { body: created } = await create(server, CLEAN, withKey(KEY));
  await server.settle();
  const { status, body: certificate } = await erase(server, `${SELF}/${created.id}`);
  expect(status).toBe(200);
  expect(certificate).toMatchObject({
    verification: { id: created.id, kind: 'kyc', livemode: true, status: 'completed', policy_version: 1 },
    cause: 'request',
    erased: { data_key: true, rows: true, files: 2 },
  });
  expect(isGenuine(certificate, appliance.keys.signing.publicKey)).toBe(true);
  expect(isGenuine({ ...certificate, cause: 'retention' }, appliance.keys.signing.publicKey)).toBe(false);
  for (const path of ['', '/stream', '/retention', '/export', '/notes', '/attempts', '/evidence']) {
    const { status, body } = await send(server, `${SELF}/${created.id}${path}`);
    expect([path, status, body.code]).toEqual([path, 404, 'erased']);
  }
  expect((await send(server, `${SELF}/${created.id}/erasure`)).body).toEqual(certificate);
  expect((await erase(server, `${SELF}/${created.id}`)).body.code).toBe('erased');
  const replayed = await create(server, CLEAN, withKey(KEY));
  expect([replayed.status, replayed.body.code]).toEqual([404, 'erased']);
  expect((await send(server, SELF)).body.data).toEqual([]);
  const verification = appliance.db.prepare('SELECT * FROM verifications').get() as Record<string, unknown>;
  const kept = [
    'seq',
    'id',
    'kind',
    'livemode',
    'status',
    'created_at',
    'updated_at',
    'created_by',
    'policy_version',
    'mac',
  ];
  const filled = Object.entries(verification).filter(([, it]) => it !== null && it !== 0 && String(it) !== '');
  expect(filled.map(([name]) => name).sort()).toEqual(
    [...kept, 'ended_at', 'erasure'].filter((it) => verification[it] !== 0).sort(),
  );
  const audited = appliance.db.prepare("SELECT actor, details FROM audit WHERE action = 'verification.erased'").all();
  expect(audited).toEqual([{ actor: certificate.requested_by, details: '{"cause":"request"}' }]);
});

it('a client that follows a verification is disconnected when it is erased', inWholeRunAlone('2 s'), async () => {
  await using server = await startTestServer();
  const { id } = await verify(server, CLEAN);
  const stream = await openStream(server, `${SELF}/${id}/stream`);
  await stream.take(3);
  await erase(server, `${SELF}/${id}`);
  expect(await stream.next().catch(() => null)).toBeNull();
});

it('only an administrator erases, only what is theirs, and not what is worked on or held', async () => {
  await using server = await startTestServer({ start: false });
  const id = await submit(server, CLEAN);
  const path = `${SELF}/${id}`;
  const writer = server.makeKey({ scopes: ['kyc:read', 'kyc:write', 'kyc:review'] });
  expect((await erase(server, path, writer)).status).toBe(403);
  expect((await erase(server, path, server.makeKey({ livemode: false }))).body.code).toBe('not_found');
  expect((await erase(server, `${KYB}/${id}`)).body.code).toBe('not_found');
  expect((await erase(server, path)).body.code).toBe('state_conflict');
  server.appliance.runner.start();
  await server.settle();
  const hold = (body: unknown, key?: string) => sendJson(server, `${path}/retention`, body, key);
  expect((await hold({ legal_hold: true })).body.errors[0]).toMatchObject({ field: 'reason', code: 'required' });
  expect((await hold({ legal_hold: true, reason: 'A court asked.' }, writer)).status).toBe(403);
  expect((await hold({ legal_hold: true, reason: 'A court asked.' })).body).toMatchObject({
    legal_hold: true,
    reason: 'A court asked.',
    due_at: null,
  });
  expect((await erase(server, path)).body.code).toBe('state_conflict');
  expect((await send(server, `${path}/erase-biometrics`, { method: 'POST' })).body.code).toBe('state_conflict');
  expect((await hold({ legal_hold: false })).body).toMatchObject({ legal_hold: false, reason: null });
  expect((await erase(server, path)).status).toBe(200);
});

it('a company shows the link of an erased person as erased, waits for them no more, and takes another one', async () => {
  const review = 'review';
  const severity = { faces_differ: review, person_not_verified: review, person_verification_pending: review } as const;
  await using server = await startTestServer({ policy: lenientPolicy(severity) });
  const { body: made } = await createCompany(server, {
    company: LEAST_COMPANY,
    representatives: [{ ...ANNA, role: 'director' }],
  });
  await server.settle();
  const path = `${KYB}/${made.id}`;
  const director = (await send(server, path)).body.representatives[0];
  const person = `${path}/persons/${director.id}/verification`;
  const other = { files: cardAndSelfie({ selfie: { faces: [1.5] } }), applicant: ANNA };
  const { id: waiting } = await verify(server, other);
  expect((await read(server, waiting)).status).toBe('needs_review');
  await sendJson(server, person, { verification_id: waiting });
  const before = statesOf(server, made.id);
  expect((await erase(server, `${SELF}/${waiting}`)).status).toBe(200);
  await server.settle();
  expect(statesOf(server, made.id)).toEqual([...before, ...REOPENED]);
  const shown = (await send(server, path)).body.representatives[0];
  expect(shown).toMatchObject({ verification_id: waiting, verification_status: 'erased' });
  expect((await sendJson(server, person, { verification_id: waiting })).body.code).toBe('erased');
  const { id: next } = await verify(server, CLEAN);
  expect((await sendJson(server, person, { verification_id: next })).body.verification_status).toBe('completed');
  await server.settle();
  expect((await erase(server, path)).body.verification).toMatchObject({ id: made.id, kind: 'kyb' });
  expect((await read(server, next)).status).toBe('completed');
  expect((await send(server, path)).body.code).toBe('erased');
});

it('indexes forget at once: duplicates of files and faces, screening of those who were screened before', async () => {
  using lists = tempFolder();
  await using server = await startTestServer({ config: { duplicateFaces: true } });
  const first = await verify(server, CLEAN);
  const second = await verify(server, CLEAN);
  const others = (record: typeof first) => record.checks.duplicates.findings.map((it) => it.evidence?.['verification']);
  expect(others(second)).toContain(first.id);
  expect((await erase(server, `${SELF}/${first.id}`)).status).toBe(200);
  const third = await verify(server, CLEAN);
  expect(others(third)).toContain(second.id);
  expect(others(third)).not.toContain(first.id);
  const row = 'U-5,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,';
  await server.appliance.lists.importList(
    { paths: [writeSmallList(lists.path, [row])], code: 'small', allowOlder: true },
    'cli',
  );
  await server.settle();
  const alerts = (await send(server, '/v1/alerts')).body.data as { id: string; verification_id: string }[];
  expect(alerts.map((it) => it.verification_id).sort()).toEqual([second.id, third.id].sort());
  expect((await erase(server, `${SELF}/${second.id}`)).status).toBe(200);
  const left = (await send(server, '/v1/alerts')).body.data as { verification_id: string }[];
  expect(left.map((it) => it.verification_id)).toEqual([third.id]);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it('templates of faces go ahead of the rest, with a key of their own, and are found no more', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock, config: { duplicateFaces: true, biometricsMonths: 12 } });
  const { appliance } = server;
  const [first, second] = [await verify(server, CLEAN), await verify(server, CLEAN)];
  expect(appliance.keys.faceKeyIds().sort()).toEqual([first.id, second.id]);
  const path = `${SELF}/${first.id}`;
  expect((await send(server, `${path}/retention`)).body.biometrics_due_at).toBe('2027-01-15T12:00:00.000Z');
  const writer = server.makeKey({ scopes: ['kyc:read', 'kyc:write'] });
  const eraseFaces = (key = server.key) =>
    send(server, `${path}/erase-biometrics`, { method: 'POST', headers: bearer(key) });
  expect((await eraseFaces(writer)).status).toBe(403);
  expect((await eraseFaces()).body).toEqual({ id: first.id, object: 'biometrics_erasure', faces: 2 });
  expect((await eraseFaces()).body.faces).toBe(0);
  expect(appliance.keys.faceKeyIds()).toEqual([second.id]);
  expect(await read(server, first.id)).toEqual(first);
  expect((await send(server, `${path}/retention`)).body.biometrics_due_at).toBeNull();
  clock.advance(366 * 24 * 3600 * 1000);
  await sendJson(server, `${SELF}/${second.id}/retention`, { legal_hold: true, reason: 'A court asked.' });
  await appliance.purges.tick();
  expect(appliance.keys.faceKeyIds()).toEqual([second.id]);
  await sendJson(server, `${SELF}/${second.id}/retention`, { legal_hold: false });
  clock.advance(24 * 3600 * 1000);
  await appliance.purges.tick();
  expect(appliance.keys.faceKeyIds()).toEqual([]);
  expect(appliance.db.prepare('SELECT count(*) FROM face_marks').pluck().get()).toBe(0);
  expect(await read(server, second.id)).toEqual(second);
});

it('every sealed column belongs to a verification, whose erasure then takes it, or is known not to', () => {
  const db = memoryDatabase();
  const sealed = db
    .prepare(
      `SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.name LIKE 'sealed_%'`,
    )
    .pluck()
    .all() as string[];
  const referred = db
    .prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?) WHERE on_delete = \'CASCADE\'')
    .pluck();
  const owned = new Set(['verifications', ...ownedTables(db).map(({ table }) => table)]);
  // Attempts are sealed with the key of the record that their event is about. An erasure destroys that key.
  const ofOthers = [
    ...['operators', 'sessions', 'webhook_endpoints', 'webhook_origins', 'webhook_secrets', 'webhook_attempts'],
    ...['directory', 'security_receivers', 'uplink'],
  ];
  const strange = sealed.filter((table) => {
    const parents = referred.all(table) as string[];
    return !owned.has(table) && !ofOthers.includes(table) && !parents.some((parent) => owned.has(parent));
  });
  expect(strange).toEqual([]);
});

it('a file on its way to a company that is erased meanwhile leaves nothing behind', async () => {
  await using server = await startTestServer({ policy: lenientPolicy() });
  const id = await submitCompany(server, company(server.appliance.newId));
  await server.settle();
  const { vault, retention } = server.appliance;
  const { keepFiles } = vault;
  vault.keepFiles = async (record, files) => {
    await keepFiles(record, files);
    await (await import('../../server/retention/erase.ts')).eraseVerification(
      retention,
      { kind: 'kyb', id, livemode: true },
      { cause: 'request', actor: 'cli' },
    );
  };
  const body = form({ files: [{ bytes: fakeFile({ lines: ['LICENCE'] }), type: 'license' }] });
  const sent = await send(server, `${KYB}/${id}/documents`, { method: 'POST', body });
  expect([sent.status, sent.body.code]).toEqual([404, 'erased']);
  vault.keepFiles = keepFiles;
});
