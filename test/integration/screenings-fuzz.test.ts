import { afterAll, beforeAll, expect, it } from 'vitest';
import { LISTED_PERSON } from '../support/lists.ts';
import { mutate, ODD_VALUES } from '../support/mutate.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send } from './drive.ts';

const MUTATIONS = 2_000;
/** A word that is in every body, and in no line of the log. */
const SECRET = 'Zdravkomir';

/** Of this request alone, beside those of any. */
const VALUES: readonly unknown[] = [
  ...ODD_VALUES,
  'sanction',
  'person',
  'small',
  ['small', 'small'],
  ['pep', 'sanction'],
  [{ value: '' }],
  [{ value: '0000000' }],
  [{ value: 'UTO7714902', kind: '\u0000', country: 'FR' }],
  [{ value: LISTED_PERSON.passport, kind: '__proto__', country: 'BG' }],
  [{ value: LISTED_PERSON.passport, kind: 'constructor' }],
];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ config: { screeningsPerMinute: 1_000_000, requestsPerMinute: 1_000_000 } });
});
afterAll(() => server[Symbol.asyncDispose]());

function wholeBody(random: () => number): Record<string, unknown> {
  const query = {
    name: `${SECRET} ${LISTED_PERSON.last_name}`,
    first_name: SECRET,
    last_name: LISTED_PERSON.last_name,
    dob: '1968-04-12',
    gender: 'male',
    nationality: 'BG',
    countries: ['BG', 'FR'],
    identifiers: [{ kind: 'passport', value: LISTED_PERSON.passport, country: 'BG' }],
    address: `12 ${SECRET} Road`,
    type: 'person',
    lists: ['small'],
    topics: ['sanction'],
    threshold: 0.5,
    limit: 10,
  };
  return random() < 0.5 ? query : { queries: [query, structuredClone(query)], limit: 3, lists: ['small'] };
}

it('whatever a body holds, the answer is one of the contract, names the path of each fault, and no name is logged', async () => {
  const seed = testSeed();
  console.info(`Bodies of screenings: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const seen = new Map<number, number>();
  for (let at = 0; at < MUTATIONS; at++) {
    let body: unknown = wholeBody(random);
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--) body = mutate(body, random, VALUES);
    const text = JSON.stringify(body);
    const broken = random() < 0.03 ? text.slice(0, Math.floor(random() * text.length)) : text;
    const answer = await send(server, '/v1/screenings', {
      method: 'POST',
      headers: { ...bearer(server.key), 'content-type': 'application/json' },
      body: broken,
    });
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    expect([200, 400], `${answer.text.slice(0, 300)} for ${broken.slice(0, 300)}`).toContain(answer.status);
    if (answer.status === 400 && broken === text && typeof body === 'object' && body !== null && !Array.isArray(body)) {
      expect(answer.body.errors?.[0]?.field, `${answer.text.slice(0, 300)} for ${broken.slice(0, 300)}`).toMatch(/^\w/);
    }
  }
  expect(seen.get(200)).toBeGreaterThan(0);
  expect(seen.get(400)).toBeGreaterThan(0);
  expect(server.logged.join('\n').toLowerCase()).not.toContain(SECRET.toLowerCase());
}, 120_000);
