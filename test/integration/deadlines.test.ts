import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POLICY_V1, type Policy } from '../../server/checks/policy.ts';
import { openDatabase } from '../../server/db/open.ts';
import { quarantine } from '../../server/quarantine/quarantine.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { storeManyRecords } from '../support/many-records.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createCompany, LEAST_COMPANY, send, sendJson, submit } from './drive.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Without consent it waits for a person. */
const WAITING = { files: cardAndSelfie(), applicant: ANNA, consent: false };
const REJECTION = { decision: 'reject', reason: 'other', note: 'Not a customer.' };

const withDeadlines = (deadlines: Policy['deadlines']): Policy => ({ ...POLICY_V1, deadlines });
const DAILY = withDeadlines({ default_hours: 24, reason_hours: {} });

async function waiting(server: TestServer, parts: Parameters<typeof submit>[1] = WAITING): Promise<string> {
  const id = await submit(server, parts);
  await server.settle();
  return id;
}

async function recordOf(server: TestServer, id: string, path = '/v1/verifications') {
  return (await send(server, `${path}/${id}`)).body as { status: string; due_at: string | null };
}

/** Moves the clock as time passes, so that the clock is trusted. */
async function later(server: TestServer, clock: TestClock, ms: number): Promise<void> {
  clock.advance(ms);
  await server.appliance.overdueWatch.tick();
}

const overdueEvents = async (server: TestServer) =>
  (await send(server, '/v1/events?limit=100')).body.data.filter(({ type }: { type: string }) =>
    type.endsWith('.overdue'),
  );

const isoAt = (ms: number): string => new Date(ms).toISOString();

describe('a record that waits for review', () => {
  it('has no due time under the shipped policy, and is never overdue', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const id = await waiting(server);
    expect(await recordOf(server, id)).toMatchObject({ status: 'needs_review', due_at: null });
    await later(server, clock, 300 * DAY);
    expect(await overdueEvents(server)).toEqual([]);
  });

  it('has the shortest deadline of its reasons from when it began to wait, and none once it leaves review', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock, list: false });
    const policy = { 'deadlines.default_hours': 100, 'deadlines.reason_hours.consent_refused': 5 };
    await sendJson(server, '/v1/policies', { based_on: 1, note: 'Deadlines', changes: policy });
    const id = await waiting(server);
    const unlisted = await waiting(server, { ...WAITING, consent: true });
    expect((await recordOf(server, id)).due_at).toBe(isoAt(clock.now() + 5 * HOUR));
    expect((await recordOf(server, unlisted)).due_at).toBe(isoAt(clock.now() + 100 * HOUR));
    const { data } = (await sendJson(server, '/v1/search', { order: 'due' })).body;
    expect(data.map((item: { id: string; due_at: string }) => [item.id, item.due_at])).toEqual([
      [id, isoAt(clock.now() + 5 * HOUR)],
      [unlisted, isoAt(clock.now() + 100 * HOUR)],
    ]);
    // A record that already waits keeps its due time.
    const none = { 'deadlines.default_hours': null, 'deadlines.reason_hours.consent_refused': null };
    const changed = await sendJson(server, '/v1/policies', { based_on: 2, note: 'None', changes: none });
    expect(changed.status, changed.text).toBe(201);
    expect((await recordOf(server, id)).due_at).toBe(isoAt(clock.now() + 5 * HOUR));
    await sendJson(server, `/v1/verifications/${id}/review`, REJECTION);
    expect(await recordOf(server, id)).toMatchObject({ status: 'failed', due_at: null });
    await later(server, clock, 6 * HOUR);
    expect(await overdueEvents(server)).toEqual([]);
    await sendJson(server, `/v1/verifications/${unlisted}/rerun`, {});
    await server.settle();
    expect(await recordOf(server, unlisted)).toMatchObject({ status: 'needs_review', due_at: null });
  });

  it('of a company has a due time and an event too, and one that a quarantine sends to review has a due time', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock, policy: DAILY, list: false });
    const company = (await createCompany(server, { company: LEAST_COMPANY })).body.id;
    await server.settle();
    expect((await recordOf(server, company, '/v1/kyb/verifications')).due_at).toBe(isoAt(clock.now() + DAY));
    await later(server, clock, DAY + 1);
    expect(await overdueEvents(server)).toMatchObject([
      { type: 'kyb.verification.overdue', data: { id: company, object: 'kyb_verification', status: 'needs_review' } },
    ]);
    const listed = (await send(server, '/v1/kyb/verifications?order=due&overdue=true')).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([company]);
    await sendJson(server, `/v1/kyb/verifications/${company}/review`, REJECTION);
    quarantine(server.appliance, { table: 'verifications', row: company }, 'cli');
    expect((await recordOf(server, company, '/v1/kyb/verifications')).due_at).toBe(isoAt(clock.now() + DAY));
  });
});

describe('the event of a passed deadline', () => {
  it('is written once for each wait, with its audit row, and goes to the webhook that asked for it', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock, policy: DAILY });
    await sendJson(server, '/v1/webhook-endpoints', { url: receiver.url, kinds: ['verification.overdue'] });
    const id = await waiting(server);
    await later(server, clock, DAY - 1);
    expect(await overdueEvents(server)).toEqual([]);
    await later(server, clock, 1);
    await later(server, clock, DAY);
    const links = { self: `/v1/verifications/${id}` };
    const data = { id, object: 'verification', status: 'needs_review', livemode: true, links };
    expect(await overdueEvents(server)).toMatchObject([{ type: 'verification.overdue', data }]);
    server.appliance.webhooks.wake();
    await server.appliance.webhooks.settle();
    expect(receiver.received.map(({ event }) => [event.type, event.data])).toEqual([['verification.overdue', data]]);
    const audited = (await send(server, '/v1/audit?action=verification.overdue')).body.data;
    expect(audited).toMatchObject([{ subject: id, details: { due: isoAt(clock.now() - DAY) } }]);
    const { data: shown } = (await send(server, `/v1/verifications/${id}/timeline`)).body;
    expect(shown.filter(({ code }: { code: string }) => code === 'verification.overdue')).toHaveLength(1);
    // The next wait is reported by itself.
    await sendJson(server, `/v1/verifications/${id}/rerun`, {});
    await server.settle();
    expect((await recordOf(server, id)).due_at).toBe(isoAt(clock.now() + DAY));
    expect(await overdueEvents(server)).toHaveLength(1);
    await later(server, clock, 2 * DAY);
    await later(server, clock, 2 * DAY);
    expect(await overdueEvents(server)).toHaveLength(2);
  });

  it('is written after a start if the appliance was off, and not again after the next', async () => {
    using folder = tempFolder();
    const clock = testClock();
    const options = { clock, folder: folder.path, policy: DAILY };
    const before = await startTestServer(options);
    await waiting(before);
    await before.stop();
    clock.advance(3 * DAY);
    for (const _ of [1, 2]) {
      const server = await startTestServer(options);
      await server.appliance.overdueWatch.tick();
      expect(await overdueEvents(server)).toHaveLength(1);
      await server.stop();
    }
  });

  it('waits while the clock is in doubt, and comes once a person has confirmed the clock', async () => {
    using folder = tempFolder();
    const clock = testClock();
    const options = { clock, folder: folder.path, policy: DAILY };
    const before = await startTestServer(options);
    await waiting(before);
    before.appliance.clockTrust.tick();
    await before.stop();
    clock.advance(2 * 365 * DAY);
    await using server = await startTestServer(options);
    await server.appliance.overdueWatch.tick();
    expect(await overdueEvents(server)).toEqual([]);
    await send(server, '/v1/system/clock/confirm', { method: 'POST' });
    await server.appliance.overdueWatch.tick();
    expect(await overdueEvents(server)).toHaveLength(1);
  });

  it('of a record that was changed from outside is not written, and holds back no other', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock, policy: DAILY });
    const [changed, other] = [await waiting(server), await waiting(server)];
    const outside = openDatabase(join(server.appliance.config.dataDir, 'custos.db'));
    outside.prepare('UPDATE verifications SET review_due_ms = 1 WHERE id = ?').run(changed);
    outside.close();
    await later(server, clock, 2 * DAY);
    expect((await overdueEvents(server)).map(({ data }: { data: { id: string } }) => data.id)).toEqual([other]);
    expect(server.logged.join('\n')).not.toContain('overdue.look_failed');
    quarantine(server.appliance, { table: 'verifications', row: changed }, 'cli');
    await later(server, clock, 2 * DAY);
    expect(await overdueEvents(server)).toHaveLength(2);
  });
});

describe('the list by due time', () => {
  it(
    'comes page by page in both directions, each record once, while others leave review',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startTestServer({ start: false, list: false });
      const { db } = server.appliance;
      storeManyRecords(server.appliance, { count: 500, dueHours: 24, idle: false, seed: 3 });
      const sql = "SELECT id FROM verifications WHERE kind = 'kyc' AND due_at_ms <= ? ORDER BY due_at_ms, seq";
      const expected = db.prepare(sql).pluck().all(Number.MAX_SAFE_INTEGER) as string[];
      const overdue = db.prepare(sql).pluck().all(Date.now()) as string[];
      expect(overdue.length).toBeGreaterThan(10);
      expect(overdue.length).toBeLessThan(expected.length);
      const idsOf = async (query: string): Promise<{ ids: string[]; links: string }> => {
        const { body, headers } = await send(server, `/v1/verifications?${query}`);
        return { ids: body.data.map(({ id }: { id: string }) => id), links: headers.get('link') ?? '' };
      };
      const walk = async (query: string): Promise<string[]> => {
        const found: string[] = [];
        for (let next: string | undefined = query; next !== undefined; ) {
          const { ids, links } = await idsOf(next);
          found.push(...ids);
          next = /\?([^>]+)>; rel="next"/.exec(links)?.[1];
        }
        return found;
      };
      expect(await walk('order=due&limit=7')).toEqual(expected);
      expect(await walk('order=due&limit=9&overdue=true')).toEqual(overdue);
      expect(await walk('limit=9&overdue=true')).toEqual(overdue);
      const back = await idsOf(`order=due&limit=5&ending_before=${expected[12]}`);
      expect(back.ids).toEqual(expected.slice(7, 12));
      // The last record of a page is decided before the next page is read.
      const decided = await sendJson(server, `/v1/verifications/${expected[6]}/review`, REJECTION);
      expect(decided.body.status, decided.text).toBe('failed');
      expect((await idsOf(`order=due&limit=7&starting_after=${expected[6]}`)).ids).toEqual(expected.slice(7, 14));
      const never = db
        .prepare("SELECT id FROM verifications WHERE kind = 'kyc' AND review_due_ms IS NULL")
        .pluck()
        .get();
      const refused = await send(server, `/v1/verifications?order=due&starting_after=${never}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor']);
      expect((await send(server, '/v1/verifications?order=name')).body.errors[0].message).toContain('newest, due');
    },
  );

  it('and the watch read an index from their first row on, with any filter and without sorting', async () => {
    await using server = await startTestServer({ start: false, list: false });
    const of = "kind = 'kyc' AND livemode = 1 AND erasure = 'none'";
    for (const more of ['', " AND status = 'needs_review'", " AND assignee = 'opr_1'"]) {
      const listed = `WHERE ${of}${more} AND due_at_ms <= 9 AND (due_at_ms, seq) > (1, 2) ORDER BY due_at_ms, seq LIMIT 3`;
      expect(planOf(server, listed)).toEqual([expect.stringContaining('verifications_by_due_time')]);
    }
    const watched =
      'WHERE due_at_ms <= 9 AND overdue_reported_ms IS NULL AND (due_at_ms, seq) > (1, 2) ORDER BY due_at_ms, seq LIMIT 1';
    expect(planOf(server, watched)).toEqual([expect.stringContaining('verifications_not_reported')]);
  });
});

function planOf({ appliance }: TestServer, query: string): string[] {
  const steps = appliance.db.prepare(`EXPLAIN QUERY PLAN SELECT * FROM verifications ${query}`).all();
  return (steps as { detail: string }[]).map(({ detail }) => detail);
}
