import { once } from 'node:events';
import net, { type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { authenticate, type LdapSettings } from '../../../server/ldap/directory.ts';
import { guardEgress } from '../../../server/lib/egress.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import {
  type Asked,
  BIND,
  EXTENDED,
  entry,
  fakeLdap,
  item,
  reference,
  result,
  SEARCH,
  usual,
} from '../../support/ldap/fake-server.ts';
import {
  type Authority,
  deps,
  GROUPS,
  GUID,
  ldaps,
  newAuthority,
  PASSWORD,
  PEOPLE,
  settingsFor,
  startTls,
} from '../../support/ldap/people.ts';

const limits = LIMITS as {
  -readonly [K in 'ldapConnectTimeoutMs' | 'ldapBindTimeoutMs' | 'ldapSearchTimeoutMs' | 'ldapTotalTimeoutMs']: number;
};
const usualLimits = { ...LIMITS };
const SHORT_MS = 150;
const ADA = `CN=Ada\\, Directory,${PEOPLE}`;

let site: Authority;
let certificate: Awaited<ReturnType<Authority['issue']>>;
const open: { close(): void }[] = [];
let unguard: () => void;
const denied: string[] = [];
beforeAll(async () => {
  site = await newAuthority();
  certificate = await site.issue();
});
beforeEach(() => {
  denied.length = 0;
  unguard = guardEgress((host) => denied.push(host));
});
afterEach(() => {
  unguard();
  Object.assign(limits, usualLimits);
  for (const server of open.splice(0)) server.close();
});

async function serve(answer: (asked: Asked) => Buffer | null) {
  const server = await fakeLdap(certificate, answer);
  open.push(server);
  return server;
}

/** A server in plain text. */
async function listen(onSocket: (socket: net.Socket) => void): Promise<number> {
  const sockets: net.Socket[] = [];
  const server: Server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

const AD = {
  sAMAccountName: ['ada'],
  objectGUID: [GUID],
  displayName: ['Ada Directory'],
  userAccountControl: ['512'],
  memberOf: [`CN=Risk\\, Compliance,${GROUPS}`, `CN = Reviewers , ${GROUPS}`],
};

function ad(ports: readonly number[], change: Partial<LdapSettings> = {}): LdapSettings {
  return settingsFor(site.cert, ports.map(ldaps), {
    userFilter: '(&(objectCategory=person)(sAMAccountName={login}))',
    identity: 'objectGUID',
    nameAttribute: 'displayName',
    ...change,
  });
}

const enter = (settings: LdapSettings) => authenticate(deps, settings, { login: 'ada', password: PASSWORD });
const unavailable = (why: string) => ({ is: 'unavailable', why });

it('reads a person of Active Directory, and compares names of groups without case and spaces', async () => {
  const { port } = await serve(usual(({ id }) => [entry(id, ADA, AD)]));
  expect(await enter(ad([port]))).toEqual({
    is: 'person',
    person: {
      identity: GUID.toString('hex'),
      login: 'ada',
      name: 'Ada Directory',
      groups: [`cn=risk\\, compliance,${GROUPS}`, `cn=reviewers,${GROUPS}`],
    },
  });
  expect(denied).toEqual([]);
});

it('asks Active Directory for groups in groups', async () => {
  const isChain = ({ bytes }: Asked): boolean => bytes.includes('1.2.840.113556.1.4.1941');
  const server = await serve(
    usual((asked) => (isChain(asked) ? [entry(asked.id, `CN=Outer,${GROUPS}`)] : [entry(asked.id, ADA, AD)])),
  );
  const groups = { by: 'search', base: GROUPS, member: 'member', nested: true } as const;
  expect(await enter(ad([server.port], { groups }))).toMatchObject({ person: { groups: [`cn=outer,${GROUPS}`] } });
  const asked = server.asked.find(isChain);
  // member [2], the rule [1] and the distinguished name [3] of a matching rule assertion (RFC 4511, 4.5.1.7.7).
  expect(
    asked?.bytes.includes(
      Buffer.concat([item(0x81, '1.2.840.113556.1.4.1941'), item(0x82, 'member'), item(0x83, ADA)]),
    ),
  ).toBe(true);
});

it('refuses an entry whose value differs from the login by more than case', async () => {
  const { port } = await serve(usual(({ id }) => [entry(id, ADA, { ...AD, sAMAccountName: ['adä'] })]));
  expect(await enter(ad([port]))).toEqual({ is: 'refused', why: 'not_found' });
});

it('refuses an entry without identity, and one that another replaced during the login', async () => {
  const { objectGUID: _, ...anonymous } = AD;
  const without = await serve(usual(({ id }) => [entry(id, ADA, anonymous)]));
  expect(await enter(ad([without.port]))).toEqual({ is: 'refused', why: 'not_found' });
  let searches = 0;
  const replaced = await serve(
    usual(({ id }) => {
      searches += 1;
      return [entry(id, ADA, { ...AD, objectGUID: [searches === 1 ? GUID : Buffer.alloc(16, 1)] })];
    }),
  );
  expect(await enter(ad([replaced.port]))).toEqual({ is: 'refused', why: 'not_found' });
});

it('says why no server can be used', async () => {
  const sockets: net.Socket[] = [];
  const silent = await listen((socket) => sockets.push(socket));
  const closing = await listen((socket) => socket.destroy());
  const [noTls, refusing] = [
    await listen((socket) => socket.write('HTTP/1.1 400\r\n\r\n')),
    await serve(({ id, tag }) => (tag === 0x60 ? result(id, BIND, 51) : null)),
  ];
  refusing.close();
  Object.assign(limits, { ldapConnectTimeoutMs: SHORT_MS });
  expect(await enter(ad([silent]))).toEqual(unavailable('timeout'));
  expect(await enter(ad([closing]))).toEqual(unavailable('connection_failed'));
  expect(await enter(ad([noTls]))).toEqual(unavailable('tls_failed'));
  expect(await enter(ad([refusing.port]))).toEqual(unavailable('connection_refused'));
});

it('waits no longer than its limits for a server that hangs at connecting, at a bind or at a search', async () => {
  Object.assign(limits, { ldapConnectTimeoutMs: SHORT_MS, ldapBindTimeoutMs: SHORT_MS, ldapSearchTimeoutMs: SHORT_MS });
  const never = { ...deps, dial: () => new Promise<never>(() => undefined) };
  const atBind = await serve(() => null);
  const atSearch = await serve(({ id, tag }) => (tag === 0x60 ? result(id, BIND) : null));
  // Sends an entry now and then, so the connection is never idle.
  const slowly = await serve(({ id, tag, socket }) => {
    if (tag === 0x63) setInterval(() => socket.write(reference(id, 'ldap://a')), 20).unref();
    return tag === 0x60 ? result(id, BIND) : null;
  });
  for (const [use, port] of [
    [never, 1],
    [deps, atBind.port],
    [deps, atSearch.port],
    [deps, slowly.port],
  ] as const) {
    const began = performance.now();
    const outcome = await authenticate(use, ad([port]), { login: 'ada', password: PASSWORD });
    expect(outcome).toEqual(unavailable('timeout'));
    const tookMs = performance.now() - began;
    expect(tookMs).toBeGreaterThan(SHORT_MS - 5);
    expect(tookMs).toBeLessThan(SHORT_MS * 4);
  }
  Object.assign(limits, usualLimits, { ldapTotalTimeoutMs: SHORT_MS });
  const began = performance.now();
  expect(await enter(ad([atBind.port, atBind.port, atBind.port]))).toEqual(unavailable('timeout'));
  expect(performance.now() - began).toBeLessThan(SHORT_MS * 3);
});

it('asks the next server if one cannot be used, but not after a refused account or a wrong password', async () => {
  const closing = await listen((socket) => socket.destroy());
  const good = await serve(usual(({ id }) => [entry(id, ADA, AD)]));
  const busy = await serve(({ id }) => result(id, BIND, 51));
  expect(await enter(ad([closing, busy.port, good.port]))).toMatchObject({ is: 'person' });
  const binds = (): number => good.asked.filter(({ tag }) => tag === 0x60).length;
  const used = binds();
  const refusing = await serve(({ id }) => result(id, BIND, 49));
  expect(await enter(ad([refusing.port, good.port]))).toEqual(unavailable('account_refused'));
  let tries = 0;
  const wrong = await serve(({ id, tag }) => {
    if (tag === 0x60) tries += 1;
    if (tag === 0x60) return result(id, BIND, tries === 2 ? 49 : 0);
    return tag === 0x63 ? Buffer.concat([entry(id, ADA, AD), result(id, SEARCH)]) : null;
  });
  expect(await enter(ad([wrong.port, good.port]))).toEqual({ is: 'refused', why: 'wrong_password' });
  expect(binds()).toBe(used);
});

it('follows no referral, at a search or at a bind', async () => {
  const elsewhere: unknown[] = [];
  const other = await listen((socket) => elsewhere.push(socket));
  const url = `ldap://127.0.0.1:${other}/${PEOPLE}`;
  const passing = await serve(usual(({ id }) => [reference(id, url), entry(id, ADA, AD), reference(id, url)]));
  expect(await enter(ad([passing.port]))).toMatchObject({ is: 'person' });
  const only = await serve(usual(({ id }) => [reference(id, url)]));
  expect(await enter(ad([only.port]))).toEqual({ is: 'refused', why: 'not_found' });
  const referring = (id: number, tag: number): Buffer =>
    item(
      0x30,
      item(0x02, Buffer.of(id)),
      item(tag, item(0x0a, Buffer.of(10)), item(0x04), item(0x04), item(0xa3, item(0x04, url))),
    );
  const atSearch = await serve(({ id, tag }) =>
    tag === 0x60 ? result(id, BIND) : tag === 0x63 ? referring(id, SEARCH) : null,
  );
  expect(await enter(ad([atSearch.port]))).toEqual(unavailable('referral'));
  const atBind = await serve(({ id, tag }) => (tag === 0x60 ? referring(id, BIND) : null));
  expect(await enter(ad([atBind.port]))).toMatchObject({ is: 'unavailable' });
  expect(elsewhere).toEqual([]);
});

it('ends a connection with an answer that is too large or breaks the protocol', async () => {
  const many = await serve(usual(({ id }) => [1, 2, 3].map(() => entry(id, ADA, AD))));
  expect(await enter(ad([many.port]))).toEqual(unavailable('answer_too_large'));
  const huge = await serve(
    usual(({ id }) => [entry(id, ADA, { ...AD, description: ['x'.repeat(LIMITS.ldapAnswerBytesMax)] })]),
  );
  expect(await enter(ad([huge.port]))).toEqual(unavailable('answer_too_large'));
  const announced = await serve(() => Buffer.from('3084fffffff0', 'hex'));
  expect(await enter(ad([announced.port]))).toEqual(unavailable('answer_too_large'));
  const endless = await serve(({ id, tag, socket }) => {
    const send = (): void => void (socket.writable && socket.write(reference(id, 'x'.repeat(100_000)), send));
    if (tag === 0x63) send();
    return tag === 0x60 ? result(id, BIND) : null;
  });
  expect(await enter(ad([endless.port]))).toEqual(unavailable('answer_too_large'));
  const ranged = await serve(usual(({ id }) => [entry(id, ADA, { ...AD, 'memberOf;range=0-1499': ['CN=a'] })]));
  expect(await enter(ad([ranged.port]))).toEqual(unavailable('answer_too_large'));
  for (const answer of [
    (id: number) => result(id + 1, BIND),
    (id: number) => result(id, SEARCH),
    (id: number) => entry(id, ADA, AD),
    () => Buffer.from('not LDAP'),
    (id: number) => Buffer.concat([result(id, BIND), result(id, BIND)]),
  ]) {
    const { port } = await serve(({ id }) => answer(id));
    expect(await enter(ad([port]))).toEqual(unavailable('bad_answer'));
  }
  const leaving = await serve(() => result(0, EXTENDED, 52));
  expect(await enter(ad([leaving.port]))).toEqual(unavailable('connection_failed'));
});

it('finds too many groups suspicious', async () => {
  const groups = { by: 'search', base: GROUPS, member: 'member', nested: false } as const;
  const server = await serve(({ id, tag, bytes }) => {
    if (tag !== 0x63) return tag === 0x60 ? result(id, BIND) : null;
    return bytes.includes(`\x04${String.fromCharCode(GROUPS.length)}${GROUPS}`)
      ? Buffer.concat([entry(id, `CN=a,${GROUPS}`), result(id, SEARCH, 4)])
      : Buffer.concat([entry(id, ADA, AD), result(id, SEARCH)]);
  });
  expect(await enter(ad([server.port], { groups }))).toEqual(unavailable('answer_too_large'));
});

it('sends no login in plain text if StartTLS is refused, or if answers come before TLS', async () => {
  for (const [answer, why] of [
    [result(1, EXTENDED, 2), 'starttls_refused'],
    [result(1, EXTENDED, 52), 'starttls_refused'],
    [Buffer.concat([result(1, EXTENDED), result(2, BIND)]), 'bad_answer'],
    [Buffer.concat([result(1, EXTENDED), Buffer.of(0x30)]), 'bad_answer'],
  ] as const) {
    const heard: Buffer[] = [];
    const port = await listen((socket) =>
      socket.on('data', (bytes) => {
        heard.push(bytes);
        if (heard.length === 1) socket.write(answer);
      }),
    );
    expect(await enter(ad([], { servers: [startTls(port)] }))).toEqual(unavailable(why));
    expect(Buffer.concat(heard).toString('hex')).toBe(
      Buffer.concat([item(0x30, item(0x02, Buffer.of(1)), item(0x77, item(0x80, '1.3.6.1.4.1.1466.20037')))]).toString(
        'hex',
      ),
    );
  }
});
