import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PolicySettingAnswer } from '../../server/api/contract/policies.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { submitCompany } from '../support/kyb.ts';
import { mutate, ODD_VALUES } from '../support/mutate.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, read, send, submit } from './drive.ts';

const BODIES = 600;
const QUERIES = 300;
const POLICIES = 150;
/** A word that is in bodies and queries, and in no line of the log. */
const SECRET = 'Zdravkomir';

let server: TestServer;
let person: string;

beforeAll(async () => {
  server = await startTestServer({ config: { requestsPerMinute: 1_000_000 } });
  person = await submit(server, { applicant: { ...ANNA, last_name: SECRET }, files: cardAndSelfie() });
  await submitCompany(server);
  await server.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

const VALUES: readonly unknown[] = [
  ...ODD_VALUES,
  SECRET,
  'me',
  'none',
  'needs_review',
  '2026-01-31T12:00:00Z',
  '+275760-09-13T00:00:00Z',
  'screening.lists.constructor.possible_from',
  '../../../etc/passwd',
  '/proc/self/mem',
  '/dev/null/x/y',
  `/${'x'.repeat(300)}/y`,
  `/${'x/'.repeat(1_500)}y`,
  Number.MAX_SAFE_INTEGER,
];

/** Bodies that are right, each of which is then changed. */
const bodies = (): readonly (readonly [path: string, body: Record<string, unknown>])[] => {
  const search = {
    kinds: ['kyc', 'kyb'],
    statuses: ['needs_review', 'completed'],
    reasons: ['hit_possible'],
    assignee: 'me',
    created_from: '2020-01-01T00:00:00Z',
    created_to: '2990-01-01T00:00:00+01:00',
    text: `${SECRET} ver_`,
  };
  const changes = {
    'screening.possible_from': 0.86,
    'severity.image_glare': 'review',
    'review.four_eyes': true,
    'kyb.registry.required_countries': ['FR'],
    'screening.lists.small.possible_from': null,
  };
  return [
    ['/v1/search', { ...search, order: 'longest_waiting', limit: 10, starting_after: person }],
    ['/v1/search/counts', search],
    ['/v1/policies', { based_on: server.appliance.policies.current().version, note: SECRET, changes }],
    ['/v1/policies/preview', { possible_from: 0.9, list: 'small' }],
    ['/v1/system/recovery-key/confirm', { recovery_key: SECRET }],
    ['/v1/system/recovery-key', { replace: true }],
    ['/v1/system/lan/certificate', { kind: 'make', names: [`${SECRET}.example.org`, '10.0.0.7'] }],
    ['/v1/system/lan/certificate', { kind: 'import', certificate: SECRET, private_key: SECRET, passphrase: SECRET }],
    // Where the environment says the place, as here, no body moves the key.
    ['/v1/system/master-key', { kind: 'file', path: join('/', SECRET, 'key') }],
    ['/v1/system/master-key', { kind: 'passphrase', passphrase: `${SECRET} ${SECRET}` }],
  ];
};

describe('whatever is sent to the routes of the console', () => {
  it('in a body, the answer is one of the contract, and nothing of it is logged', async () => {
    const seed = testSeed();
    console.info(`Bodies of the console: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    for (let at = 0; at < BODIES; at++) {
      const each = bodies();
      const [path, right] = each[Math.floor(random() * each.length)] as (typeof each)[number];
      let body: unknown = right;
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) body = mutate(body, random, VALUES);
      const text = JSON.stringify(body);
      const broken = random() < 0.03 ? text.slice(0, Math.floor(random() * text.length)) : text;
      const answer = await send(server, path, {
        method: 'POST',
        headers: { ...bearer(server.key), 'content-type': 'application/json' },
        body: broken,
      });
      const hint = `${path}: ${answer.text.slice(0, 300)} for ${broken.slice(0, 300)}`;
      expect([200, 201, 202, 400, 409, 413], hint).toContain(answer.status);
    }
    expect(server.logged.join('\n').toLowerCase()).not.toContain(SECRET.toLowerCase());
  }, 120_000);

  it('in a query or a path, the answer is one of the contract, and nothing of it is logged', async () => {
    const seed = testSeed();
    console.info(`Queries of the console: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { documents } = await read(server, person);
    const record = `/v1/verifications/${person}`;
    const page = `${record}/documents/${documents[0]?.id}/pages`;
    const texts = VALUES.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
    const odd = (): string => encodeURIComponent(pick(texts).slice(0, 2_000).toWellFormed());
    const paths: readonly (() => string)[] = [
      () => '/v1/audit',
      () => '/v1/audit/export',
      () => '/v1/audit/filters',
      () => '/v1/policies',
      () => `/v1/policies/${odd()}`,
      () => `/v1/policies/preview/${odd()}`,
      () => '/v1/system',
      () => '/v1/system/throughput',
      () => '/v1/system/egress',
      () => `${record}/timeline`,
      () => `${page}/1`,
      () => `${page}/${odd()}`,
      () => `${record}/documents/${odd()}`,
      () => `${record}/faces/${odd()}`,
      () => `/v1/watchlists/imports/${odd()}`,
      () => `/console/${odd()}`,
    ];
    const names = ['limit', 'starting_after', 'ending_before', 'actor', 'action', 'subject', 'from', 'to'];
    names.push('hours', 'width', 'turn', 'turn[]', 'limit[a]', '__proto__');
    const values = ['24', '720', '160', '90', '1', '200', '2026-01-31', '2026-02-31', '0001-01-01', SECRET];
    for (let at = 0; at < QUERIES; at++) {
      const query = Array.from({ length: Math.floor(random() * 4) }, () => {
        return `${pick(names)}=${random() < 0.5 ? pick(values) : odd()}`;
      });
      const path = `${pick(paths)()}?${query.join('&')}`;
      const answer = await fetch(`${server.baseUrl}${path}`, { headers: bearer(server.key) });
      const hint = `${path.slice(0, 400)}: ${(await answer.text()).slice(0, 300)}`;
      expect([200, 400, 404, 405], hint).toContain(answer.status);
    }
    expect(server.logged.join('\n').toLowerCase()).not.toContain(SECRET.toLowerCase());
  }, 120_000);

  it('as a policy, records are still decided by what was taken', async () => {
    const seed = testSeed();
    console.info(`Policies of the console: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { settings } = (await send(server, '/v1/policies/settings')).body as { settings: PolicySettingAnswer[] };
    const drawn = ({ kind, min, max, step, options, always, nullable }: PolicySettingAnswer): unknown => {
      if (random() < 0.02) return pick(VALUES);
      if (nullable && random() < 0.2) return null;
      if (kind === 'boolean') return random() < 0.5;
      if (kind === 'enum') return pick(options ?? []);
      if (kind === 'list') return [...new Set([...(always ?? []), pick(options ?? ['FR', 'DE'])])];
      const value = pick([min ?? 0, max ?? 0, (min ?? 0) + random() * ((max ?? 0) - (min ?? 0))]);
      return step === 1 ? Math.round(value) : value;
    };
    let taken = 0;
    for (let at = 0; at < POLICIES; at++) {
      const some = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(settings));
      const changes = Object.fromEntries(some.map((setting) => [setting.path, drawn(setting)]));
      const body = { based_on: server.appliance.policies.current().version, note: 'x', changes };
      const answer = await send(server, '/v1/policies', {
        method: 'POST',
        headers: { ...bearer(server.key), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([201, 400], `${answer.text} for ${JSON.stringify(changes)}`).toContain(answer.status);
      taken += Number(answer.status === 201);
      if (at % 15 !== 14) continue;
      const hint = `after ${at + 1} policies of seed ${seed}`;
      const before = server.appliance.policies.current().version;
      const id = await submit(server, { applicant: ANNA, files: cardAndSelfie() });
      const companyId = await submitCompany(server);
      await server.settle();
      const record = (await send(server, `/v1/verifications/${id}`)).body;
      const company = (await send(server, `/v1/kyb/verifications/${companyId}`)).body;
      for (const { errors, policy_version, status } of [record, company]) {
        expect(['completed', 'failed', 'needs_review'], hint).toContain(status);
        expect(policy_version, hint).toBe(before);
        expect(codesOf(errors), hint).not.toContain('appliance_fault');
        expect(codesOf(errors), hint).not.toContain('processing_failed');
      }
    }
    expect(taken).toBeGreaterThan(POLICIES / 4);
    expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  }, 120_000);
});
