import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { must } from '../../server/lib/assert.ts';
import { bearer, createCompany, KYB, LEAST_COMPANY, send, sendBody, submit, withKey } from '../integration/drive.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const APPROVAL = { decision: 'approve', reason: 'other', note: 'Seen.' };
/** A selfie of two people; a reviewer must choose one. */
const TWO_FACES = { selfie: { faces: [1.5, 0.1] } };
const KINDS = ['person', 'company'] as const;

/** Creates `count` records that need review, then stops the appliance's job runner. */
async function waiting(server: TestServer, kind: (typeof KINDS)[number], count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let at = 0; at < count; at++) {
    paths.push(
      kind === 'person'
        ? `/v1/verifications/${await submit(server, { files: cardAndSelfie(TWO_FACES), applicant: ANNA })}`
        : `${KYB}/${(await createCompany(server, { company: LEAST_COMPANY })).body.id}`,
    );
  }
  await server.settle();
  for (const path of paths) expect((await send(server, path)).body.status).toBe('needs_review');
  await server.appliance.runner.stop(0);
  return paths;
}

/** The tables that each act writes. */
const ACTS = {
  review: ['reviews', 'verifications', 'events', 'audit', 'idempotency'],
  rerun: [
    'former_attempts',
    'former_results',
    'step_results',
    'verifications',
    'events',
    'jobs',
    'audit',
    'idempotency',
  ],
  corrections: [
    'corrections',
    'former_attempts',
    'former_results',
    'step_results',
    'verifications',
    'events',
    'jobs',
    'audit',
    'idempotency',
  ],
  'face-choices': [
    'face_choices',
    'former_attempts',
    'former_results',
    'step_results',
    'verifications',
    'events',
    'jobs',
    'audit',
    'idempotency',
  ],
  'request-documents': ['document_requests', 'verifications', 'audit', 'idempotency'],
  notes: ['notes', 'audit', 'verifications', 'idempotency'],
  assignment: ['verifications', 'audit'],
  documents: [
    'documents',
    'former_attempts',
    'former_results',
    'step_results',
    'events',
    'jobs',
    'audit',
    'idempotency',
  ],
} as const;
type ActName = keyof typeof ACTS;
const ALL = Object.keys(ACTS) as ActName[];
/** A company has no read fields to correct, and no compared faces. */
const NAMES = {
  person: sampleOf('acts on a person', ALL, 2),
  company: sampleOf(
    'acts on a company',
    ALL.filter((name) => name !== 'corrections' && name !== 'face-choices'),
    2,
  ),
} as const;
/** The number of ways in which each act fails. */
const WAYS = 3;

/** The key of the one act on a record: a repetition uses the same key. */
function keyOf(path: string): string {
  const key = keys.get(path) ?? randomUUID();
  keys.set(path, key);
  return key;
}
const keys = new Map<string, string>();

async function act(server: TestServer, path: string, name: ActName) {
  const headers = withKey(keyOf(path));
  const own = `${path}/${name}`;
  switch (name) {
    case 'documents': {
      const files = [{ ...cardAndSelfie()[0], bytes: cardAndSelfie()[1]?.bytes ?? Buffer.of(), type: 'passport' }];
      const body = form({
        files: path.includes('kyb') ? files.map(({ bytes }) => ({ bytes, type: 'license' })) : files,
      });
      return send(server, own, { method: 'POST', body, headers: { ...bearer(server.key), ...headers } });
    }
    case 'assignment': {
      const assignee = server.appliance.db.prepare('SELECT id FROM api_keys LIMIT 1').pluck().get();
      return sendBody(server, own, { assignee }, { method: 'PUT' });
    }
    case 'corrections': {
      const document = server.appliance.db.prepare(
        'SELECT id FROM documents WHERE verification_id = ? ORDER BY position',
      );
      const document_id = document.pluck().get(path.split('/').at(-1));
      const body = { document_id, fields: { last_name: 'Quarrington' }, note: 'As the picture shows.' };
      return sendBody(server, own, body, { headers });
    }
    case 'face-choices': {
      const { documents } = (await send(server, path)).body;
      const body = { document_id: documents[1].id, face: 1, note: 'As the picture shows.' };
      return sendBody(server, own, body, { headers });
    }
    case 'review':
      return sendBody(server, own, APPROVAL, { headers });
    case 'request-documents':
      return sendBody(server, own, { types: [{ type: 'proof_of_address' }] }, { headers });
    default:
      return sendBody(server, own, { text: 'A note.' }, { headers });
  }
}

/** All rows of all tables. */
function dump({ appliance: { db } }: TestServer): string {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
  return JSON.stringify(
    (tables as string[]).map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]),
  );
}

describe.each(KINDS)('every act on a %s', (kind) => {
  let server: TestServer;
  let paths: string[];
  const next = (): string => must(paths.shift(), 'there is one for each test');
  beforeAll(async () => {
    server = await startTestServer({ policy: { ...POLICY_V1 } });
    paths = await waiting(server, kind, WAYS * NAMES[kind].length);
  });
  afterAll(() => server.stop());

  it.each(NAMES[kind])('%s that fails at any of its writes leaves all as it was', async (name) => {
    const path = next();
    const before = dump(server);
    for (const table of ACTS[name]) {
      const write =
        table === 'step_results' ? 'DELETE' : ['verifications', 'jobs'].includes(table) ? 'UPDATE' : 'INSERT';
      server.appliance.db.exec(
        `CREATE TEMP TRIGGER broken BEFORE ${write} ON main.${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      );
      const answer = await act(server, path, name);
      server.appliance.db.exec('DROP TRIGGER broken');
      expect(answer.status, table).toBe(500);
      expect(dump(server), table).toBe(before);
    }
    expect((await act(server, path, name)).status).toBeLessThan(300);
    expect(dump(server)).not.toBe(before);
    await assertInvariants(server.appliance);
  });

  it.each(NAMES[kind])('%s reports a full disk, and can be repeated', async (name) => {
    const path = next();
    const before = dump(server);
    failNextCommit(server, 'SQLITE_FULL', 'before');
    const answer = await act(server, path, name);
    expect([answer.status, answer.body.code]).toEqual([503, 'disk_full']);
    expect(dump(server)).toBe(before);
    expect((await act(server, path, name)).status).toBeLessThan(300);
    await assertInvariants(server.appliance);
  });

  it.each(NAMES[kind])('%s is done once where the commit was in doubt and done', async (name) => {
    const path = next();
    failNextCommit(server, 'SQLITE_IOERR_FSYNC', 'after');
    expect((await act(server, path, name)).status).toBe(500);
    const after = dump(server);
    const again = await act(server, path, name);
    expect(again.status).toBeLessThan(300);
    // An assignment has no key and is simply repeated.
    if (name !== 'assignment') {
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(dump(server)).toBe(after);
    }
    await assertInvariants(server.appliance);
  });
});

/** Makes the next transaction fail with this code, before or after it is on the disk. */
function failNextCommit({ appliance }: TestServer, code: string, when: 'before' | 'after'): void {
  const { db } = appliance;
  const original = db.transaction;
  db.transaction = ((work: () => unknown) => ({
    immediate() {
      db.transaction = original;
      if (when === 'after') original.call(db, work).immediate();
      throw Object.assign(new Error('the disk failed'), { code });
    },
  })) as unknown as typeof db.transaction;
}
