import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { Browser } from '../browser.ts';
import { pemOf, type TestCertificate, testCertificate } from '../certificates.ts';

/** A person of the test directory. */
export interface Person {
  login: string;
  name: string;
  groups: string[];
  disabled?: boolean;
}

const HOUR_S = 3600;

export const CLIENT_ID = 'custos';
export const CLIENT_SECRET = 'a secret of the client, long enough';

/** A TLS server on loopback, with the certificate of an authority of its own. */
export interface TlsServer extends AsyncDisposable {
  origin: string;
  /** PEM: the authority. */
  ca: string;
  /** What answers from now on; null: nothing does, and connections hang. */
  answer(listener: RequestListener | null): void;
  close(): Promise<void>;
}

/** @param host the name in its certificate and address */
export async function openTlsServer(host = 'localhost', issued?: { authority: TestCertificate }): Promise<TlsServer> {
  const nowMs = Date.now();
  const authority =
    issued?.authority ?? (await testCertificate(nowMs, { ca: true, subject: 'CN=site authority', usages: null }));
  const own = await testCertificate(nowMs, { subject: `CN=${host}`, names: [host], issuer: authority });
  let listener: RequestListener | null = null;
  const server = createServer({ key: pemOf(own.key), cert: own.cert }, (req, res) => listener?.(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    origin: `https://${host}:${(server.address() as AddressInfo).port}`,
    ca: authority.cert,
    answer(next) {
      listener = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface TestProvider extends TlsServer {
  /** By subject. Tests change it. */
  people: Map<string, Person>;
  /** Logs a person in at the provider's own page; returns the address that the browser is sent back to. */
  signIn(url: string, subject: string): Promise<URL>;
  /** What the provider does with requests. */
  handle: RequestListener;
  /** Ends its first logins, as if they had been idle too long: their refresh tokens no longer work. */
  forgetGrants(count: number): Promise<void>;
  /** Whether it gives refresh tokens. Tests change it. */
  refreshes: boolean;
}

/** The real `oidc-provider`, with one client for these addresses. */
export async function openProvider(
  redirectUris: string[],
  options: { secret?: string | null; claimsInIdToken?: boolean; host?: string } = {},
): Promise<TestProvider> {
  const tls = await openTlsServer(options.host);
  const grants: string[] = [];
  const people = new Map<string, Person>();
  const { secret = CLIENT_SECRET, claimsInIdToken = true } = options;
  const of = (sub: string): Person | undefined => {
    const person = people.get(sub);
    return person?.disabled ? undefined : person;
  };
  const provider = new Provider(tls.origin, {
    clients: [
      {
        client_id: CLIENT_ID,
        ...(secret === null ? { token_endpoint_auth_method: 'none' } : { client_secret: secret }),
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'provider-key')] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'] },
    conformIdTokenClaims: !claimsInIdToken,
    pkce: { required: () => true },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      Grant: HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: HOUR_S,
      Session: HOUR_S,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => opened.refreshes,
    async findAccount(_ctx, sub) {
      if (!of(sub)) return undefined;
      return {
        accountId: sub,
        async claims() {
          const person = of(sub);
          return { sub, name: person?.name, preferred_username: person?.login, groups: person?.groups };
        },
      };
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider: own } = ctx.oidc;
      const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid profile');
      grants.push(await grant.save());
      return grant;
    },
  });
  const callback = provider.callback();
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', tls.origin);
    if (!pathname.startsWith('/interaction/')) return void (await callback(req, res));
    const subject = searchParams.get('as');
    if (subject !== null) {
      const result = of(subject)
        ? { login: { accountId: subject } }
        : { error: 'access_denied', error_description: 'This account is disabled' };
      return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
    }
    res.setHeader('content-type', 'text/html; charset=utf-8');
    const links = [...people].map(
      ([sub, { name }]) => `<li><a href="${pathname}?as=${encodeURIComponent(sub)}">${name}</a>`,
    );
    res.end(
      `<!doctype html><html lang="en"><title>Test provider</title><h1>Who are you?</h1><ul>${links.join('')}</ul></html>`,
    );
  };
  const opened: TestProvider = {
    ...tls,
    people,
    handle: (req, res) => void handle(req, res),
    refreshes: true,
    async forgetGrants(count) {
      for (const id of grants.splice(0, count)) await (await provider.Grant.find(id))?.destroy();
    },
    signIn: (url, subject) => walk(tls, new URL(url), subject),
  };
  tls.answer(opened.handle);
  return opened;
}

/** The key as a provider keeps it. */
export const jwkOf = (key: KeyObject, kid: string, alg = 'RS256') => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
});

/** Follows the provider's pages like a browser, up to the first address on another origin. */
async function walk({ origin, ca }: TlsServer, start: URL, subject: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let step = 0; step < 10; step += 1) {
    if (at.origin !== origin) return at;
    if (at.pathname.startsWith('/interaction/')) at.searchParams.set('as', subject);
    const answer = await get(at, ca, cookies);
    const { location } = answer.headers;
    if (location === undefined)
      throw new Error(`the provider answers ${at.pathname} with ${answer.statusCode} and no address`);
    at = new URL(location, at);
  }
  throw new Error('the provider sends the browser round in a circle');
}

function get(url: URL, ca: string, cookies: Map<string, string>): Promise<IncomingMessage> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? request : httpRequest;
    const sent = ask(url, { ca, agent: false, headers: { cookie } }, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      answer.resume();
      answer.once('end', () => resolve(answer));
    });
    sent.once('error', reject);
    sent.end();
  });
}

export const CALLBACK = '/session/directory/callback';

/** The settings for a provider, as the API takes them. `groups`: the role of each group. */
export const settingsFor = ({ ca, origin }: TlsServer, groups: Readonly<Record<string, string>>) => ({
  on: true,
  name: 'Staff login',
  ca,
  groups: Object.entries(groups).map(([group, role]) => ({ group, role })),
  oidc: {
    issuer: origin,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    groups_claim: 'groups',
    scope: 'openid profile',
  },
});

/** Switches the login by a provider on. */
export async function useProvider(
  admin: Browser,
  tls: TlsServer,
  groups: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, body } = await admin.send('/v1/system/directory', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settingsFor(tls, groups)),
  });
  if (status !== 200) throw new Error(`the settings were answered with ${status}: ${JSON.stringify(body)}`);
}

/** Logs a person in at the provider; returns where the appliance sends the browser then. */
export async function logInByProvider(
  browser: Browser,
  provider: TestProvider,
  subject: string,
  start: object = {},
): Promise<string | null> {
  const { status, body } = await browser.post('/session/directory', start);
  if (status !== 200) throw new Error(`the login was answered with ${status}: ${JSON.stringify(body)}`);
  return comeBack(browser, (await provider.signIn(body.url, subject)).search);
}

/** Opens the address that a provider would send the browser to. Returns where the appliance sends it then. */
export async function comeBack(browser: Browser, query: string): Promise<string | null> {
  const answer = await browser.fetch(`${CALLBACK}${query}`, { redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the answer of the provider was answered with ${answer.status}`);
  return answer.headers.get('location');
}
