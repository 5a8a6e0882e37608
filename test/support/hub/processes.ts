import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadDemoList } from '../../demo/load-list.ts';
import { type ApplianceProcess, startApplianceProcess } from '../appliance-process.ts';
import { killAtEnd } from '../kill-at-end.ts';
import { HUB_ADMINISTRATOR, type HubBrowser, hubBrowser } from './running.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const POLL_MS = 500;
const WAIT_MS = 120_000;

/** A hub in a process of its own, for a demonstration or a measurement. */
export interface HubProcess extends AsyncDisposable {
  url: string;
  /** Where branches connect. */
  branches: string;
  setupCode: string;
  database: string;
}

/** Starts the hub as `npm run hub` does, with its files below `folder`. */
export async function startHubProcess(folder: string): Promise<HubProcess> {
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  const env = {
    ...process.env,
    CUSTOS_HUB_DATA_DIR: join(folder, 'hub'),
    CUSTOS_HUB_MASTER_KEY_FILE: join(folder, 'hub-key', 'master.key'),
    CUSTOS_HUB_NAME: 'Headquarters',
    CUSTOS_HUB_PORT: '0',
    CUSTOS_HUB_BRANCH_PORT: '0',
  };
  const child = spawn(process.execPath, ['server/hub/entry/process.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found = await readAnnouncement(child);
  return {
    ...found,
    async [Symbol.asyncDispose]() {
      await using _end = killAtEnd(child);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readAnnouncement(child: ChildProcess): Promise<Omit<HubProcess, typeof Symbol.asyncDispose>> {
  if (!child.stdout) throw new Error('the hub has no output to read');
  const found = { url: '', branches: '', setupCode: '', database: '' };
  for await (const line of createInterface({ input: child.stdout })) {
    found.url ||= /running at (http:\S+)/.exec(line)?.[1] ?? '';
    found.branches ||= /Branches connect to (https:\S+)/.exec(line)?.[1] ?? '';
    found.database ||= /^Database: +(.+)$/.exec(line)?.[1] ?? '';
    found.setupCode ||= /Setup code .*: (\S+)$/.exec(line)?.[1] ?? '';
    if (found.setupCode) {
      child.stdout.resume();
      return found;
    }
  }
  throw new Error('the hub ended before it said where it answers');
}

/** A browser in which the first administrator of this hub is logged in. */
export async function setUpHub(hub: HubProcess): Promise<HubBrowser> {
  const browser = hubBrowser(hub);
  await hubAnswer(browser, 'POST', 'session/setup', { ...HUB_ADMINISTRATOR, code: hub.setupCode });
  return browser;
}

/** What the hub answers. Throws if it refuses. */
export async function hubAnswer<T>(browser: HubBrowser, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await browser.ask(method, path, body);
  if (answer.status >= 400)
    throw new Error(`the hub answered ${path} with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** An appliance in a process of its own that joined a hub. */
export interface BranchProcess extends ApplianceProcess {
  name: string;
  /** Its id at the hub; empty before the approval. */
  id: string;
}

/** What `GET /v1/system/hub` says, as far as it is used. */
export interface HubState {
  state: string;
  stopped: string | null;
  branch: string | null;
  error: string | null;
  entries: number;
  waiting: { entries: number };
}

/**
 * Starts an appliance with a list, and has it ask a hub to become a branch of level 1.
 *
 * @param reach changes the addresses of the invite
 */
export async function startBranchProcess(
  administrator: HubBrowser,
  name: string,
  reach?: (invite: string) => string,
): Promise<BranchProcess> {
  const appliance = await startApplianceProcess();
  await loadDemoList(appliance);
  return joinHub(administrator, appliance, name, reach);
}

/** Has an appliance ask a hub to become a branch of level 1. */
export async function joinHub(
  administrator: HubBrowser,
  appliance: ApplianceProcess,
  name: string,
  reach = (invite: string): string => invite,
): Promise<BranchProcess> {
  const { invite } = await hubAnswer<{ invite: string }>(administrator, 'POST', 'invites', { name });
  await branchAnswer(appliance, 'POST', '/v1/system/hub', { invite: reach(invite), name, level: 1 });
  return { ...appliance, name, id: '' };
}

/** What an appliance answers. Throws if it refuses. */
export async function branchAnswer<T>(
  branch: ApplianceProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${branch.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${branch.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the appliance answered ${path} with ${answer.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

export const hubState = (branch: ApplianceProcess): Promise<HubState> => branchAnswer(branch, 'GET', '/v1/system/hub');

/** Contacts the hub now. Returns the error; null: none. */
export async function contactHub(branch: ApplianceProcess): Promise<string | null> {
  const { error } = await branchAnswer<{ error: string | null }>(branch, 'POST', '/v1/system/hub/contact', {});
  return error;
}

/** Contacts the hub until everything has a receipt. */
export async function settleWithHub(branch: BranchProcess): Promise<void> {
  const endMs = performance.now() + WAIT_MS;
  for (;;) {
    await contactHub(branch);
    if ((await hubState(branch)).waiting.entries === 0) return;
    if (performance.now() > endMs) throw new Error(`${branch.name} waited too long for its receipts`);
    await wait(POLL_MS);
  }
}

/** Approves every request that waits, and fetches the certificates. */
export async function approveBranches(administrator: HubBrowser, branches: readonly BranchProcess[]): Promise<void> {
  type Requests = { data: { id: string; state: string }[] };
  const { data } = await hubAnswer<Requests>(administrator, 'GET', 'enrolments');
  for (const { id, state } of data) {
    if (state === 'waiting') await hubAnswer(administrator, 'POST', `enrolments/${id}/approve`);
  }
  for (const branch of branches) {
    await settleWithHub(branch);
    branch.id = (await hubState(branch)).branch ?? '';
  }
}
