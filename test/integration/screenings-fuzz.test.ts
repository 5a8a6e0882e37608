import { afterAll, beforeAll, expect, it } from 'vitest';
import { LISTED_PERSON } from '../support/lists.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send } from './drive.ts';

const MUTATIONS = 2_000;
/** A word that is in every body, and in no line of the log. */
const SECRET = 'Zdravkomir';

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000\u0007\u001b[31m',
  '\ud800',
  'a\udc00b',
  '\u202eabc\u202d',
  'x'.repeat(256),
  'x'.repeat(100_000),
  'ab '.repeat(80),
  '﷽'.repeat(100),
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  '9999-12-31',
  '0000-00-00',
  '1990-02-30',
  'sanction',
  'person',
  'small',
  'FR',
  'zz',
  [],
  {},
  [null],
  [[]],
  [{}],
  ['small', 'small'],
  ['FR'],
  ['pep', 'sanction'],
  [{ value: '' }],
  [{ value: '0000000' }],
  [{ value: 'UTO7714902', kind: '\u0000', country: 'FR' }],
  [{ value: LISTED_PERSON.passport, kind: '__proto__', country: 'BG' }],
  [{ value: LISTED_PERSON.passport, kind: 'constructor' }],
  { toString: null },
  { __proto__: null, constructor: 1 },
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

/** Replaces, removes or adds something anywhere in a body. */
function mutate(value: unknown, random: () => number): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  if (typeof value !== 'object' || value === null || random() < 0.2) return pick(VALUES);
  const keys = Object.keys(value);
  const key = random() < 0.1 ? pick(['queries', 'extra', '__proto__', 'constructor', 'a.b[0]']) : pick(keys);
  if (key === undefined) return pick(VALUES);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (random() < 0.15) delete copy[key];
  else {
    const set = mutate(Object.hasOwn(copy, key) ? copy[key] : null, random);
    Object.defineProperty(copy, key, { value: set, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

it('whatever a body holds, the answer is one of the contract, names the path of each fault, and no name is logged', async () => {
  const seed = testSeed();
  console.info(`Bodies of screenings: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const seen = new Map<number, number>();
  for (let at = 0; at < MUTATIONS; at++) {
    let body: unknown = wholeBody(random);
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--) body = mutate(body, random);
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
