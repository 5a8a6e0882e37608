import { expect, it } from 'vitest';
import { bearer, read } from '../integration/drive.ts';
import { ODD_VALUES } from '../support/mutate.ts';
import { startTestServer } from '../support/server.ts';
import { SECRET } from './forms/right-forms.ts';
import { makeSubjects } from './routes/right-requests.ts';
import { between, fuzzRun, pick } from './run.ts';

/** Characters of a path or query: longer ones do not fit beside the headers. */
const CHARS_MAX = 2_000;

const NAMES = ['limit', 'starting_after', 'ending_before', 'actor', 'action', 'subject', 'from', 'to', 'hours'];
const ODD_NAMES = ['width', 'turn', 'turn[]', 'limit[a]', '__proto__', '', 'a=b', 'limit'];
const VALUES = ['24', '720', '160', '90', '1', '200', '2026-01-31', '2026-02-31', '0001-01-01', SECRET];
const ODD_TEXTS = [
  ...ODD_VALUES.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
  '2026-01-31T12:00:00Z',
  '+275760-09-13T00:00:00Z',
  '../../../etc/passwd',
  '%2e%2e%2f',
  String(Number.MAX_SAFE_INTEGER),
];

it('whatever is in a path or a query, the answer is one of the contract, and nothing of it is logged', async () => {
  const run = fuzzRun('Queries', { share: 3, whole: 3_000 });
  await using server = await startTestServer({ config: { requestsPerMinute: 1_000_000 } });
  const { person, company } = await makeSubjects(server);
  const [kyc, kyb] = [`/v1/verifications/${person}`, `/v1/kyb/verifications/${company}`];
  const document = (await read(server, person)).documents[0]?.id;
  for (const { random, hint } of run.cases) {
    const odd = (): string => encodeURIComponent(pick(random, ODD_TEXTS).slice(0, CHARS_MAX).toWellFormed());
    const path = pick(random, [
      ...['audit', 'audit/export', 'audit/filters', 'policies', 'system', 'system/throughput', 'system/egress'],
      ...['events', 'alerts', 'verifications', 'kyb/verifications', 'backups', 'operators', 'api-keys'],
      ...['watchlists', 'registries', 'webhook-endpoints', 'webhook-origins', 'watchlists/small/changes', 'assignees'],
      ...[`policies/${odd()}`, `policies/preview/${odd()}`, `watchlists/imports/${odd()}`, `operators/${odd()}`],
      ...[`watchlists/${odd()}`, `watchlists/small/entries/${odd()}`, `registries/${odd()}`, `alerts/${odd()}`],
      ...[`webhook-endpoints/${odd()}/deliveries`, `backups/${odd()}`, `verifications/${odd()}`, odd()],
    ]);
    const ofRecord = pick(random, [
      ...[`${kyc}/timeline`, `${kyb}/timeline`, `${kyc}/report`, `${kyc}/deliveries`, `${kyb}/persons/${odd()}`],
      ...[`${kyc}/documents/${document}/pages/1`, `${kyc}/documents/${document}/pages/${odd()}`],
      ...[`${kyc}/documents/${odd()}`, `${kyc}/faces/${odd()}`, `/console/${odd()}`, `/problems/${odd()}`],
    ]);
    const query = Array.from({ length: between(random, 0, 3) }, () => {
      const name = random() < 0.8 ? pick(random, NAMES) : encodeURIComponent(pick(random, ODD_NAMES));
      return `${name}=${random() < 0.5 ? pick(random, VALUES) : odd()}`;
    });
    const asked = `${random() < 0.6 ? `/v1/${path}` : ofRecord}?${query.join('&')}`;
    const answer = await fetch(`${server.baseUrl}${asked}`, { headers: bearer(server.key) });
    const told = `${hint}: ${asked.slice(0, 400)}: ${(await answer.text()).slice(0, 300)}`;
    expect([200, 400, 404, 405, 406, 409, 431], told).toContain(answer.status);
  }
  await server.settle();
  expect(server.logged.join('\n').toLowerCase().includes(SECRET.toLowerCase()), 'a name is in the log').toBe(false);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
