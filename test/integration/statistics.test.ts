import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { StatisticsAnswer } from '../../server/contract/statistics.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { reasonNames as english } from '../../server/vocabulary/reason-names/en.ts';
import { reasonNames as french } from '../../server/vocabulary/reason-names/fr.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { readPdf } from '../support/pdf-text.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Drawn, type DrawnHit, drawRecords } from './drawn-figures.ts';
import { bearer, send, sendJson, submit, verify } from './drive.ts';

const PATH = '/v1/statistics';
const ZONE = 'Europe/Paris';

async function figures(server: TestServer, query: Record<string, string>, key = server.key): Promise<StatisticsAnswer> {
  const { status, body, text } = await send(server, `${PATH}?${new URLSearchParams(query)}`, { headers: bearer(key) });
  if (status !== 200) throw new Error(text);
  return body as StatisticsAnswer;
}

/** The day of a time, as a person in France reads it from a clock: another way than the appliance's. */
const dayIn = (zone: string, ms: number): string => {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short' })
      .formatToParts(ms)
      .map((it) => [it.type, it.value]),
  );
  return `${part['year']}-${part['month']}-${part['day']}`;
};

const FALSE_REASONS = ['other_person', 'other_birth_date', 'other_identifier', 'other_country'];

function stateOf({ setAside, decisions }: DrawnHit): string {
  const last = decisions.at(-1);
  if (!last) return setAside ? 'set_aside' : 'undecided';
  if (last.decision === 'confirmed') return 'confirmed';
  return FALSE_REASONS.includes(last.reason) ? 'false_hits' : 'dismissed';
}

const isChanged = ({ decisions }: DrawnHit): boolean =>
  decisions.some(({ decision }, at) => at > 0 && decisions[at - 1]?.decision !== decision);

function rank(times: number[], share: number): number | null {
  const sorted = times.toSorted((a, b) => a - b);
  // The smallest time that at least this share of all times does not exceed.
  return sorted.find((_, at) => (at + 1) / sorted.length >= share) ?? null;
}

/** Counts by hand, from what was submitted. */
function countByHand(
  all: readonly Drawn[],
  {
    from,
    to,
    kind,
    zone = ZONE,
    livemode = true,
    nowMs,
  }: { from: string; to: string; kind?: string; zone?: string; livemode?: boolean; nowMs: number },
) {
  const within = (ms: number | null): boolean => ms !== null && from <= dayIn(zone, ms) && dayIn(zone, ms) <= to;
  const some = all.filter((it) => it.livemode === livemode && (kind === undefined || it.kind === kind));
  const ended = some.filter(({ endedAtMs }) => within(endedAtMs));
  const isReviewed = (it: Drawn): boolean => it.reviews.some(({ inForce }) => inForce);
  const times = (reviewed: boolean) => {
    const ms = ended.filter((it) => isReviewed(it) === reviewed).map((it) => (it.endedAtMs ?? 0) - it.createdAtMs);
    return { count: ms.length, median_ms: rank(ms, 0.5), p95_ms: rank(ms, 0.95) };
  };
  const decided = (outcome: string) => {
    const those = ended.filter((it) => it.outcome === outcome);
    const reviewed = those.filter(isReviewed).length;
    return { automatic: those.length - reviewed, reviewed };
  };
  const reasons = new Map<string, number>();
  const add = (key: string): void => void reasons.set(key, (reasons.get(key) ?? 0) + 1);
  for (const it of ended) {
    for (const code of it.runs.at(-1)?.codes ?? []) add(`${it.kind} ${it.outcome} automatic ${code}`);
    const first = it.reviews.find(({ inForce, isFirst }) => inForce && isFirst);
    if (first) add(`${it.kind} ${it.outcome} reviewer ${first.reason}`);
  }
  const lists: Record<string, Record<string, number>> = {};
  for (const it of some) {
    const seen = new Set<string>();
    for (const hit of it.hits) {
      const isFirst = !seen.has(hit.list);
      seen.add(hit.list);
      if (!within(hit.foundAtMs)) continue;
      const none: Record<string, number> = {
        verifications: 0,
        hits: 0,
        undecided: 0,
        set_aside: 0,
        confirmed: 0,
        dismissed: 0,
        false_hits: 0,
        changed: 0,
      };
      const list = lists[hit.list] ?? none;
      lists[hit.list] = list;
      list['hits'] = (list['hits'] ?? 0) + 1;
      list['verifications'] = (list['verifications'] ?? 0) + Number(isFirst);
      list['changed'] = (list['changed'] ?? 0) + Number(isChanged(hit));
      list[stateOf(hit)] = (list[stateOf(hit)] ?? 0) + 1;
    }
  }
  const isReviewChanged = (it: Drawn): boolean =>
    it.reviews.some(({ inForce, decision }) => !inForce && (decision === 'approve') !== (it.outcome === 'completed'));
  const reviewers: Record<string, number[]> = {};
  for (const it of some) {
    const acts = [
      ...it.reviews.filter(({ inForce }) => inForce),
      ...it.hits.flatMap(({ decisions }) => decisions),
    ].filter(({ atMs }) => within(atMs));
    for (const { by, decision } of acts) {
      const counts = reviewers[by] ?? [0, 0, 0, 0];
      reviewers[by] = counts;
      const at = ['approve', 'reject', 'confirmed', 'dismissed'].indexOf(decision);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  const days: Record<string, [number, number, number]> = {};
  const countDay = (ms: number, { kind }: Drawn, at: 0 | 1 | 2): void => {
    const key = `${dayIn(zone, ms)} ${kind}`;
    const day = days[key] ?? [0, 0, 0];
    day[at] += 1;
    days[key] = day;
  };
  for (const it of some) {
    if (within(it.createdAtMs)) countDay(it.createdAtMs, it, 0);
    if (it.endedAtMs !== null && within(it.endedAtMs)) countDay(it.endedAtMs, it, it.outcome === 'completed' ? 1 : 2);
  }
  return {
    received: some.filter((it) => within(it.createdAtMs)).length,
    decided: { completed: decided('completed'), failed: decided('failed') },
    waiting: {
      now: some.filter(({ outcome }) => outcome === null).length,
      overdue: some.filter((it) => it.outcome === null && it.dueAtMs !== null && it.dueAtMs <= nowMs).length,
    },
    time_to_decision: { automatic: times(false), reviewed: times(true) },
    reasons: Object.fromEntries([...reasons].sort()),
    lists,
    changed: {
      automatic: ended.filter((it) => !isReviewed(it) && !isReviewChanged(it) && it.runs.length > 1).length,
      review: ended.filter(isReviewChanged).length,
      hits: Object.values(lists).reduce((sum, list) => sum + (list['changed'] ?? 0), 0),
    },
    reviewers,
    days,
  };
}

/** The appliance's answer in the form of the count by hand. */
function comparable(answer: StatisticsAnswer) {
  const { received, decided, waiting, time_to_decision, changed } = answer;
  const busy = answer.days.filter((day) => day.received + day.completed + day.failed > 0);
  return {
    received,
    decided,
    waiting,
    time_to_decision,
    changed,
    reasons: Object.fromEntries(
      answer.reasons
        .map(({ kind, outcome, by, code, count }) => [`${kind} ${outcome} ${by} ${code}`, count] as const)
        .sort(),
    ),
    lists: Object.fromEntries(answer.lists.map(({ code, name: _, ...counts }) => [code, counts])),
    reviewers: Object.fromEntries(
      (answer.reviewers ?? []).map((it) => [
        it.reviewer.id,
        [it.approved, it.rejected, it.hits_confirmed, it.hits_dismissed],
      ]),
    ),
    days: Object.fromEntries(busy.map((it) => [`${it.day} ${it.kind}`, [it.received, it.completed, it.failed]])),
  };
}

async function nameReviewers(server: TestServer): Promise<void> {
  const { body } = await send(server, '/v1/policies/current');
  const changes = { 'review.named_in_statistics': true };
  const changed = await sendJson(server, '/v1/policies', {
    based_on: body.version,
    note: 'Figures by reviewer.',
    changes,
  });
  expect(changed.status, changed.text).toBeLessThan(300);
}

describe('the figures of drawn records', () => {
  for (const fourEyes of [false, true]) {
    it(
      `equal a count by hand, also after all are counted again${fourEyes ? ', with a second person' : ''}`,
      fourEyes ? inWholeRunAlone('20 s') : {},
      async () => {
        const seed = testSeed();
        const count = isWholeRun() ? 500 : 40;
        console.info(`figures of ${count} drawn records: CUSTOS_TEST_SEED=${seed}`);
        const random = seededRandom(seed);
        const clock = testClock(Date.UTC(2026, 8, 20));
        await using server = await startTestServer({ clock, start: false });
        await nameReviewers(server);
        const drawn = drawRecords(server, clock, { count, days: 60, random, fourEyes });
        const queries = [
          { from: '2026-09-01', to: '2027-12-31' },
          { from: '2026-10-01', to: '2026-10-31' },
          { from: '2026-10-25', to: '2026-10-25' },
          { from: '2026-10-01', to: '2026-10-31', kind: 'kyb' },
          { from: '2026-10-10', to: '2026-11-20', kind: 'kyc', zone: 'Asia/Kathmandu' },
        ];
        const compareAll = async (hint: string) => {
          for (const { zone = ZONE, ...query } of queries) {
            const wanted = countByHand(drawn, { ...query, zone, nowMs: clock.now() });
            const found = comparable(await figures(server, { ...query, time_zone: zone }));
            expect(found, `seed ${seed}, ${hint}, ${JSON.stringify(query)}`).toEqual(wanted);
          }
        };
        await compareAll('as it happened');
        const test = server.makeKey({ livemode: false });
        const whole = queries[0] as { from: string; to: string };
        expect(comparable(await figures(server, { ...whole, time_zone: ZONE }, test))).toEqual(
          countByHand(drawn, { ...whole, livemode: false, nowMs: clock.now() }),
        );
        // Counted again from the stored records, as for those of an older program.
        const { db } = server.appliance;
        for (const table of ['figures', 'figure_hits']) db.prepare(`DELETE FROM ${table}`).run();
        db.prepare('INSERT INTO figures_missing SELECT max(seq) FROM verifications').run();
        expect((await figures(server, whole)).not_counted).toBe(count);
        server.appliance.figures.start();
        await server.appliance.figures.settled();
        expect((await figures(server, whole)).not_counted).toBe(0);
        await compareAll('counted again');
      },
    );
  }
});

it('erased records stay in the figures without a reason, a hit or a reviewer of their own', async () => {
  const seed = testSeed();
  console.info(`figures of erased records: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const clock = testClock(Date.UTC(2026, 8, 20));
  await using server = await startTestServer({ clock, start: false });
  await nameReviewers(server);
  const drawn = drawRecords(server, clock, { count: 30, days: 30, random, fourEyes: false });
  const query = { from: '2026-09-01', to: '2027-12-31', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const before = comparable(await figures(server, query));
  const erased = drawn.filter(({ outcome }) => outcome !== null && random() < 0.5);
  expect(erased.length).toBeGreaterThan(0);
  for (const { kind, id, livemode } of erased) {
    await eraseVerification(server.appliance.retention, { kind, id, livemode }, { cause: 'request', actor: 'cli' });
  }
  expect(comparable(await figures(server, query)), `seed ${seed}`).toEqual(before);
  const { db } = server.appliance;
  for (const { id } of erased) {
    const row = db.prepare('SELECT reasons, review_reason, changed FROM figures WHERE verification_id = ?').get(id);
    expect(row).toEqual({ reasons: null, review_reason: null, changed: null });
    expect(db.prepare('SELECT 1 FROM figure_hits WHERE verification_id = ?').all(id)).toEqual([]);
  }
  const columns = db.prepare("SELECT name FROM pragma_table_info('erased_figures')").pluck().all();
  expect(columns).not.toContain('verification_id');
});

it('a hit of the line and the hit of an alert count for their list, with what is decided about them', async () => {
  using folder = tempFolder();
  await using server = await startTestServer();
  const anna = { files: cardAndSelfie(), applicant: ANNA };
  const importAnna = async (id: string): Promise<void> => {
    const row = `${id},"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,`;
    const paths = [writeSmallList(folder.path, [row])];
    await server.appliance.lists.importList({ paths, code: 'small', allowOlder: true, acceptSmaller: true }, 'cli');
    await server.settle();
  };
  const listOf = async () => (await figures(server, {})).lists;
  const none = { set_aside: 0, confirmed: 0, dismissed: 0, false_hits: 0, changed: 0 };
  await verify(server, anna);
  expect(await listOf()).toEqual([]);
  await importAnna('U-7');
  expect(await listOf()).toMatchObject([{ code: 'small', verifications: 1, hits: 1, undecided: 1, ...none }]);
  const [alert] = (await send(server, '/v1/alerts')).body.data;
  const decide = (decision: string, reason: string) =>
    sendJson(server, `/v1/alerts/${alert.id}/decision`, { decision, reason, note: 'Seen in person.' });
  expect((await decide('dismiss', 'other_person')).status).toBe(200);
  expect(await listOf()).toMatchObject([{ hits: 1, undecided: 0, ...none, false_hits: 1 }]);
  expect((await decide('confirm', 'same_person')).status).toBe(200);
  expect(await listOf()).toMatchObject([{ hits: 1, undecided: 0, ...none, confirmed: 1, changed: 1 }]);
  await verify(server, anna);
  const both = await listOf();
  expect(both).toMatchObject([{ verifications: 2, hits: 2, undecided: 1, confirmed: 1, changed: 1 }]);
  const { db } = server.appliance;
  for (const table of ['figures', 'figure_hits']) db.prepare(`DELETE FROM ${table}`).run();
  db.prepare('INSERT INTO figures_missing SELECT max(seq) FROM verifications').run();
  server.appliance.figures.start();
  await server.appliance.figures.settled();
  expect(await listOf()).toEqual(both);
});

it('a list whose name is a formula is text in the CSV file, and every figure of the answer is in it', async () => {
  const clock = testClock(Date.UTC(2026, 9, 5));
  await using server = await startTestServer({ clock, start: false });
  const names = ['=HYPERLINK("http://evil.test";"x")', '+1+1', '-2', '@SUM(A1)', '\t=1', '\r=1', 'plain, "quoted"'];
  const insert = server.appliance.db.prepare('INSERT INTO watchlists (code, name) VALUES (?, ?)');
  for (const [at, name] of names.entries()) insert.run(`nasty${at}`, name);
  const drawn = drawRecords(server, clock, { count: 30, days: 5, random: seededRandom(4), fourEyes: false });
  const rows = server.appliance.db.prepare('SELECT verification_id, ref FROM figure_hits');
  const move = server.appliance.db.prepare('UPDATE figure_hits SET list = ? WHERE verification_id = ? AND ref = ?');
  const hits = rows.all() as { verification_id: string; ref: string }[];
  expect(hits.length).toBeGreaterThanOrEqual(names.length);
  for (const [at, hit] of hits.entries()) move.run(`nasty${at % names.length}`, hit.verification_id, hit.ref);
  const query = 'from=2026-10-01&to=2026-12-31&time_zone=UTC';
  const answer = await send(server, `${PATH}/export?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="custos-statistics-2026-10-01-2026-12-31.csv"',
  );
  const table = parse(answer.text, { columns: true, bom: true }) as Record<string, string>[];
  for (const cell of table.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  const shown = new Set(table.filter(({ figure }) => figure === 'list_hits').map(({ name }) => name));
  const live = drawn.filter(({ livemode }) => livemode);
  expect(live.length).toBeGreaterThan(0);
  // Nothing is missing but what makes a formula of it.
  for (const name of shown) expect(names).toContain(name?.replaceAll("'", ''));
  expect([...shown].some((name) => name?.startsWith("'="))).toBe(true);
  const json = await figures(server, { from: '2026-10-01', to: '2026-12-31', time_zone: 'UTC' });
  const valuesOf = (figure: string) =>
    table.filter((row) => row['figure'] === figure).map(({ value }) => Number(value));
  expect(valuesOf('received')).toEqual([json.received]);
  expect(valuesOf('received_by_day')).toEqual(json.days.map(({ received }) => received));
  expect(valuesOf('reason')).toEqual(json.reasons.map(({ count }) => count));
  expect(valuesOf('list_hits')).toEqual(json.lists.map(({ hits: count }) => count));
  expect(valuesOf('waiting_now')).toEqual([json.waiting.now]);
  expect(valuesOf('waiting_overdue')).toEqual([json.waiting.overdue]);
});

it('reviewers are named only if the policy allows it, and keys without audit:read get no figures', async () => {
  const clock = testClock(Date.UTC(2026, 9, 5));
  await using server = await startTestServer({ clock, start: false });
  drawRecords(server, clock, { count: 10, days: 5, random: seededRandom(2), fourEyes: false });
  const query = { from: '2026-10-01', to: '2026-12-31', time_zone: 'UTC' };
  expect((await figures(server, query)).reviewers).toBeNull();
  await nameReviewers(server);
  const named = (await figures(server, query)).reviewers ?? [];
  expect(named.map(({ reviewer }) => reviewer.id).sort()).toEqual(['key_a', 'key_b', 'key_c']);
  const auditor = server.makeKey({ scopes: ['audit:read'] });
  const reviewer = server.makeKey({
    scopes: ['kyc:read', 'kyb:read', 'kyc:review', 'kyb:review', 'screening', 'lists:read'],
  });
  for (const path of [PATH, `${PATH}/export`, `${PATH}/report?month=2026-10`]) {
    expect((await send(server, path, { headers: bearer(auditor) })).status, path).toBe(200);
    expect((await send(server, path, { headers: bearer(reviewer) })).status, path).toBe(403);
  }
});

it('days begin at midnight in the zone that is asked for, also when the clock changes', async () => {
  const clock = testClock(Date.UTC(2026, 9, 24, 21, 59, 59, 999));
  await using server = await startTestServer({ clock, start: false });
  // 23:59:59.999 in Paris, then midnight, and the last and first moment of the 25th, which has 25 hours.
  const moments = [
    '2026-10-24T21:59:59.999Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z',
    '2026-10-25T23:00:00.000Z',
  ];
  for (const at of moments) {
    clock.advance(Date.parse(at) - clock.now());
    await submit(server, { files: cardAndSelfie() });
  }
  const daysIn = async (zone: string, from: string, to: string): Promise<number[]> => {
    const { days } = await figures(server, { from, to, kind: 'kyc', time_zone: zone });
    return days.map(({ received }) => received);
  };
  expect(await daysIn('Europe/Paris', '2026-10-24', '2026-10-26')).toEqual([1, 2, 1]);
  expect(await daysIn('UTC', '2026-10-24', '2026-10-26')).toEqual([2, 2, 0]);
  expect(await daysIn('Asia/Kathmandu', '2026-10-24', '2026-10-26')).toEqual([0, 2, 2]);
});

describe('a month as a PDF file', () => {
  const months = {
    en: ['Figures of verifications', 'October 2026'],
    fr: ['Chiffres des vérifications', 'octobre 2026'],
  };
  for (const [language, texts] of Object.entries(months)) {
    it(
      `tells the figures in ${language}, and is the same file again at the same time`,
      language === 'en' ? {} : inWholeRunAlone('1 s'),
      async () => {
        const clock = testClock(Date.UTC(2026, 9, 5));
        await using server = await startTestServer({ clock, start: false });
        drawRecords(server, clock, { count: 20, days: 20, random: seededRandom(7), fourEyes: false });
        const query = { month: '2026-10', language, time_zone: 'Europe/Paris' };
        const path = `${PATH}/report?${new URLSearchParams(query)}`;
        const take = async () => new Uint8Array(await (await server.fetch(path)).arrayBuffer());
        const file = await take();
        expect(Buffer.from(await take()).equals(Buffer.from(file))).toBe(true);
        const json = await figures(server, { from: '2026-10-01', to: '2026-10-31', time_zone: 'Europe/Paris' });
        const { pages, info, fonts } = await readPdf(file);
        const text = pages.join(' ');
        for (const part of [...texts, 'Europe/Paris', String(json.received), String(json.waiting.now)])
          expect(text).toContain(part);
        const names = language === 'fr' ? french : english;
        for (const { by, outcome, code } of json.reasons) {
          const decision = by === 'automatic' ? 'reason' : outcome === 'completed' ? 'approve' : 'reject';
          const name = (names as Record<string, string>)[`${decision}.${code}`] ?? '';
          expect(name, code).not.toBe('');
          expect(text.replace(/\s+/g, '')).toContain(name.replace(/\s+/g, ''));
        }
        expect(text).toContain('small');
        expect(info['Title']).toBe(`${texts[0]} 2026-10`);
        expect(Buffer.from(file).toString('latin1')).toContain(`/Lang (${language})`);
        expect(fonts.every(({ embedded }) => embedded)).toBe(true);
      },
    );
  }

  it('needs a month', async () => {
    await using server = await startTestServer({ start: false });
    for (const query of ['', '?month=2026-13', '?month=10', '?month=2026-10&language=de']) {
      expect((await send(server, `${PATH}/report${query}`)).status, query).toBe(400);
    }
  });
});

describe('a query that is not valid', () => {
  const cases: Record<string, string> = {
    'time_zone=Mars/Olympus': 'time_zone',
    'from=2026-02-30': 'from',
    'from=2026-10-02&to=2026-10-01': 'from',
    'from=2020-01-01&to=2026-10-01': 'from',
    'kind=kyx': 'kind',
  };
  for (const [query, field] of Object.entries(cases)) {
    it(`names the field: ${query}`, async () => {
      await using server = await startTestServer({ start: false });
      const { status, body } = await send(server, `${PATH}?${query}`);
      expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_request', field]);
    });
  }
});
