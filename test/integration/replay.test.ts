import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { ALGORITHM_VERSION } from '../../server/names/version.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { company, submitCompany, uploadFor, withEach } from '../support/kyb.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { verify } from './drive.ts';

async function replay({ appliance }: TestServer, id: string): Promise<{ exit: number; lines: Record<string, string> }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(appliance, ['replay', id], { out: say, err: say, cwd: '/' });
  const lines = out
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  return { exit, lines: Object.fromEntries(lines) };
}

async function verifyPerson(server: TestServer): Promise<string> {
  const { id } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
  return id;
}

type Stored = Record<string, unknown>;

/** Changes a stored result, which requires the keys. */
function changeResult({ appliance }: TestServer, id: string, step: string, change: (result: Stored) => void): void {
  const { db, vault } = appliance;
  const select = db.prepare('SELECT sealed_result FROM step_results WHERE verification_id = ? AND step = ?').pluck();
  const result = vault.openJson<Stored>(id, `step_results.${step}`, select.get(id, step) as Buffer);
  change(result);
  const sealed = vault.sealJson(id, `step_results.${step}`, result);
  db.prepare('UPDATE step_results SET sealed_result = ? WHERE verification_id = ? AND step = ?').run(sealed, id, step);
}

/** The whole content of both databases. */
function contentOf({ appliance }: TestServer): string {
  // The anchor of earlier entries would be written in a moment.
  appliance.audit.anchor();
  const hash = createHash('sha256');
  for (const db of [appliance.db, appliance.keys.db]) {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
    for (const table of tables as string[])
      for (const row of db.prepare(`SELECT * FROM "${table}"`).raw().iterate())
        hash.update(JSON.stringify([table, row]));
  }
  return hash.digest('hex');
}

const PERSON_STEPS = [
  'intake',
  'quality',
  'read',
  'authenticity',
  'validity',
  'consistency',
  'face',
  'liveness',
  'screening',
];
const DUPLICATES = expect.stringContaining('not run (it compares with the other records');

describe('custos replay of a person', () => {
  it('does the decision and every step again, finds them the same, and stores nothing', async () => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    server.appliance.audit.anchor();
    const before = contentOf(server);
    const { exit, lines } = await replay(server, id);
    expect(exit).toBe(0);
    const same = Object.fromEntries(PERSON_STEPS.map((step) => [step, 'same']));
    expect(lines).toEqual({ decision: 'same', ...same, duplicates: DUPLICATES });
    expect(contentOf(server)).toBe(before);
  });

  it('names the place of what differs, and not the value', async () => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    changeResult(server, id, 'read', (result) => {
      const [first] = result['documents'] as { fields: { first_name: { value: string } } }[];
      must(first, 'the card was read').fields.first_name.value = 'ANNE LUCIA';
    });
    const { exit, lines } = await replay(server, id);
    expect(exit).toBe(1);
    expect(lines['read']).toBe('differs (documents[0].fields.first_name.value)');
    expect(JSON.stringify(lines)).not.toContain('ANN');
    expect(lines['quality']).toBe('same');
  });

  it('finds a decision that the stored results do not give', async () => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    changeResult(server, id, 'validity', (result) => {
      result['passed'] = false;
      result['findings'] = [{ code: 'document_expired', message: 'changed' }];
    });
    const { exit, lines } = await replay(server, id);
    expect(exit).toBe(1);
    expect(lines['decision']).toMatch(/^differs \(outcome, reasons/);
    expect(lines['validity']).toMatch(/^differs \(/);
  });

  it('searches the versions of lists that were searched, whatever is in force now', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    const { lists } = server.appliance;
    const id = await verifyPerson(server);
    const row = 'U-7,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2020-02-03,invented';
    await lists.importList({ paths: [writeSmallList(folder.path, [row])], code: 'small' }, 'system');
    const now = await verifyPerson(server);
    const outcome = async (one: string) => (await replay(server, one)).lines['screening'];
    expect([await outcome(id), await outcome(now)]).toEqual(['same', 'same']);
    changeResult(server, id, 'screening', (result) => {
      const [list] = result['lists'] as { id: string }[];
      must(list, 'a list was searched').id = 'lst_none';
    });
    const { exit, lines } = await replay(server, id);
    expect(lines['screening']).toBe('not run (a watchlist version that was searched is no longer stored)');
    expect(exit).toBe(0);
  });

  it('compares no answer of another model, of another comparison, or of no engine', async () => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    const { engines } = server.appliance;
    const { read } = engines.text;
    const { recognise } = engines.face;
    engines.text.read = async (...args) => {
      const page = await read(...args);
      return { ...page, engine: { ...page.engine, version: 'other' } };
    };
    engines.face.recognise = async (...args) => {
      const reading = await recognise(...args);
      return { ...reading, model: { ...reading.model, version: 'other' } };
    };
    const { exit, lines } = await replay(server, id);
    expect(lines['read']).toMatch(/^not run \(it was made with .*; installed now: .* other\)$/);
    expect(lines['face']).toMatch(/^not run \(it was made with /);
    expect([lines['decision'], exit]).toEqual(['same', 0]);
    engines.quality.measure = () => Promise.reject(new EngineError('unavailable', 'no model'));
    expect((await replay(server, id)).lines['quality']).toContain('not run (an engine did not respond (unavailable)');
  });

  it.each([
    ['of another comparison', 3, 'version 3'],
    ['that does not say by which', undefined, 'an older version'],
  ])('compares no search %s, though nobody was found', async (_, version, by) => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    changeResult(server, id, 'screening', (result) => {
      expect(result).toMatchObject({ hits: [], algorithm_version: ALGORITHM_VERSION });
      result['algorithm_version'] = version;
    });
    const { exit, lines } = await replay(server, id);
    const said = `not run (names were compared with ${by} of the comparison; it is now version ${ALGORITHM_VERSION})`;
    expect([lines['screening'], lines['decision'], exit]).toEqual([said, 'same', 0]);
  });

  it('goes by the stored version of the policy, whatever is in force now', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const id = await verifyPerson(first);
    await first.stop();
    const severity = withEach(POLICY_V1.severity, 'fail');
    await using server = await startTestServer({ folder: folder.path, policy: { ...POLICY_V1, severity } });
    expect(server.appliance.policies.current().version).toBe(2);
    const { exit, lines } = await replay(server, id);
    expect([lines['decision'], lines['quality'], lines['screening'], exit]).toEqual(['same', 'same', 'same', 0]);
  });

  it('does a simulation again, and says where there is nothing', async () => {
    await using server = await startTestServer();
    const key = server.makeKey({ livemode: false });
    const parts = { applicant: ANNA, files: cardAndSelfie(), metadata: { simulate: 'failed' } };
    const { id } = await verify(server, parts, key);
    expect(await replay(server, id)).toEqual({ exit: 0, lines: { decision: 'same' } });
    expect((await replay(server, 'ver_none')).exit).toBe(1);
  });
});

describe('custos replay of a company', () => {
  const HEADER = 'number,name,country,status,incorporated_on';

  async function importRegister(server: TestServer, ...rows: string[]): Promise<void> {
    using folder = tempFolder();
    const path = join(folder.path, 'register.csv');
    writeFileSync(path, `${[HEADER, ...rows].join('\n')}\n`);
    const options = { code: 'de', name: 'Sample register', completeFor: ['DE'], ageDaysMax: 100_000 };
    await server.appliance.registers.importRegister({ paths: [path], publishedAt: '2025-01-01', ...options }, 'test');
  }

  it(
    'asks the registers that were asked, and knows the files that the decision knew',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startTestServer();
      await importRegister(server, 'HRB 12345,Nordwind Handel GmbH,DE,active,2010-03-04');
      const id = await submitCompany(server, { documents: [] });
      await uploadFor(server, id, [{ type: 'registration_certificate' }]);
      await server.settle();
      await uploadFor(server, id, [{ type: 'proof_of_address' }]);
      await server.settle();
      await importRegister(server, 'HRB 12345,Another Name GmbH,DE,dissolved,2010-03-04');
      const before = contentOf(server);
      const { exit, lines } = await replay(server, id);
      expect(lines).toMatchObject({
        ...Object.fromEntries(
          ['decision', 'registry', 'screening', 'ownership', 'read', 'documents', 'risk'].map((step) => [step, 'same']),
        ),
        persons: expect.stringContaining('not run'),
      });
      expect(exit).toBe(0);
      expect(contentOf(server)).toBe(before);
      changeResult(server, id, 'registry', (result) => {
        const [register] = result['datasets'] as { id: string }[];
        must(register, 'a register was asked').id = 'reg_none';
      });
      expect((await replay(server, id)).lines['registry']).toContain('a register version that was searched');
    },
  );

  it('finds what differs', async () => {
    await using server = await startTestServer();
    const id = await submitCompany(server, company(server.appliance.newId, { documents: [] }));
    await server.settle();
    changeResult(server, id, 'risk', (result) => {
      result['score'] = 99;
    });
    const { exit, lines } = await replay(server, id);
    expect([exit, lines['risk']]).toEqual([1, 'differs (score)']);
  });
});
