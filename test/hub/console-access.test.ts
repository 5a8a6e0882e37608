import { expect, test } from 'vitest';
import { HUB_CONSOLE_ROUTES, type HubRoute } from '../../server/contract/hub-console.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { searchRecords } from '../../server/hub/record-search.ts';
import { addHealth, addRecord, enrolBranch, sendAll, type TestBranch } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { hubAdministrator, hubBrowser, hubOperator, runningHub, type TestRunningHub } from '../support/hub/running.ts';

const ROWS = Object.entries<HubRoute>(HUB_CONSOLE_ROUTES);

/** A path of the row with ids that have the right form. */
function pathOf({ at }: HubRoute, id = `brn_${'0'.repeat(26)}`): [method: string, path: string] {
  const [method = '', path = ''] = at.split(' ');
  const prefix = path.includes('/enrolments/')
    ? 'enr'
    : path.includes('/rollouts/')
      ? 'rol'
      : path.includes('/operators/')
        ? 'opr'
        : null;
  const filled = path
    .replace('{id}', prefix === null ? id : id.replace('brn', prefix))
    .replace('{sha256}', '0'.repeat(64))
    .replace('{record}', 'ver_lyon_1');
  return [method, filled.replace('/hub-api/v1/', '')];
}

async function fiveBranches({ hub }: TestRunningHub): Promise<TestBranch[]> {
  const branches: TestBranch[] = [];
  for (const name of ['Lille', 'Lyon', 'Metz', 'Nice', 'Paris']) {
    const branch = await enrolBranch(hub, name);
    addHealth(branch);
    for (let n = 1; n <= 7; n++) addRecord(branch, `ver_${name.toLowerCase()}_${n}`, { reasons: ['face_mismatch'] });
    await sendAll(hub, branch);
    branches.push(branch);
  }
  return branches;
}

describeHub("the hub's routes", (program) => {
  test('nobody gets in without a session, from another site, or with a one-time password', async () => {
    await using running = await runningHub(program);
    const administrator = await hubAdministrator(running);
    const stranger = hubBrowser(running);
    const made = await administrator.ask('POST', 'operators', {
      login: 'vera',
      name: 'Vera',
      role: 'hub_administrator',
      branches: 'all',
    });
    const newcomer = hubBrowser(running);
    await newcomer.ask('POST', 'session', { login: 'vera', password: made.body.one_time_password });
    for (const [id, row] of ROWS) {
      const [method, path] = pathOf(row);
      const foreign = await fetch(`${running.url}/hub-api/v1/${path}`, {
        method,
        headers: { 'sec-fetch-site': 'cross-site', cookie: administrator.cookie ?? '' },
      });
      expect(foreign.status, `${id} from another site`).toBe(403);
      expect(((await foreign.json()) as { code: string }).code, id).toBe('cross_site_request');
      if (row.open === 'pages') continue;
      expect(await stranger.ask(method, path), id).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      if (row.open === undefined || row.open === 'own password') {
        expect(await newcomer.ask(method, path), id).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
    }
  });

  test('an operator of three branches sees these three, and changes nothing, on every route', async () => {
    await using running = await runningHub(program);
    const branches = await fiveBranches(running);
    const [lille, lyon, metz, nice, paris] = branches.map(({ id }) => id);
    const administrator = await hubAdministrator(running);
    const own = [lille, metz, paris].map(String);
    const viewer = await hubOperator(running, administrator, { login: 'vera', role: 'hub_viewer', branches: own });
    const counts = { administrator: 0, viewer: 0, open: 0 };
    for (const [id, row] of ROWS) {
      const [method, path] = pathOf(row, String(lyon));
      if (row.role === 'hub_administrator') {
        expect(await viewer.ask(method, path), id).toMatchObject({ status: 403, body: { code: 'forbidden' } });
        counts.administrator++;
      } else if (row.role === 'hub_viewer') {
        const { status, body } = await viewer.ask(method, path);
        expect(status, id).toBe(path.includes(String(lyon)) ? 404 : 200);
        // Whatever is in it, nothing names another branch.
        for (const foreign of [lyon, nice, 'Lyon', 'Nice', 'ver_lyon', 'ver_nice']) {
          // A problem repeats the path that was asked for.
          expect(JSON.stringify({ ...body, instance: null }), id).not.toContain(foreign);
        }
        counts.viewer++;
      } else counts.open++;
    }
    // A new route must be looked at here.
    expect(counts).toEqual({ administrator: 30, viewer: 4, open: 8 });

    const listed = await viewer.ask('GET', 'branches');
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Lille', 'Metz', 'Paris']);
    expect((await viewer.ask('GET', `branches/${metz}`)).status).toBe(200);
    const records = await viewer.ask('GET', 'records?limit=100');
    expect(records.body.data).toHaveLength(21);
    for (const query of [`branch=${lyon}`, 'id=ver_lyon_1', `branch=${nice}&reason=face_mismatch`]) {
      expect((await viewer.ask('GET', `records?${query}`)).body.data, query).toEqual([]);
    }
    expect((await administrator.ask('GET', `records?branch=${lyon}`)).body.data).toHaveLength(7);
    // The second wall alone, with a query that forgets the first.
    const { pool } = running.hub;
    const leaked = await transact(pool, own, (tx) => searchRecords(tx, 'all', {}, { limit: 100 }));
    expect(new Set(leaked.rows.map(({ branch }) => branch))).toEqual(new Set(own));
  });

  test('each answer has the form of its row', async () => {
    await using running = await runningHub(program);
    const [first] = await fiveBranches(running);
    const administrator = await hubAdministrator(running);
    const rollout = {
      name: 'A policy',
      order: { kind: 'policy', note: 'because', changes: { 'screening.possible_from': 0.9 } },
      healthy_minutes: 5,
      waves: [{ starts: 'by_hand', branches: [first?.id] }],
    };
    const made = await administrator.ask('POST', 'rollouts', rollout);
    expect(made.status).toBe(201);
    const pack = await administrator.send('POST', 'packs?kind=list&name=a.pack', { body: 'a pack' });
    expect(pack.status).toBe(201);
    await administrator.ask('POST', 'invites', { name: 'Nice' });
    const acts: [method: string, path: string, body?: unknown][] = [
      ['POST', `rollouts/${made.body.id}/start-wave`, { wave: 1 }],
      ['POST', `rollouts/${made.body.id}/stop`],
      ['PATCH', `branches/${first?.id}`, { name: 'Rennes' }],
      ['POST', `branches/${first?.id}/quarantine`],
      ['POST', `branches/${first?.id}/release`, {}],
      ['POST', 'keys/rotate'],
      ['POST', `branches/${first?.id}/revoke`],
    ];
    const seen = new Set<string>();
    const check = (method: string, path: string, status: number, body: unknown): void => {
      const match = ROWS.find(([, row]) => {
        const [ofRow, pattern = ''] = row.at.split(' ');
        const form = new RegExp(
          `^/hub-api/v1/${pattern.slice('/hub-api/v1/'.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
        );
        return ofRow === method && form.test(`/hub-api/v1/${path.split('?')[0]}`);
      });
      const [id, row] = match ?? ['', undefined];
      const answer = row?.answers[status];
      expect(answer, `${method} ${path}: ${status} ${JSON.stringify(body)}`).toBeDefined();
      if (answer?.schema) expect(answer.schema.safeParse(body).error, id).toBeUndefined();
      seen.add(id);
    };
    for (const [method, path, body] of acts) {
      const answer = await administrator.ask(method, path, body);
      check(method, path, answer.status, answer.body);
    }
    const gets = ROWS.filter(([, row]) => row.at.startsWith('GET ') && row.path === undefined);
    for (const [, row] of gets) {
      const [method, path] = pathOf(row);
      const answer = await administrator.ask(method, path);
      check(method, path, answer.status, answer.body);
    }
    const detail = await administrator.ask('GET', `branches/${first?.id}`);
    check('GET', `branches/${first?.id}`, detail.status, detail.body);
    const history = await administrator.ask('GET', `branches/${first?.id}/records/ver_lille_1`);
    check('GET', `branches/${first?.id}/records/ver_lille_1`, history.status, history.body);
    expect(history.body.data).toMatchObject([
      { line: 1, seq: 3, kind: 'record', content: { reasons: ['face_mismatch'] } },
    ]);
    expect(seen.size).toBe(acts.length + gets.length + 2);
    const log = await administrator.ask('GET', 'audit?limit=100');
    const actions = log.body.data.map(({ action }: { action: string }) => action);
    for (const action of [
      'rollout.created',
      'branch.renamed',
      'branch.quarantined',
      'branch.released',
      'branch.revoked',
      'hub_keys.rotated',
    ]) {
      expect(actions).toContain(action);
    }
    expect((await administrator.ask('GET', 'audit/check')).body.first_broken).toBeNull();
    expect(JSON.stringify(log.body)).toContain('Ada Lindqvist');
  });

  test('a rollout of a policy takes the settings that an appliance lets people change, and no others', async () => {
    await using running = await runningHub(program);
    const branch = await enrolBranch(running.hub, 'Lyon');
    addHealth(branch, [], ['eu_sanctions']);
    await sendAll(running.hub, branch);
    const administrator = await hubAdministrator(running);
    const { body: known } = await administrator.ask('GET', 'policy-settings');
    const paths = known.settings.map(({ path }: { path: string }) => path);
    expect(paths).toContain('screening.possible_from');
    // The scores of a list, because a branch has it; nothing that is fixed.
    expect(paths).toContain('screening.lists.eu_sanctions.possible_from');
    expect(known.settings.filter(({ fixed }: { fixed: string | null }) => fixed !== null)).toEqual([]);
    const create = (changes: object) =>
      administrator.ask('POST', 'rollouts', {
        name: 'A policy',
        order: { kind: 'policy', note: 'because', changes },
        healthy_minutes: 5,
        waves: [{ starts: 'by_hand', branches: [branch.id] }],
      });
    for (const [changes, field] of [
      [{}, 'order.changes'],
      [{ no_setting: 1 }, 'changes.no_setting'],
      [{ 'screening.possible_from': 3 }, 'changes.screening.possible_from'],
      [{ 'severity.simulated': 'review' }, 'changes.severity.simulated'],
    ] as const) {
      const refused = await create(changes);
      expect(refused, field).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ field }] } });
    }
    expect((await administrator.ask('GET', 'rollouts')).body.data).toEqual([]);
    expect((await create({ 'screening.lists.eu_sanctions.possible_from': 0.9 })).status).toBe(201);
  });

  test('the pages of records hold each record once, whatever the reach and the limit', async () => {
    await using running = await runningHub(program);
    const branches = await fiveBranches(running);
    const { pool } = running.hub;
    const reaches = ['all', branches.slice(0, 3).map(({ id }) => id)] as const;
    for (const reach of reaches) {
      for (const limit of [1, 4, 100]) {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const page = await transact(pool, reach, (tx) => searchRecords(tx, reach, {}, { limit, after }));
          found.push(...page.rows.map(({ id }) => id));
          after = page.next ?? undefined;
        } while (after !== undefined);
        const expected = reach === 'all' ? 35 : 21;
        expect(found).toHaveLength(expected);
        expect(new Set(found).size).toBe(expected);
      }
    }
    const wrong = transact(pool, 'all', (tx) =>
      searchRecords(tx, 'all', {}, { limit: 5, after: "1'; DROP TABLE records" }),
    );
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('what is no carried file is refused, and a file that breaks off leaves nothing', async () => {
    await using running = await runningHub(program);
    const administrator = await hubAdministrator(running);
    const refused = await administrator.send('POST', 'carried-files', { body: 'no archive' });
    expect(refused.status).toBe(400);
    const endless = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.error(new Error('broken'));
      },
    });
    const init = { body: endless, duplex: 'half' } as RequestInit;
    await expect(administrator.send('POST', 'packs?kind=list&name=a', init)).rejects.toThrow();
    expect((await administrator.ask('GET', 'packs')).body.data).toEqual([]);
  });
});
