import { join } from 'node:path';
import type { PostgresProgram } from '../../../server/hub/db/local-postgres.ts';
import type { HubConfig } from '../../../server/hub/entry/config.ts';
import { type RunningHub, runHub } from '../../../server/hub/entry/run.ts';
import type { Clock } from '../../../server/lib/clock.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import type { HubRole } from '../../../server/vocabulary/hub-roles.ts';
import { tempFolder } from '../folder.ts';
import { type HubDatabase, hubDatabase, SILENT } from './database.ts';

/** A whole hub with its console and its listener for branches, both on free ports of loopback. */
export interface TestRunningHub extends RunningHub, AsyncDisposable {
  database: HubDatabase;
}

/** The settings of a hub on free ports of loopback, with all of its files in one folder. */
export const hubConfig = (folder: string, databaseUrl: string): HubConfig => ({
  databaseUrl,
  dataDir: folder,
  keysDir: join(folder, 'keys'),
  masterKeyFile: join(folder, 'master.key'),
  name: 'Headquarters',
  host: '127.0.0.1',
  port: 0,
  allowedHosts: [],
  certificate: null,
  branchHost: '127.0.0.1',
  branchPort: 0,
  secondFactor: [],
  addresses: null,
});

/** @param secondFactor the roles whose operators must have a second factor */
export async function runningHub(
  program: PostgresProgram,
  clock: Clock = systemClock,
  secondFactor: HubRole[] = [],
): Promise<TestRunningHub> {
  const database = await hubDatabase(program);
  const folder = tempFolder();
  const running = await runHub({ ...hubConfig(folder.path, database.url), secondFactor }, { clock, log: SILENT });
  return {
    ...running,
    database,
    async [Symbol.asyncDispose]() {
      await running.stop();
      await database[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

export interface HubAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

/** A browser at the hub's own pages. */
export interface HubBrowser {
  cookie: string | null;
  ask(method: string, path: string, body?: unknown): Promise<HubAnswer>;
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
}

export function hubBrowser({ url }: Pick<RunningHub, 'url'>): HubBrowser {
  const browser: HubBrowser = {
    cookie: null,
    async send(method, path, init = {}) {
      const headers = {
        'sec-fetch-site': 'same-origin',
        ...(browser.cookie !== null && { cookie: browser.cookie }),
        ...(init.headers as Record<string, string>),
      };
      const answer = await fetch(`${url}/hub-api/v1/${path}`, { ...init, method, headers });
      for (const line of answer.headers.getSetCookie()) browser.cookie = line.split(';')[0] ?? null;
      return answer;
    },
    async ask(method, path, body) {
      const json =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await browser.send(method, path, json);
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
    },
  };
  return browser;
}

export const HUB_ADMINISTRATOR = { login: 'ada', name: 'Ada Lindqvist', password: 'seven quiet herons' };

/** A browser in which the first administrator is logged in. */
export async function hubAdministrator(hub: RunningHub): Promise<HubBrowser> {
  const browser = hubBrowser(hub);
  const { status, body } = await browser.ask('POST', 'session/setup', { ...HUB_ADMINISTRATOR, code: hub.setupCode });
  if (status !== 200) throw new Error(`the set-up was answered with ${status}: ${JSON.stringify(body)}`);
  return browser;
}

/** A browser in which a new operator with these branches is logged in with an own password. */
export async function hubOperator(
  hub: RunningHub,
  administrator: HubBrowser,
  { login, role, branches }: { login: string; role: string; branches: 'all' | readonly string[] },
): Promise<HubBrowser> {
  const made = await administrator.ask('POST', 'operators', { login, name: login, role, branches });
  const browser = hubBrowser(hub);
  await browser.ask('POST', 'session', { login, password: made.body.one_time_password });
  const change = { old_password: made.body.one_time_password, new_password: `${login} likes long walks` };
  const { status } = await browser.ask('POST', 'session/password', change);
  if (status !== 200) throw new Error(`the password was answered with ${status}`);
  return browser;
}
