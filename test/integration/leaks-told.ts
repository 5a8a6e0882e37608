import crypto from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACCESS } from '../support/access-table.ts';
import { ADA, openBrowser, setUpAdmin } from '../support/browser.ts';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { filesBelow, formsOf } from '../support/planted.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startReceiver } from '../support/receiver.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';
import { startTestServer, type TestServer, testConfig } from '../support/server.ts';
import { bearer, KYB, multipart, send, sendJson } from './drive.ts';
import { type Planter, plantCompany, planter, plantPerson, plantWords } from './planting.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const PLANTED_MIN = 200;
const PERSON = '/v1/verifications';
const ENDPOINTS = '/v1/webhook-endpoints';

/** Every header that some program writes to its log. */
const HEADERS = [
  ...[
    'User-Agent',
    'Referer',
    'From',
    'Via',
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Real-Ip',
    'X-Request-Id',
  ],
  ...[
    'X-Correlation-Id',
    'traceparent',
    'tracestate',
    'baggage',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Cookie',
  ],
  ...[
    'Authorization',
    'Proxy-Authorization',
    'X-Api-Key',
    'Custos-Mode',
    'Idempotency-Key',
    'Last-Event-ID',
    'If-None-Match',
  ],
  ...[
    'Range',
    'Content-Type',
    'Content-Encoding',
    'Content-Disposition',
    'Content-Language',
    'Origin',
    'Host',
    'X-Anything',
  ],
];
const ROUTES = Object.keys(ACCESS).map((name) => name.split(' ') as [string, string]);
const NOWHERE = 'ver_01h455vb4pex5vsknk084sn02q';

/** A mark drawn with a seed: a letter sequence that no other word contains. */
function markOf(seed: number): string {
  const random = seededRandom(seed);
  return `Qz${Array.from({ length: 9 }, () => 'bcdfghjkmnpqrstvwxz'[Math.floor(random() * 19)]).join('')}`;
}

/** Sends a request that may get any answer except an internal error. */
async function ask(server: TestServer, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  // A connection with refused requests is soon cut.
  const headers = { ...bearer(server.key), connection: 'close', ...init.headers };
  const answer = await fetch(server.baseUrl + path, { ...init, headers });
  expect([answer.status, path.replace(/Qz\w+/g, '')]).not.toEqual([500, expect.anything()]);
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream) await answer.body?.cancel();
  return isStream ? '' : `${answer.status} ${await answer.text()}`;
}

/** Every header and the Host, in a form that `fetch` would not send. */
async function plantHeaders({ baseUrl, key }: TestServer, { plant }: Planter): Promise<void> {
  for (const name of HEADERS) {
    const value = name === 'Authorization' ? `Bearer ${plant(name).replaceAll(' ', '.')}` : plant(name);
    const headers = { authorization: `Bearer ${key}`, [name.toLowerCase()]: value };
    const [answer] = await once(request(`${baseUrl}${PERSON}`, { headers }).end(), 'response');
    answer.resume();
    await once(answer, 'end');
  }
}

/** Paths, parameters, invalid bodies, and parts of forms. */
async function plantRequests(server: TestServer, { plant }: Planter): Promise<void> {
  const inUrl = (place: string): string => encodeURIComponent(plant(place));
  const paths = [
    '',
    '/v1',
    PERSON,
    '/console',
    '/problems',
    '/v1/watchlists',
    '/session',
    `${PERSON}/${NOWHERE}/documents`,
  ];
  for (const path of paths) await ask(server, `${path}/${inUrl('path')}`);
  for (const name of ['status', 'limit', 'starting_after', 'ending_before', 'api_key', 'q', 'name']) {
    await ask(server, `${PERSON}?${name}=${inUrl('parameter')}&${inUrl('parameter name')}=1`);
  }
  const json = { 'content-type': 'application/json' };
  for (const [method, template] of ROUTES.filter(([it]) => ['POST', 'PUT', 'PATCH'].includes(it))) {
    const path = template.replaceAll(/\{\w+\}/g, NOWHERE);
    const word = plant(template);
    for (const body of [{ [plant('field')]: word }, { name: word, text: word, note: word, reason: word, code: word }]) {
      await ask(server, path, { method, headers: json, body: JSON.stringify(body) });
    }
    await ask(server, path, { method, headers: json, body: `{"${plant('malformed')}` });
  }
  const file = { value: fakeFile({ faces: [0] }), fileName: plant('file name').replaceAll(' ', '_') };
  for (const path of [
    PERSON,
    '/v1/documents/inspect',
    '/v1/watchlists/uploads',
    '/v1/registries/uploads',
    '/v1/trust-lists/uploads',
    '/v1/system/updates/packs',
  ]) {
    const parts = [
      { name: plant('part name'), value: plant('part') },
      { name: 'file', type: plant('part type'), ...file },
      { name: 'documents[]', ...file, value: Buffer.from(plant('no picture')) },
    ];
    const { body, type } = multipart(parts);
    await ask(server, path, { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) });
  }
}

/** All input of searches. */
async function plantSearches(server: TestServer, { plant }: Planter): Promise<void> {
  for (const path of ['/v1/search', '/v1/search/counts']) {
    expect((await sendJson(server, path, { text: plant('search') })).status).toBe(200);
  }
  const queries = Array.from({ length: 5 }, () => ({ name: plant('screened'), address: plant('address') }));
  for (const query of queries) await sendJson(server, '/v1/screenings', { query });
}

/** Operators: names, logins, passwords and codes, right and wrong. Returns the tokens and codes that the appliance made. */
async function plantStaff(server: TestServer, { mark, plant }: Planter): Promise<string[]> {
  const wrong = openBrowser(server);
  await wrong.post('/session/setup', {
    ...ADA,
    name: plant('name'),
    password: plant('password'),
    code: plant('set-up code'),
  });
  const code = server.appliance.openSetup();
  const admin = await setUpAdmin(server);
  const login = mark.toLowerCase();
  const made = await admin.post('/v1/operators', { login, name: plant('operator'), role: 'reviewer' });
  expect(made.status).toBe(201);
  const { id, one_time_password: first } = made.body;
  await admin.send(`/v1/operators/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: plant('operator') }),
  });
  const browser = openBrowser(server);
  await browser.post('/session', { login: plant('login'), password: plant('password') });
  await browser.post('/session', { login, password: first });
  const password = plant('password');
  await browser.post('/session/password', { old_password: plant('password'), new_password: plant('password') });
  const changed = await browser.post('/session/password', { old_password: first, new_password: password });
  expect(changed.status).toBe(200);
  const again = openBrowser(server);
  expect((await again.post('/session', { login, password })).status).toBe(200);
  const tokens = [admin, browser, again].map(({ cookie }) => cookie?.split('=')[1] ?? '');
  return [code, first, ADA.password, ...tokens];
}

/** Keys, webhooks, the recovery key and a passphrase. Returns the secrets that were shown once. */
async function plantSecrets(server: TestServer, { plant }: Planter, url: string): Promise<string[]> {
  const secrets: string[] = [server.key];
  const shown = async (path: string, body: object, name: string): Promise<{ id: string }> => {
    const { status, body: answer, text } = await sendJson(server, path, body);
    expect([path, status], text).toEqual([path, expect.toSatisfy((it: number) => it < 300)]);
    expect(answer[name]).toMatch(/^\S{20,}$/);
    secrets.push(answer[name]);
    return answer;
  };
  const key = await shown('/v1/api-keys', { label: 'branch', scopes: ['kyc:read'] }, 'secret');
  await shown(`/v1/api-keys/${key.id}/rotate`, {}, 'secret');
  const endpoint = await shown(ENDPOINTS, { url: `${url}/${encodeURIComponent(plant('endpoint'))}` }, 'secret');
  await shown(`${ENDPOINTS}/${endpoint.id}/rotate-secret`, {}, 'secret');
  await shown(`${ENDPOINTS}/signing-secret/rotate`, {}, 'secret');
  const recovery = '/v1/system/recovery-key';
  await shown(recovery, {}, 'recovery_key');
  await sendJson(server, `${recovery}/confirm`, { recovery_key: plant('recovery key') });
  await sendJson(server, `${recovery}/confirm`, { recovery_key: secrets.at(-1) });
  const master = '/v1/system/master-key';
  await sendJson(server, master, { kind: 'passphrase', passphrase: `${plant('passphrase')}\n` });
  await sendJson(server, master, { kind: 'file', path: plant('path') });
  const moved = await sendJson(server, master, { kind: 'passphrase', passphrase: plant('passphrase') });
  expect(moved.status, moved.text).toBe(200);
  return secrets;
}

/** The answers of every route to callers who may not read the records: one without a key, a test key, and a key for lists only. */
async function toldToOthers(server: TestServer, ids: Record<'kyc' | 'kyb', string>): Promise<string> {
  const callers = [
    { authorization: '' },
    bearer(server.makeKey({ livemode: false })),
    bearer(server.makeKey({ scopes: ['lists:read', 'events:read', 'screening'] })),
  ];
  const told: string[] = [];
  for (const [method, template] of ROUTES) {
    if (method === 'DELETE') continue;
    const path = template
      .replace(`${KYB}/{id}`, `${KYB}/${ids.kyb}`)
      .replace(`${PERSON}/{id}`, `${PERSON}/${ids.kyc}`)
      .replaceAll(/\{\w+\}/g, NOWHERE);
    const body = method === 'GET' ? {} : { body: '{}' };
    for (const headers of callers) {
      told.push(
        await ask(server, path, { method, headers: { 'content-type': 'application/json', ...headers }, ...body }),
      );
    }
  }
  return told.join('\n');
}

it('none of 200 planted words and no secret is in a place where it must not be', { timeout: 120_000 }, async () => {
  const seed = testSeed();
  const words = planter(markOf(seed));
  console.info(`Planted words: CUSTOS_TEST_SEED=${seed}, mark ${words.mark}`);
  using folder = tempFolder();
  using temporary = tempFolder();
  const former = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary.path;
  try {
    await using receiver = await startReceiver();
    const places = { dir: join(folder.path, 'backups'), keysDir: join(folder.path, 'keys') };
    for (const path of Object.values(places)) mkdirSync(path);
    const { backup } = testConfig(folder.path);
    const own = { configFile: join(folder.path, 'config.json'), masterKeyFixedBy: null };
    const config = { ...own, backup: { ...backup, ...places }, duplicateFaces: true, requestsPerMinute: 1e6 };
    const server = await startTestServer({ folder: folder.path, config });
    const secrets = await plantSecrets(server, words, receiver.url);
    const ids = { kyc: await plantPerson(server, words), kyb: await plantCompany(server, words) };
    await server.settle();
    for (const path of [`${PERSON}/${ids.kyc}`, `${KYB}/${ids.kyb}`]) await plantWords(server, path, words);
    secrets.push(...(await plantStaff(server, words)));
    await plantSearches(server, words);
    await plantHeaders(server, words);
    await plantRequests(server, words);
    server.appliance.webhooks.wake();
    await server.appliance.webhooks.settle();
    expect(words.words.length).toBeGreaterThanOrEqual(PLANTED_MIN);
    console.info(`${words.words.length} words planted, ${secrets.length} secrets made`);

    const forms = [words.mark, ...secrets, '33699418273', 'XK93TBQ42'].flatMap((word, index) =>
      formsOf(word).map((bytes) => ({ bytes, what: index === 0 ? 'the mark' : `secret ${index}` })),
    );
    const leaks = (told: Buffer | string): string[] => {
      const bytes = Buffer.isBuffer(told) ? told : Buffer.from(told);
      return [...new Set(forms.filter((it) => bytes.includes(it.bytes)).map(({ what }) => what))];
    };
    const below = (path: string): string[] =>
      filesBelow(path).flatMap((file) => leaks(file.bytes).map((what) => `${what} in ${file.path}`));

    // The data exists for authorized callers, so the following checks cannot pass only because it is missing.
    expect(leaks((await send(server, `${PERSON}/${ids.kyc}`)).text)).toContain('the mark');
    expect(leaks((await send(server, `${KYB}/${ids.kyb}`)).text)).toContain('the mark');
    expect(receiver.received.length).toBeGreaterThanOrEqual(3);

    const told = {
      log: server.logged.join('\n'),
      webhooks: JSON.stringify(receiver.received),
      others: await toldToOthers(server, ids),
      events: await ask(server, '/v1/events?limit=100'),
      // The audit route would name operators to authorized callers.
      audit: JSON.stringify(server.appliance.db.prepare('SELECT * FROM audit').all()),
      metrics: await ask(server, '/metrics'),
      ready: await ask(server, '/readyz'),
      health: await ask(server, '/healthz'),
      system: await ask(server, '/v1/system'),
      keys: await ask(server, '/v1/api-keys'),
      egress: await ask(server, '/v1/system/egress'),
    };
    for (const [place, text] of Object.entries(told)) {
      const lines = leaks(text).length === 0 ? [] : text.split('\n').filter((line) => leaks(line).length > 0);
      expect([place, lines]).toEqual([place, []]);
    }
    const { backups } = server.appliance;
    // An earlier request started a backup.
    await expect.poll(() => backups.list().some(({ status }) => status === 'running')).toBe(false);
    await backups.create({}, 'cli');
    expect(readdirSync(temporary.path, { recursive: true }), 'temporary files').toEqual([]);
    expect(below(folder.path), 'while it runs').toEqual([]);
    await server.stop();
    expect(filesBelow(folder.path).length).toBeGreaterThan(8);
    expect(below(folder.path), 'after its end').toEqual([]);
    expect(leaks(server.logged.join('\n'))).toEqual([]);
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
});
