import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import { RECOGNITIONS } from '../../models/face/recognition.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import type { Hit } from '../../server/checks/types.ts';
import { runCommand } from '../../server/commands/run.ts';
import type { PolicyAnswer, PolicyPreviewAnswer, PolicySettingsAnswer } from '../../server/contract/policies.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { company, lenientPolicy, readCompany, submitCompany, uploadFor } from '../support/kyb.ts';
import { LISTED_PERSON, LISTED_PERSON_BY_YEAR } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send, sendJson, submit } from './drive.ts';

const PATH = '/v1/policies';
const { year: _, ...LISTED } = LISTED_PERSON_BY_YEAR;

const change = (server: TestServer, changes: Record<string, unknown>, basedOn = 1, key = server.key) =>
  sendJson(server, PATH, { based_on: basedOn, note: 'Asked for by the compliance officer', changes }, key);
const current = async (server: TestServer): Promise<PolicyAnswer> => (await send(server, `${PATH}/current`)).body;
const actions = ({ appliance }: TestServer) =>
  appliance.db.prepare("SELECT action, subject_id, details FROM audit WHERE action LIKE 'policy.%'").all();

describe('the versions of the policy', () => {
  it('begin with what the program and its configuration have', async () => {
    await using server = await startTestServer({ config: { retentionMonths: 24 } });
    const first = await current(server);
    expect(first).toMatchObject({
      object: 'policy',
      version: 1,
      created_by: null,
      note: null,
      current: true,
      changes: [],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      values: { 'screening.possible_from': 0.85, 'retention.months': 24, 'severity.image_glare': 'info' },
      policy: { ...POLICY_V1, retention: { ...POLICY_V1.retention, months: 24 } },
    });
    expect((await send(server, `${PATH}/1`)).body).toEqual(first);
    expect(actions(server)).toEqual([]);
  });

  it('follow one another, each with who made it, why, and what it changes', async () => {
    await using server = await startTestServer();
    const answer = await change(server, { 'screening.possible_from': 0.86, 'severity.image_glare': 'review' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${PATH}/2`]);
    const { body } = await send(server, PATH);
    const [second, first] = body.data;
    expect(second).toMatchObject({
      object: 'policy_version',
      version: 2,
      note: 'Asked for by the compliance officer',
      current: true,
      created_by: { id: expect.stringMatching(/^key_/), name: 'test' },
      changes: [
        { path: 'screening.possible_from', from: 0.85, to: 0.86 },
        { path: 'severity.image_glare', from: 'info', to: 'review' },
      ],
    });
    expect([first.version, first.current, second.sha256 === first.sha256]).toEqual([1, false, false]);
    expect(actions(server)).toEqual([
      { action: 'policy.changed', subject_id: 'policy_2', details: '{"version":2,"changes":2}' },
    ]);
    const page = await send(server, `${PATH}?limit=1`);
    expect([page.body.has_more, page.headers.get('link')]).toEqual([
      true,
      `<${PATH}?limit=1&starting_after=2>; rel="next"`,
    ]);
    const rest = (await send(server, `${PATH}?limit=1&starting_after=2`)).body;
    expect([rest.has_more, rest.data[0].version]).toEqual([false, 1]);
    expect((await send(server, `${PATH}/3`)).status).toBe(404);
    expect((await send(server, `${PATH}/1e3`)).status).toBe(404);
  });

  it('can be changed only from the newest version, and only by an administrator with live data', async () => {
    await using server = await startTestServer();
    await change(server, { 'review.four_eyes': true });
    const late = await change(server, { 'review.four_eyes': false });
    expect([late.status, late.body.code]).toEqual([409, 'state_conflict']);
    expect(late.body.detail).toContain('version 2');
    const reader = server.makeKey({ scopes: ['kyb:read'] });
    expect((await change(server, { 'review.four_eyes': false }, 2, reader)).status).toBe(403);
    expect((await change(server, { 'review.four_eyes': false }, 2, server.makeKey({ livemode: false }))).status).toBe(
      403,
    );
    expect((await send(server, PATH, { headers: bearer(reader) })).status).toBe(200);
    const stranger = server.makeKey({ scopes: ['lists:read'] });
    expect((await send(server, PATH, { headers: bearer(stranger) })).status).toBe(403);
    expect((await current(server)).version).toBe(2);
  });

  it('refuse a value with its path and its bounds', async () => {
    await using server = await startTestServer();
    const refused: [changes: Record<string, unknown>, field: string, says: string][] = [
      [{ 'screening.possible_from': 0.5 }, 'changes.screening.possible_from', 'must be a number from 0.7 to 1'],
      [{ 'retention.months': 1.5 }, 'changes.retention.months', 'must be a whole number from 1 to 1200'],
      [{ 'review.four_eyes': 'yes' }, 'changes.review.four_eyes', 'must be true or false'],
      [{ 'severity.image_glare': 'bad' }, 'changes.severity.image_glare', 'must be one of: fail, review, info'],
      [{ 'severity.check_not_run': 'info' }, 'changes.severity.check_not_run', 'never counts as passed'],
      [{ 'screening.required_topics': ['pep'] }, 'changes.screening.required_topics', 'must contain sanction'],
      [{ 'kyb.registry.required_countries': ['ZZ'] }, 'changes.kyb.registry.required_countries', 'ISO 3166-1'],
      [{ 'screening.lists.none.possible_from': 0.9 }, 'changes.screening.lists.none.possible_from', 'not a setting'],
      [
        { 'screening.lists.constructor.possible_from': 0.9 },
        'changes.screening.lists.constructor.possible_from',
        'not a setting',
      ],
      [{ version: 7 }, 'changes.version', 'not a setting'],
      [{ 'screening.possible_from': 0.95 }, 'changes.screening.possible_from', 'below the score of possible hits'],
      [{ 'kyb.risk.medium_from': 61 }, 'changes.kyb.risk.medium_from', 'larger than kyb.risk.high_from'],
      [{}, 'changes', 'already in force'],
    ];
    for (const [changes, field, says] of refused) {
      const { status, body } = await change(server, changes);
      expect([status, body.errors?.[0].field], JSON.stringify(changes)).toEqual([400, field]);
      expect(body.errors[0].message).toContain(says);
    }
    expect((await sendJson(server, PATH, { based_on: 1, note: ' ', changes: {} })).status).toBe(400);
    expect((await current(server)).version).toBe(1);
  });

  it('set thresholds of a topic and of a list, and take them away again', async () => {
    await using server = await startTestServer();
    const paths = ['screening.topics.pep.possible_from', 'screening.lists.small.possible_from'];
    const on = await change(server, Object.fromEntries(paths.map((path) => [path, 0.88])));
    expect(on.body.policy.screening).toMatchObject({
      lists: { small: { possible_from: 0.88 } },
      topics: { pep: { possible_from: 0.88 } },
    });
    const off = await change(server, Object.fromEntries(paths.map((path) => [path, null])), 2);
    expect(off.body.changes).toEqual(paths.toReversed().map((path) => ({ path, from: 0.88, to: null })));
    expect(off.body.values[paths[0] ?? '']).toBeNull();
  });
});

describe('what can be set', () => {
  it('comes with its bounds, the default and the value in force; a fixed setting says why', async () => {
    await using server = await startTestServer();
    await change(server, { 'face.match_from': 0.995 });
    const body: PolicySettingsAnswer = (await send(server, `${PATH}/settings`)).body;
    const at = (path: string) => body.settings.find((setting) => setting.path === path);
    expect(body.version).toBe(2);
    expect(at('face.match_from')).toEqual({
      path: 'face.match_from',
      group: 'face',
      kind: 'number',
      unit: 'score',
      min: 0,
      max: 1,
      step: 0.0001,
      options: null,
      always: null,
      nullable: false,
      default: 0.99,
      value: 0.995,
      fixed: null,
      means: expect.stringContaining('same person'),
    });
    expect(at('severity.hit_possible')).toMatchObject({ options: ['review'], fixed: expect.any(String) });
    expect(at('screening.lists.small.confirmed_from')).toMatchObject({ nullable: true, default: null, value: null });
    const groups = new Set(body.groups.map(({ name }) => name));
    expect(body.settings.filter(({ group }) => !groups.has(group))).toEqual([]);
  });
});

describe('what holds after a start', () => {
  it('is what an administrator has set; all else follows the program and its configuration, by a version of its own', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    await change(first, { 'screening.possible_from': 0.86 });
    await first.stop();
    const quality = { ...POLICY_V1.quality, darkest_max: 150 };
    const screening = { ...POLICY_V1.screening, possible_from: 0.8 };
    const newer = { ...POLICY_V1, quality, screening };
    const second = await startTestServer({
      folder: folder.path,
      policy: newer,
      config: { retentionMonths: 48 },
      list: false,
    });
    expect(await current(second)).toMatchObject({
      version: 3,
      created_by: null,
      changes: [
        { path: 'quality.darkest_max', from: 140, to: 150 },
        { path: 'retention.months', from: 60, to: 48 },
      ],
    });
    expect((await current(second)).values['screening.possible_from']).toBe(0.86);
    expect((await change(second, { 'retention.months': 36 }, 3)).status).toBe(201);
    await second.stop();
    await using third = await startTestServer({ folder: folder.path, policy: newer, list: false });
    expect(await current(third)).toMatchObject({ version: 4, values: { 'retention.months': 36 } });
    expect((await send(third, `${PATH}/1`)).body.values).toMatchObject({
      'quality.darkest_max': 140,
      'screening.possible_from': 0.85,
    });
  });

  it('follows the nets that recognise faces, which an administrator may set otherwise', async () => {
    using folder = tempFolder();
    const shipped = await startTestServer({ folder: folder.path });
    const { values } = await current(shipped);
    const { limits } = RECOGNITIONS[SHIPPED_FACE_NETS];
    expect([values['face.match_from'], values['face.duplicate_cosine_from']]).toEqual(Object.values(limits));
    await change(shipped, { 'face.match_from': 0.98 });
    await shipped.stop();
    await using other = await startTestServer({ folder: folder.path, config: { faceNets: 'faceres' }, list: false });
    expect((await current(other)).values).toMatchObject({
      'face.match_from': 0.98,
      'face.duplicate_cosine_from': RECOGNITIONS.faceres.limits.duplicate_cosine_from,
    });
  });

  it('a version of an older program has the defaults of what it did not know', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const { severity, retention: _, ...rest } = POLICY_V1;
    const { holder_under_age: __, ...older } = severity;
    const text = JSON.stringify({ ...rest, severity: older });
    first.appliance.db.prepare('UPDATE policies SET policy = ?').run(text);
    await first.stop();
    await using server = await startTestServer({ folder: folder.path, list: false });
    expect((await send(server, `${PATH}/1`)).body.policy).toEqual(POLICY_V1);
    const now = await current(server);
    expect([now.version, now.policy]).toEqual([2, { ...POLICY_V1, version: 2 }]);
    expect(now.changes).toContainEqual({ path: 'severity.holder_under_age', from: null, to: 'info' });
  });
});

describe('a run', () => {
  /** Similar, but not identical, to an entry of the small list. */
  const LIKE_LISTED = {
    applicant: { ...ANNA, ...LISTED, dob: '1975-08-12' },
  };

  /** A server whose next reading of a text waits until it is released. */
  async function holdReading(server: TestServer): Promise<{ reached: Promise<void>; letGo(): void }> {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { text } = server.appliance.engines;
    const { read } = text;
    text.read = async (...args) => {
      reached.resolve();
      await gate.promise;
      return read(...args);
    };
    return { reached: reached.promise, letGo: gate.resolve };
  }

  const stateOf = async (server: TestServer, id: string) => {
    const { body } = await send(server, `/v1/verifications/${id}`);
    return { policy: body.policy_version, hits: body.checks.watchlists.hits.length };
  };

  it('ends under the version that it began with, whatever comes into force meanwhile', async () => {
    await using server = await startTestServer();
    const held = await holdReading(server);
    const id = await submit(server, { ...LIKE_LISTED, files: cardAndSelfie() });
    await held.reached;
    expect((await change(server, { 'screening.possible_from': 1, 'screening.confirmed_from': 1 })).status).toBe(201);
    held.letGo();
    await server.settle();
    expect(await stateOf(server, id)).toEqual({ policy: 1, hits: 1 });
    const next = await submit(server, { ...LIKE_LISTED, files: cardAndSelfie() });
    await server.settle();
    expect(await stateOf(server, next)).toEqual({ policy: 2, hits: 0 });
    const rerun = await sendJson(server, `/v1/verifications/${id}/rerun`, {});
    expect(rerun.status).toBe(200);
    await server.settle();
    expect(await stateOf(server, id)).toEqual({ policy: 2, hits: 0 });
    expect(await runCommand(server.appliance, ['replay', id], { out() {}, err() {}, cwd: '/' })).toBe(0);
  });

  it('that a start goes on with does so too', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path });
    const held = await holdReading(first);
    const id = await submit(first, { ...LIKE_LISTED, files: cardAndSelfie() });
    await held.reached;
    expect((await change(first, { 'screening.possible_from': 1, 'screening.confirmed_from': 1 })).status).toBe(201);
    await first.stop();
    await using server = await startTestServer({ folder: folder.path });
    await server.settle();
    expect((await current(server)).version).toBe(2);
    expect(await stateOf(server, id)).toEqual({ policy: 1, hits: 1 });
  });

  it('of a company that keeps what was looked up goes on by the version of that', async () => {
    await using server = await startTestServer({ policy: lenientPolicy({ owner_missing: 'review' }) });
    const id = await submitCompany(server, company(server.appliance.newId, { ubos: [] }));
    await server.settle();
    const versionOf = () => readCompany(server, id).decision?.policy_version;
    expect([readCompany(server, id).status, versionOf()]).toEqual(['needs_review', 1]);
    await change(server, { 'review.four_eyes': true });
    await uploadFor(server, id, [{}]);
    await server.settle();
    expect(versionOf()).toBe(1);
    await sendJson(server, `/v1/kyb/verifications/${id}/rerun`, {});
    await server.settle();
    expect(versionOf()).toBe(2);
  });
});

it('screenings, reviews and retention go by the version in force', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const screen = async () => {
    const query = { ...LISTED, dob: '1975-08-12' };
    const { body } = await sendJson(server, '/v1/screenings', query);
    const said: string[] = [];
    const args = ['screen', query.first_name, query.last_name, '--dob', query.dob, '--json'];
    await runCommand(server.appliance, args, { out: (text) => void said.push(text), err() {}, cwd: '/' });
    expect(JSON.parse(said.join('')).hits).toHaveLength(body.results[0].hits.length);
    return [body.policy_version, body.results[0].hits.length];
  };
  const id = await submit(server, { applicant: ANNA, files: cardAndSelfie() });
  await server.settle();
  const dueAt = async () => (await send(server, `/v1/verifications/${id}/retention`)).body.due_at;
  expect([await screen(), await dueAt()]).toEqual([[1, 1], '2031-01-15T12:00:00.000Z']);
  await change(server, { 'screening.possible_from': 1, 'screening.confirmed_from': 1, 'retention.months': 12 });
  expect([await screen(), await dueAt()]).toEqual([[2, 0], '2027-01-15T12:00:00.000Z']);
  clock.advance(366 * 24 * 3600 * 1000);
  await change(server, { 'retention.purge_daily': false }, 2);
  await server.appliance.purges.tick();
  expect((await send(server, `/v1/verifications/${id}`)).status).toBe(200);
  await change(server, { 'retention.purge_daily': true }, 3);
  await server.appliance.purges.tick();
  expect((await send(server, `/v1/verifications/${id}`)).status).toBe(404);
});

describe('a preview', () => {
  const NEAR = { applicant: { ...ANNA, ...LISTED, dob: '1975-08-12' }, files: cardAndSelfie() };
  const SURE = { applicant: { ...ANNA, ...LISTED_PERSON }, files: cardAndSelfie() };

  const listed = ({ appliance }: TestServer) => {
    const one = company(appliance.newId);
    return { ...one, company: { ...one.company, legal_name: 'Brackwater Nimbus Freight' } };
  };

  async function preview(server: TestServer, body: object = {}, key = server.key): Promise<PolicyPreviewAnswer> {
    const begun = await sendJson(server, `${PATH}/preview`, body, key);
    expect(begun.status, begun.text).toBe(202);
    const where = `${PATH}/preview/${begun.body.id}`;
    expect(begun.headers.get('location')).toBe(where);
    for (;;) {
      const { body: now } = await send(server, where, { headers: bearer(key) });
      if (now.status !== 'running') return now;
      await setImmediate();
    }
  }

  it('counts the stored records that would have a hit at each score', async () => {
    await using server = await startTestServer();
    for (const parts of [NEAR, SURE, { applicant: ANNA, files: cardAndSelfie() }]) await submit(server, parts);
    const gone = await submit(server, SURE);
    await submitCompany(server, listed(server));
    await server.settle();
    await send(server, `/v1/verifications/${gone}`, { method: 'DELETE' });
    const whole = await preview(server);
    expect(whole).toMatchObject({ status: 'completed', list: null, possible_from: 0.7, subjects: 4, examined: 4 });
    expect(whole.complete).toBe(true);
    expect(whole.steps.map(({ from }) => from)).toEqual(Array.from({ length: 30 }, (_, at) => (70 + at) / 100));
    expect([whole.steps[0]?.subjects, whole.steps.at(-1)?.subjects]).toEqual([3, 1]);
    for (const [at, { subjects }] of whole.steps.entries())
      expect(subjects).toBeLessThanOrEqual(whole.steps[at - 1]?.subjects ?? 3);

    const part = await preview(server, { possible_from: 0.86, list: 'small' });
    expect(part).toMatchObject({ list: 'small', possible_from: 0.86, subjects: 4 });
    expect(part.steps).toEqual(whole.steps.slice(16));
    // The preview does not count what the policy excludes.
    await change(server, { 'screening.topics.sanction.possible_from': 0.99, 'screening.confirmed_from': 0.99 });
    expect((await preview(server)).steps).toEqual(whole.steps);
    expect(await preview(server, {}, server.makeKey({ livemode: false }))).toMatchObject({ subjects: 0, examined: 0 });
  });

  it('is of topics that count, ends when another one begins, and is gone after the next start', async () => {
    using folder = tempFolder();
    const topics = { ...POLICY_V1.screening.topics, sanction: { counts: false, fails: true } };
    const policy = { ...POLICY_V1, screening: { ...POLICY_V1.screening, topics } };
    const first = await startTestServer({ folder: folder.path, policy });
    await submit(first, SURE);
    await first.settle();
    const { id, steps } = await preview(first);
    expect(steps[0]?.subjects).toBe(0);
    const { previews } = first.appliance;
    const [one, two] = Array.from({ length: 2 }, () => previews.begin({ from: 0.7, list: null, livemode: true }));
    expect([one?.status, one?.examined, two?.status]).toEqual(['cancelled', 0, 'running']);
    const test = first.makeKey({ livemode: false });
    expect((await send(first, `${PATH}/preview/${two?.id}`, { headers: bearer(test) })).status).toBe(404);
    await first.stop();
    await using server = await startTestServer({ folder: folder.path, list: false });
    expect((await send(server, `${PATH}/preview/${id}`)).status).toBe(404);
  });

  it('lets requests have their turn within a company that names very many', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer();
    const { newId, watchlists } = server.appliance;
    const ubos = Array.from({ length: 150 }, (_, at) => ({
      id: newId('per'),
      first_name: 'Owner',
      last_name: `No${at}`,
      ownership_percent: 0.5,
    }));
    await submitCompany(server, { ubos });
    await server.settle();
    const real = watchlists.current();
    let searches = 0;
    const slow = {
      ...real,
      search: (): Hit[] => {
        searches += 1;
        for (const endMs = performance.now() + 1; performance.now() < endMs; );
        return [];
      },
    };
    watchlists.current = () => slow;
    const begun = server.appliance.previews.begin({ from: 0.7, list: null, livemode: true });
    let most = 0;
    for (let before = 0; begun.status === 'running'; before = searches) {
      await setImmediate();
      most = Math.max(most, searches - before);
    }
    expect(begun).toMatchObject({ status: 'completed', examined: 1 });
    expect(searches).toBeGreaterThan(150);
    // Each search takes a millisecond or more.
    expect(most).toBeLessThanOrEqual(LIMITS.rescreeningSliceMs + 1);
  });

  it('searches a limited number of the newest records, and says that these are not all', async () => {
    await using server = await startTestServer();
    await submit(server, SURE);
    await submit(server, { applicant: ANNA, files: cardAndSelfie() });
    await server.settle();
    const limits = LIMITS as { previewSubjectsMax: number };
    const most = limits.previewSubjectsMax;
    limits.previewSubjectsMax = 1;
    try {
      const found = await preview(server);
      expect(found).toMatchObject({ status: 'completed', subjects: 2, examined: 1, complete: false });
      expect(found.steps[0]).toEqual({ from: 0.7, subjects: 0 });
    } finally {
      limits.previewSubjectsMax = most;
    }
  });

  it('is refused where the score or the list is none, or the scope is missing', async () => {
    await using server = await startTestServer();
    const refused = async (body: object) => {
      const answer = await sendJson(server, `${PATH}/preview`, body);
      return [answer.status, answer.body.errors?.[0].field];
    };
    for (const possible_from of [0.69, 1, 0.855, '0.8']) {
      expect(await refused({ possible_from })).toEqual([400, 'possible_from']);
    }
    expect(await refused({ list: 'none' })).toEqual([400, 'list']);
    const reader = server.makeKey({ scopes: ['kyc:read'] });
    expect((await sendJson(server, `${PATH}/preview`, {}, reader)).status).toBe(403);
  });
});
