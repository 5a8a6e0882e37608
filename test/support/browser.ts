import { checkAnswer } from './checked-answer.ts';
import type { TestServer } from './server.ts';

export interface BrowserAnswer {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** A browser at one of the appliance's own pages. It stores cookies and sends the origin of its requests. */
export interface Browser {
  /** `name=value`, or null. */
  cookie: string | null;
  /** The attributes of the last cookie, in lower case. */
  attributes: string[];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  send(path: string, init?: RequestInit): Promise<BrowserAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<BrowserAnswer>;
}

export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** `page` describes the page that sends the requests. Every answer is checked against the OpenAPI document. */
export function openBrowser(server: TestServer, page: Record<string, string> = OWN_PAGE): Browser {
  const browser: Browser = {
    cookie: null,
    attributes: [],
    async fetch(path, init = {}) {
      const cookie = browser.cookie === null ? {} : { cookie: browser.cookie };
      const headers = { ...page, ...cookie, ...(init.headers as Record<string, string>) };
      const answer = await fetch(`${server.baseUrl}${path}`, { ...init, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        browser.attributes = attributes.map((attribute) => attribute.toLowerCase());
        const isGone = browser.attributes.some((attribute) => attribute.startsWith('expires=thu, 01 jan 1970'));
        if (!isGone) browser.cookie = pair;
        else if (browser.cookie?.startsWith(`${pair.split('=')[0]}=`)) browser.cookie = null;
      }
      await checkAnswer(init.method ?? 'GET', path, answer.clone());
      return answer;
    },
    send: async (path, init) => toAnswer(await browser.fetch(path, init)),
    post(path, body, headers = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      return browser.send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...json,
      });
    },
  };
  return browser;
}

async function toAnswer(answer: Response): Promise<BrowserAnswer> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

export const ADA = { login: 'ada', name: 'Ada Lindqvist', password: 'seven quiet herons' };

/** A browser that has created the first administrator. */
export async function setUpAdmin(server: TestServer): Promise<Browser> {
  const browser = openBrowser(server);
  const code = server.appliance.openSetup();
  const { status, body } = await browser.post('/session/setup', { ...ADA, code });
  if (status !== 200) throw new Error(`the set-up was answered with ${status}: ${JSON.stringify(body)}`);
  return browser;
}

/** A browser in which a new operator with this role is logged in and has set a password. */
export async function logInAs(
  server: TestServer,
  admin: Browser,
  role: string,
  login: string = role,
): Promise<Browser & { id: string; password: string }> {
  const made = await admin.post('/v1/operators', { login, name: 'Somebody', role });
  if (made.status !== 201)
    throw new Error(`the operator was answered with ${made.status}: ${JSON.stringify(made.body)}`);
  const browser = openBrowser(server);
  const password = `${login} likes long walks`;
  const old_password = made.body.one_time_password as string;
  await browser.post('/session', { login, password: old_password });
  const { status } = await browser.post('/session/password', { old_password, new_password: password });
  if (status !== 200) throw new Error(`the password was answered with ${status}`);
  return Object.assign(browser, { id: made.body.id as string, password });
}
