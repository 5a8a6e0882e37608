import type { Role } from '../../../server/vocabulary/roles.ts';
import type { ApplianceProcess } from '../../support/appliance-process.ts';

/** An operator who may log in, with a session. All are fictitious. */
export interface Account {
  id: string;
  login: string;
  name: string;
  role: Role;
  password: string;
  /** The session cookie, `name=value`. */
  cookie: string;
}

export interface ApiOptions {
  /** The required status; any 2xx by default. */
  expect?: number;
  /** Test data instead of live data. */
  test?: boolean;
  /** The operator who sends the request; the administrator by default. */
  as?: Account;
  headers?: Record<string, string>;
}

/** The operators of one appliance's console, and their requests outside the console. */
export interface Accounts {
  /** The first administrator, created at the first call. */
  admin(): Promise<Account>;
  /** An operator with this role and login (by default the role's name), created at the first call. They have chosen a password. */
  account(role: Role, login?: string): Promise<Account>;
  /** A separate session, for tests that end it. */
  logIn(account: Account): Promise<Account>;
  /** The JSON of an answer, undefined for an empty one. `body` is sent as JSON; a `FormData` unchanged. */
  api<T>(method: string, path: string, body?: unknown, options?: ApiOptions): Promise<T>;
}

const ADMIN = { login: 'ada', name: 'Ada Lindqvist', password: 'seven quiet herons' };
const NAMES: Readonly<Record<Role, string>> = {
  administrator: 'Edda Vanterpool',
  reviewer: 'Bruno Castellane',
  operator: 'Carla Mendes Rocha',
  auditor: 'Dieter Quandt',
};

export function createAccounts({ base, setupCode }: Pick<ApplianceProcess, 'base' | 'setupCode'>): Accounts {
  const made = new Map<string, Promise<Account>>();
  const once = (login: string, make: () => Promise<Account>): Promise<Account> => {
    const known = made.get(login) ?? make();
    made.set(login, known);
    return known;
  };
  const post = (path: string, body: unknown, cookie = ''): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: headersOf(cookie, 'application/json'),
      body: JSON.stringify(body),
    });

  const admin = (): Promise<Account> =>
    once(ADMIN.login, async () => {
      const answer = await expectOk(await post('/session/setup', { ...ADMIN, code: setupCode }));
      const { operator } = (await answer.json()) as { operator: { id: string } };
      return { ...ADMIN, id: operator.id, role: 'administrator', cookie: cookieOf(answer) };
    });
  const logIn = async (account: Account): Promise<Account> => {
    const { login, password } = account;
    return { ...account, cookie: cookieOf(await expectOk(await post('/session', { login, password }))) };
  };
  const account = (role: Role, login: string = role): Promise<Account> =>
    once(login, async () => {
      const name = login === role ? NAMES[role] : `${NAMES[role]} (${login})`;
      const maker = await admin();
      const answer = await expectOk(await post('/v1/operators', { login, name, role }, maker.cookie));
      const { id, one_time_password: former } = (await answer.json()) as { id: string; one_time_password: string };
      const password = `${login} likes long walks`;
      const { cookie } = await logIn({ id, login, name, role, password: former, cookie: '' });
      const change = { old_password: former, new_password: password };
      return {
        id,
        login,
        name,
        role,
        password,
        cookie: cookieOf(await expectOk(await post('/session/password', change, cookie))),
      };
    });
  return {
    admin,
    account,
    logIn,
    async api<T>(method: string, path: string, body?: unknown, options: ApiOptions = {}): Promise<T> {
      const { cookie } = options.as ?? (await admin());
      const isForm = body instanceof FormData;
      const headers = {
        ...headersOf(cookie, body === undefined || isForm ? null : 'application/json'),
        ...(options.test && { 'custos-mode': 'test' }),
        ...options.headers,
      };
      const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
      const answer = await fetch(`${base}${path}`, { method, headers, ...sent });
      const text = await answer.text();
      if (options.expect === undefined ? !answer.ok : answer.status !== options.expect)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
}

function headersOf(cookie: string, contentType: string | null): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    ...(cookie !== '' && { cookie }),
    ...(contentType !== null && { 'content-type': contentType }),
  };
}

function cookieOf(answer: Response): string {
  const [pair] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  if (!pair) throw new Error('the appliance set no cookie');
  return pair;
}

async function expectOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${answer.url} was answered with ${answer.status}: ${await answer.text()}`);
}
