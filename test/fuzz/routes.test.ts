import crypto from 'node:crypto';
import { expect, it } from 'vitest';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';
import { assertInvariants } from '../support/invariants.ts';
import { mutate, ODD_VALUES } from '../support/mutate.ts';
import { FRONT_DESK } from '../support/office.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';
import { startTestServer } from '../support/server.ts';
import { ask } from './ask.ts';
import { oddWire, type WireRequest } from './forms/odd-wire.ts';
import { SECRET } from './forms/right-forms.ts';
import { expectHeldBack, type Held, type Margin, measureHeld } from './held.ts';
import { oddJson } from './json/odd-json.ts';
import { makeSubjects, type RightRequest, rightRequests } from './routes/right-requests.ts';
import { rowCounter } from './routes/rows.ts';
import { between, type FuzzCase, fuzzRun, pick } from './run.ts';
import { expectTold, isOutsideOurs } from './told.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const MIB = 2 ** 20;
const MANY = 1_000_000;
/** Every accepted policy, key and note is stored for good. */
const MARGIN: Margin = { heapBytes: 64 * MIB, outsideBytes: 200 * MIB, handles: 12 };
/** Refusals that name no field. */
const OF_A_STATE = [401, 403, 404, 409, 429];

/** Values that one route or another expects, in addition to those that any body may contain. */
const VALUES: readonly unknown[] = [
  ...ODD_VALUES,
  SECRET,
  'me',
  'none',
  'small',
  ['small', 'small'],
  'sanction',
  ['pep', 'sanction'],
  'needs_review',
  '2026-01-31T12:00:00Z',
  '+275760-09-13T00:00:00Z',
  'screening.lists.constructor.possible_from',
  { 'screening.lists.constructor.possible_from': 0.9, __proto__: 1 },
  '../../../etc/passwd',
  '/proc/self/mem',
  ['/proc/self/mem'],
  ['/dev/zero'],
  '/dev/null/x/y',
  `/${'x'.repeat(300)}/y`,
  `/${'x/'.repeat(1_500)}y`,
  [{ value: '' }],
  [{ value: '0000000' }],
  [{ value: 'UTO7714902', kind: '__proto__', country: 'BG' }],
  'http://[::1',
  'http://127.0.0.1:1@evil.example/',
  Number.MAX_SAFE_INTEGER,
];

it('whatever is sent as JSON to any other route, the answer is one of the contract, and a refusal leaves nothing', async () => {
  const run = fuzzRun('Routes', { share: 4, whole: 6_000 });
  await using server = await startTestServer({
    machine: FRONT_DESK,
    config: { createsPerMinute: MANY, requestsPerMinute: MANY, screeningsPerMinute: MANY },
  });
  const { appliance } = server;
  const port = Number(new URL(server.baseUrl).port);
  const subjects = await makeSubjects(server);
  const countRows = rowCounter(server);
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  let before: Held | null = null;
  for (const one of run.cases) {
    if (one.at === Math.floor(run.count / 4)) before = await measureHeld();
    const right = pick(one.random, rightRequests(subjects, appliance.policies.current().version));
    const { request, kinds } = oddRequest(right, one, server.key);
    const hint = `${one.hint} (${right.method} ${right.path}: ${kinds}) ${request.body.subarray(0, 300)}`;
    const had = countRows();
    using asked = await ask(port, request, hint);
    const { answer } = asked;
    if (isOutsideOurs(request, answer, hint)) continue;
    const name = `${answer.status}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (answer.status < 300) taken.add(`${right.method} ${right.path}`);
    else expect(countRows(), hint).toEqual(had);
    if (!OF_A_STATE.includes(answer.status)) await expectTold(request, answer, hint, { wholeBodyIsJson: true });
    if (answer.status < 300) await server.settle();
  }
  console.info(`Routes: answers ${JSON.stringify(Object.fromEntries([...seen].sort()))}, ${taken.size} taken by`);
  await server.settle();
  await assertInvariants(appliance);
  const log = server.logged.join('\n');
  expect(log.toLowerCase().includes(SECRET.toLowerCase()), 'a name is in the log').toBe(false);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  server.logged.length = 0;
  if (before) expectHeldBack('Routes', before, await measureHeld(), MARGIN);
});

function oddRequest(right: RightRequest, { random }: FuzzCase, key: string): { request: WireRequest; kinds: string } {
  const odd = random() < 0.5 ? mutated(right.body, random) : oddJson(right.body, random);
  const request: WireRequest = {
    method: right.method,
    path: right.path,
    headers: { Host: 'localhost', Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: odd.bytes,
  };
  const atWire = random() < 0.1;
  return { request, kinds: [odd.kind, ...(atWire ? [oddWire(request, random)] : [])].join(', ') };
}

function mutated(body: unknown, random: () => number): { bytes: Buffer; kind: string } {
  let odd = body;
  for (let count = between(random, 1, 3); count > 0; count--) odd = mutate(odd, random, VALUES);
  return { bytes: Buffer.from(JSON.stringify(odd) ?? ''), kind: 'mutated' };
}
