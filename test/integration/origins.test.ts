import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpAdmin } from '../support/browser.ts';
import { sampleOf } from '../support/long.ts';
import { FRONT_DESK, switchOn } from '../support/office.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/**
 * The origins from which a request is accepted. The rules are in the order of their checks. The expected answers of all
 * cases below follow from these rules alone:
 *
 * 1. Host. A request names exactly one host, and it is ours. On this machine's own listener that is `localhost`,
 *    `127.0.0.1`, `[::1]` and the configured names. On the office network's listener it is the names in the certificate
 *    and the configured names. Case, one trailing dot and the port do not matter. If the request line itself names a
 *    host, that must be ours too. Otherwise 421 for all callers; without any host it is not HTTP (400).
 * 2. OPTIONS is answered with 405, and no answer ever allows anything to another site (no header `Access-Control-*`).
 *    So a page of another site cannot send anything that needs a preflight.
 * 3. A key (`Authorization`) counts from any origin, because no browser adds it by itself. A session beside it does not count.
 * 4. A session counts only for our own pages: `Sec-Fetch-Site` is `same-origin`, exactly once. If that header is missing, `Origin` must equal the
 *    Host's origin, over the office network with `https`. Otherwise 403. The mode, the destination and the method of the request do not matter.
 * 5. Without either it is 401. A login must meet rule 4, with or without a session (403); only then the input is checked (400).
 */
const RULES = {
  isOurs: (host: string, listener: Listener): boolean => {
    const name = host
      .toLowerCase()
      .replace(/:\d{1,5}$/, '')
      .replace(/\.$/, '');
    return [...CONFIGURED, ...(listener === 'office' ? CERTIFIED : LOOPBACK)].includes(name);
  },
  isOwnPage: ({ host, site, origin, listener }: Pick<Asked, 'host' | 'site' | 'origin' | 'listener'>): boolean => {
    if (site.length > 0) return site.length === 1 && site[0]?.trim() === 'same-origin';
    const schemes = listener === 'office' ? ['https'] : ['http', 'https'];
    return origin.length === 1 && schemes.some((scheme) => origin[0] === `${scheme}://${host[0]}`.toLowerCase());
  },
  expected(asked: Asked): number {
    const { host, target, method, who } = asked;
    if (host.length === 0) return 400;
    const named = [...host, ...(target === null ? [] : [target])];
    if (host.length !== 1 || !named.every((it) => RULES.isOurs(it, asked.listener))) return 421;
    if (method === 'OPTIONS') return 405;
    if (who === 'key' || who === 'key and session') return OK[method];
    if (who === 'login') return RULES.isOwnPage(asked) ? 400 : 403;
    if (who === 'nobody') return 401;
    return RULES.isOwnPage(asked) ? OK[method] : 403;
  },
};

type Listener = 'this machine' | 'office';
type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS';
type Who = 'key' | 'session' | 'key and session' | 'nobody' | 'login';
interface Asked {
  listener: Listener;
  /** All headers with this name, in their order. */
  host: string[];
  /** The host that the request line itself names (RFC 9112, section 3.2.2). */
  target: string | null;
  site: string[];
  origin: string[];
  method: Method;
  who: Who;
  more: [string, string][];
}

const CONFIGURED = ['kyc.branch.example', 'xn--bcher-kva.example'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const CERTIFIED = ['front-desk', 'front-desk.local', '127.0.0.1', 'office.example'];
/** The answers to accepted requests. */
const OK: Record<Exclude<Method, 'OPTIONS'>, number> = { GET: 200, HEAD: 200, POST: 200, DELETE: 404 };
const PATHS: Record<Method, string> = {
  GET: '/v1/verifications',
  HEAD: '/v1/verifications',
  POST: '/v1/search',
  DELETE: '/v1/verifications/ver_01h455vb4pex5vsknk084sn02q',
  OPTIONS: '/v1/verifications',
};

const OWN_PORT = ':8420';
const HOSTS: string[][] = [
  ...['localhost', '127.0.0.1', '[::1]', 'front-desk', 'front-desk.local', 'office.example', 'kyc.branch.example'],
  ...['LocalHost', 'FRONT-DESK.Local', 'KYC.branch.EXAMPLE', 'xn--bcher-kva.example', 'XN--BCHER-KVA.example'],
  ...['localhost.', '127.0.0.1.', 'front-desk.', 'kyc.branch.example.', 'localhost..', '.localhost'],
  ...['localhost:8420', 'localhost.:80', '127.0.0.1:1', '[::1]:65535', 'front-desk:443', 'kyc.branch.example:99999'],
  // No port, a word, too long, below zero.
  ...['localhost:', 'localhost:http', 'localhost:123456', 'localhost:-1', 'localhost:80:80', '[::1]8420', '::1'],
  // Names that point to this machine on purpose, and names that look like ours.
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.1.nip.io', 'evil.localhost'],
  ...['kyc.branch.example.evil.example', 'xkyc.branch.example', 'a.kyc.branch.example', 'branch.example', 'localhos'],
  ...[
    'localtest.me',
    'b\u00fccher.example',
    'xn--lcalhost-5c6a',
    'l\u00f6calhost',
    'localhost%00',
    'localhost%2eevil.example',
  ],
  // Other notations for this machine; browsers use only one.
  ...['127.1', '2130706433', '0x7f000001', '017700000001', '127.0.0.2', '0', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]'],
  ...['[0:0:0:0:0:0:0:1]', '[::1%25lo]', '[localhost]', '[::1', '::1]', '169.254.169.254', '10.0.0.7', '192.168.1.1'],
  // More than a name.
  ...[
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost/evil',
    'localhost?x',
    'localhost#x',
    'http://localhost',
  ],
  ...[
    'localhost, evil.example',
    'localhost evil.example',
    'localhost\tevil',
    '*',
    'localhost\\evil',
    'null',
    'undefined',
    '',
  ],
].map((host) => [host]);
/** None, and several. */
const ODD_HOSTS: string[][] = [
  [],
  ['localhost', 'localhost'],
  ['localhost', 'evil.example'],
  ['evil.example', 'localhost'],
  ['front-desk', 'front-desk'],
  ['', 'localhost'],
];
const TARGETS = ['localhost', 'front-desk', 'evil.example', 'localhost:8420', 'user@localhost', ''];

const SITES: string[][] = [
  [],
  ...[
    'same-origin',
    'same-site',
    'cross-site',
    'none',
    '',
    'SAME-ORIGIN',
    ' same-origin',
    'same-origin, cross-site',
    'same-origin;x',
    'null',
  ].map((site) => [site]),
  ['same-origin', 'cross-site'],
  ['cross-site', 'same-origin'],
  ['same-origin', 'same-origin'],
];
const originsOf = (host: string): string[][] => [
  [],
  ...[
    `http://${host}`,
    `https://${host}`,
    'null',
    '',
    `http://${host}.`,
    `http://${host.replace(/:\d+$/, '')}`,
    `http://${host.replace(/\d+$/, '1')}`,
    `ftp://${host}`,
    `file://${host}`,
    `chrome-extension://${host}`,
    `http://evil.example`,
    `https://evil.example:8420`,
    `http://${host}.evil.example`,
    `http://evil.example/${host}`,
    `http://evil.example#${host}`,
    `http://user@${host}`,
    `http://${host}/`,
    `http://${host}/page?x`,
    `http://${host} http://evil.example`,
    `//${host}`,
    host,
    `http://${host}, http://${host}`,
    'http://b\u00fccher.example',
    'about:srcdoc',
    'blob:http://localhost/1',
  ].map((origin) => [origin]),
  [`http://${host}`, `http://${host}`],
  [`http://${host}`, 'http://evil.example'],
];
/** What a browser sends for a picture, a form, a frame, a script, a worker, a link. */
const KINDS: [string, string][][] = [
  ['no-cors', 'image'],
  ['navigate', 'document'],
  ['navigate', 'iframe'],
  ['nested-navigate', 'frame'],
  ['cors', 'script'],
  ['same-origin', 'worker'],
  ['websocket', 'websocket'],
  ['no-cors', 'object'],
].map(([mode = '', dest = '']) => [
  ['Sec-Fetch-Mode', mode],
  ['Sec-Fetch-Dest', dest],
]);

let server: TestServer;
let officePort = 0;
let token = '';
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const tlsAgent = new TlsAgent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  const allowedHosts = ['kyc.branch.example', 'b\u00fccher.example'];
  const config = { allowedHosts, requestsPerMinute: 1e6 };
  server = await startTestServer({ config, machine: FRONT_DESK, list: false, start: false });
  officePort = await switchOn(server.appliance.lan);
  await server.appliance.lan.make(['office.example'], 'cli');
  token = (await setUpAdmin(server)).cookie?.split('=')[1] ?? '';
});
afterAll(async () => {
  agent.destroy();
  tlsAgent.destroy();
  await server[Symbol.asyncDispose]();
});

const LEAST: Asked = {
  listener: 'this machine',
  host: [`localhost${OWN_PORT}`],
  target: null,
  site: [],
  origin: [],
  method: 'GET',
  who: 'key',
  more: [],
};
/** A host that both listeners accept. */
const OURS = `127.0.0.1${OWN_PORT}`;
const LISTENERS: Listener[] = ['this machine', 'office'];

const CASES: Asked[] = LISTENERS.flatMap((listener) => {
  const at = { ...LEAST, listener };
  const own = { ...at, host: [OURS], site: ['same-origin'] };
  const session = { ...own, who: 'session' as const };
  return [
    ...[...HOSTS, ...ODD_HOSTS].map((host) => ({ ...at, host })),
    ...HOSTS.map((host) => ({ ...session, host })),
    ...TARGETS.map((target) => ({ ...at, host: [OURS], target })),
    ...(['session', 'login'] as const).flatMap((who) => SITES.map((site) => ({ ...session, who, site }))),
    ...(['session', 'login'] as const).flatMap((who) =>
      originsOf(OURS).flatMap((origin) =>
        // Logins per minute are limited, so fewer cases.
        (who === 'login' ? [[]] : [[], ['same-origin'], ['cross-site']]).map((site) => ({
          ...session,
          who,
          site,
          origin,
        })),
      ),
    ),
    // A key is not a browser's, and a caller without one is refused from any origin.
    ...(['key', 'key and session', 'nobody'] as const).flatMap((who) => [
      ...SITES.map((site) => ({ ...own, who, site })),
      ...originsOf(OURS).map((origin) => ({ ...own, who, site: [], origin })),
    ]),
    ...(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'] as const).flatMap((method) =>
      (['key', 'session', 'nobody'] as const).flatMap((who) =>
        SITES.slice(0, 5).map((site) => ({ ...own, method, who, site })),
      ),
    ),
    ...KINDS.flatMap((more) => [['same-origin'], ['cross-site'], ['none']].map((site) => ({ ...session, site, more }))),
  ];
});

function headersOf({ listener, host, site, origin, who, method, more }: Asked): [string, string][] {
  const name = listener === 'office' ? '__Host-custos_session' : 'custos_session';
  const hasSession = who === 'session' || who === 'key and session';
  const hasBody = who === 'login' || method === 'POST';
  const each = (header: string, values: readonly string[]): [string, string][] =>
    values.map((value) => [header, Buffer.from(value).toString('latin1')]);
  return [
    ...each('Host', host),
    ...each('Sec-Fetch-Site', site),
    ...each('Origin', origin),
    ...(hasSession ? each('Cookie', [`${name}=${token}`]) : []),
    ...(who.startsWith('key') ? each('Authorization', [`Bearer ${server.key}`]) : []),
    ...(hasBody ? each('Content-Type', ['application/json']) : []),
    ...more,
  ];
}

/** Sends the request unchanged: no headers are added. */
async function ask(asked: Asked): Promise<IncomingMessage> {
  const isLogin = asked.who === 'login';
  const method = isLogin ? 'POST' : asked.method;
  const path = isLogin ? '/session' : PATHS[asked.method];
  const body = isLogin ? '{}' : asked.method === 'POST' ? '{}' : '';
  const options = {
    host: '127.0.0.1',
    method,
    path: asked.target === null ? path : `http://${asked.target}${path}`,
    setHost: false,
    headers: [...headersOf(asked), ['Content-Length', String(body.length)]].flat(),
  };
  const sent =
    asked.listener === 'office'
      ? tlsRequest({ ...options, port: officePort, agent: tlsAgent, rejectUnauthorized: false })
      : request({ ...options, port: new URL(server.baseUrl).port, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _chunk of answer);
  return answer;
}

const nameOf = ({ listener, host, target, site, origin, method, who, more }: Asked): string =>
  JSON.stringify({ listener, who, method, host, target, site, origin, ...Object.fromEntries(more) });

describe('from where a request is taken', () => {
  it('is tried with hundreds of cases on both listeners, of which each rule takes and refuses some', () => {
    const counts = new Map<number, number>();
    for (const it of CASES) counts.set(RULES.expected(it), (counts.get(RULES.expected(it)) ?? 0) + 1);
    expect(CASES.length).toBeGreaterThanOrEqual(200);
    expect([...counts.keys()].sort()).toEqual([200, 400, 401, 403, 404, 405, 421]);
    for (const [status, count] of counts) expect(count, `cases of ${status}`).toBeGreaterThanOrEqual(2);
    console.info(`origins: ${CASES.length} cases, expected ${JSON.stringify(Object.fromEntries(counts))}`);
  });

  it.each(LISTENERS)('as the rules say: %s', async (listener) => {
    const wrong: string[] = [];
    const cases = CASES.filter((it) => it.listener === listener);
    for (const asked of sampleOf(`requests to the listener of ${listener}`, cases, 40)) {
      const { statusCode, headers } = await ask(asked);
      const expected = RULES.expected(asked);
      if (statusCode !== expected) wrong.push(`${statusCode} instead of ${expected}: ${nameOf(asked)}`);
      const allowing = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      if (allowing.length > 0) wrong.push(`allows another site ${allowing}: ${nameOf(asked)}`);
      const isOurs = expected !== 400 || asked.who === 'login';
      if (isOurs && headers['cross-origin-resource-policy'] !== 'same-origin')
        wrong.push(`may be embedded: ${nameOf(asked)}`);
      if (headers['set-cookie'] !== undefined) wrong.push(`sets a cookie: ${nameOf(asked)}`);
    }
    expect(wrong).toEqual([]);
  });
});
