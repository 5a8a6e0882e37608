import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import type { HubBranch, HubBranchDetail, HubRecord, HubTaken } from '../../server/contract/hub-console.ts';
import { readInvite, writeInvite } from '../../server/parcel/invite.ts';
import { startApplianceProcess } from '../support/appliance-process.ts';
import { tempFolder } from '../support/folder.ts';
import {
  approveBranches,
  type BranchProcess,
  branchAnswer,
  contactHub,
  hubAnswer,
  hubState,
  settleWithHub,
  setUpHub,
  startBranchProcess,
  startHubProcess,
} from '../support/hub/processes.ts';
import type { HubBrowser } from '../support/hub/running.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { createClient } from '../support/verification-client.ts';
import { DEMO_CASES } from './cases.ts';
import { printTable, say } from './print.ts';

/** One thing that was shown: what, what was seen, and whether that is as expected. */
type Row = [what: string, seen: string, verdict: 'ok' | 'WRONG'];

const rows: Row[] = [];

function show(what: string, seen: string, isRight: boolean): void {
  rows.push([what, seen, isRight ? 'ok' : 'WRONG']);
  say(`  ${isRight ? 'ok   ' : 'WRONG'} ${what}: ${seen}`);
}

/**
 * Shows a hub with three branches, each a process of its own. Verifies people, gives a policy in waves, cuts one branch off and carries a stick, restores
 * one from a backup, and revokes a stolen one. Exits with status 1 if anything is not as expected.
 */
async function main(): Promise<number> {
  using folder = tempFolder();
  say('Starting a hub and three appliances, each on a temporary folder ...');
  await using hub = await startHubProcess(folder.path);
  say(`The hub answers at ${hub.url} on ${hub.database}.`);
  const administrator = await setUpHub(hub);
  await using relay = await startRelay(Number(new URL(hub.branches).port));
  await using north = await startBranchProcess(administrator, 'North');
  await using south = await startBranchProcess(administrator, 'South', (invite) => through(invite, relay.port));
  // Its folder must outlive the process: it is restored.
  const east = await startBranchProcess(administrator, 'East');
  try {
    await enrol(administrator, [north, south, east]);
    await verifyEverywhere(administrator, [north, south, east]);
    await rollOut(administrator, [north, south, east]);
    await carryStick(administrator, south, relay, folder.path);
    await using restored = await restoreBranch(administrator, east, folder.path);
    await revokeStolen(administrator, north);
    await lookForNames(folder.path);
    await showHub(administrator, [north, south, restored]);
  } finally {
    await east[Symbol.asyncDispose]();
  }
  printTable(['what', 'seen', ''], rows);
  const wrong = rows.filter(([, , verdict]) => verdict !== 'ok').length;
  say(wrong === 0 ? 'Everything is as expected.' : `${wrong} of ${rows.length} are not as expected.`);
  return wrong === 0 ? 0 : 1;
}

/** The invite of the same hub as a branch reaches it through a relay. */
const through = (invite: string, relayPort: number): string =>
  writeInvite({ ...readInvite(invite), addresses: [`https://127.0.0.1:${relayPort}`] });

/** Passes connections on to the hub's listener until it is cut. */
interface Relay extends AsyncDisposable {
  port: number;
  cut(): void;
}

async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
    },
  };
}

async function enrol(administrator: HubBrowser, branches: readonly BranchProcess[]): Promise<void> {
  say('Enrolling the branches ...');
  for (const branch of branches) await contactHub(branch);
  type Waiting = { id: string; name: string; state: string };
  const { data } = await hubAnswer<{ data: Waiting[] }>(administrator, 'GET', 'enrolments');
  show(
    'requests to become a branch',
    data
      .map(({ name }) => name)
      .toSorted()
      .join(', '),
    data.length === branches.length,
  );
  await approveBranches(administrator, branches);
  for (const branch of branches) {
    const { state } = await hubState(branch);
    show(`${branch.name} after the approval`, state, state === 'active' && branch.id !== '');
  }
}

/** Verifies one person, and waits for the result. */
async function verify(branch: BranchProcess): Promise<{ id: string; status: string }> {
  const [first] = DEMO_CASES;
  if (!first) throw new Error('there is a case');
  const client = createClient(branch.base, branch.key);
  return client.waitForResult(await client.create(await first.draw()));
}

const recordsOf = async (administrator: HubBrowser, branch: BranchProcess): Promise<HubRecord[]> =>
  (await hubAnswer<{ data: HubRecord[] }>(administrator, 'GET', `records?branch=${branch.id}&limit=100`)).data;

const detailOf = (administrator: HubBrowser, { id }: BranchProcess): Promise<HubBranchDetail> =>
  hubAnswer(administrator, 'GET', `branches/${id}`);

async function verifyEverywhere(administrator: HubBrowser, branches: readonly BranchProcess[]): Promise<void> {
  say('Verifying one person at each branch ...');
  for (const branch of branches) {
    const { id, status } = await verify(branch);
    await settleWithHub(branch);
    const [record] = await recordsOf(administrator, branch);
    const seen = record ? `${record.state}, ${record.decision ?? 'no decision'}` : 'no record';
    show(`the hub sees the person of ${branch.name}`, seen, record?.id === id && record.state === status);
  }
}

async function rollOut(administrator: HubBrowser, branches: readonly BranchProcess[]): Promise<void> {
  say('Giving a policy in two waves ...');
  const [first, ...others] = branches;
  if (!first) throw new Error('there are branches');
  const path = 'screening.possible_from';
  const { id } = await hubAnswer<{ id: string }>(administrator, 'POST', 'rollouts', {
    name: 'Search more widely',
    order: { kind: 'policy', note: 'The demonstration asks for it', changes: { [path]: 0.85 } },
    healthy_minutes: 0,
    waves: [
      { starts: 'by_hand', branches: [first.id] },
      { starts: 'by_hand', branches: others.map((branch) => branch.id) },
    ],
  });
  for (const [at, wave] of [[first], others].entries()) {
    await hubAnswer(administrator, 'POST', `rollouts/${id}/start-wave`, { wave: at + 1 });
    for (const branch of wave) {
      await settleWithHub(branch);
      const { settings } = await branchAnswer<{ settings: { path: string; value: unknown }[] }>(
        branch,
        'GET',
        '/v1/policies/settings',
      );
      const value = settings.find((setting) => setting.path === path)?.value;
      const { directives_newest: directives } = await detailOf(administrator, branch);
      const seen = `${path} is ${value}, answered ${directives[0]?.outcome ?? 'nothing'}`;
      show(`policy of wave ${at + 1} at ${branch.name}`, seen, value === 0.85 && directives[0]?.outcome === 'done');
    }
  }
}

/** The file that waits for the hub, as a person saves it on a stick. */
async function fileForHub(branch: BranchProcess): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${branch.base}/v1/system/hub/file`, {
    headers: { authorization: `Bearer ${branch.key}` },
  });
  if (!answer.ok) throw new Error(`the file for the hub was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function takeAtHub(administrator: HubBrowser, file: Uint8Array<ArrayBuffer>): Promise<HubTaken> {
  const answer = await administrator.send('POST', 'carried-files', { body: file });
  return (await answer.json()) as HubTaken;
}

async function carryStick(
  administrator: HubBrowser,
  branch: BranchProcess,
  relay: Relay,
  folder: string,
): Promise<void> {
  say(`Cutting ${branch.name} off, and carrying a stick ...`);
  relay.cut();
  const { id } = await verify(branch);
  const error = await contactHub(branch);
  show(`${branch.name} without the hub verifies on`, `contact: ${error}`, error !== null);
  const before = await recordsOf(administrator, branch);
  show(
    'the hub knows nothing of it yet',
    `${before.length} record`,
    before.every((record) => record.id !== id),
  );
  const file = await fileForHub(branch);
  mkdirSync(join(folder, 'stick'), { recursive: true });
  writeFileSync(join(folder, 'stick', 'to-hub.zip'), file);
  const taken = await takeAtHub(administrator, file);
  show(
    'the stick at the hub',
    `${taken.taken} parcels taken`,
    taken.taken > 0 && Object.keys(taken.refused).length === 0,
  );
  const after = await recordsOf(administrator, branch);
  show(
    'the hub knows it from the stick',
    `${after.length} records`,
    after.some((record) => record.id === id),
  );
  const back = await administrator.send('POST', `branches/${branch.id}/carried-file`, {
    headers: { accept: 'application/zip' },
  });
  const form = new FormData();
  form.set('files[]', new Blob([await back.arrayBuffer()]), 'to-branch.zip');
  const answer = await fetch(`${branch.base}/v1/system/hub/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${branch.key}` },
    body: form,
  });
  const { receipts } = (await answer.json()) as { receipts: number };
  const { waiting } = await hubState(branch);
  show(
    `the stick back at ${branch.name}`,
    `${receipts} receipts, ${waiting.entries} entries wait`,
    waiting.entries === 0,
  );
}

async function restoreBranch(administrator: HubBrowser, branch: BranchProcess, folder: string): Promise<BranchProcess> {
  say(`Restoring ${branch.name} from a backup ...`);
  await settleWithHub(branch);
  const backups = join(folder, 'backups');
  mkdirSync(backups, { mode: 0o700 });
  await branch.command('backup', 'create', '--to', backups);
  const after = await verify(branch);
  await settleWithHub(branch);
  const [backup] = globSync('*', { cwd: backups }).filter((name) => statSync(join(backups, name)).isFile());
  if (backup === undefined) throw new Error('there is a backup');
  const dataDir = join(folder, 'restored');
  await branch.command('backup', 'restore', join(backups, backup), '--to', dataDir);
  const masterKey = join(folder, 'restored.key');
  copyFileSync(join(branch.folder, 'master.key'), masterKey);
  await branch[Symbol.asyncDispose]();
  const settings = { CUSTOS_DATA_DIR: dataDir, CUSTOS_MASTER_KEY_FILE: masterKey };
  const appliance = await startApplianceProcess(settings, undefined, undefined, branch.key);
  const restored: BranchProcess = { ...appliance, name: branch.name, id: branch.id };
  const stopped = await hubState(restored);
  show(
    `${branch.name} after the restore sends nothing`,
    `${stopped.state}: ${stopped.stopped}`,
    stopped.stopped === 'restored',
  );
  await branchAnswer(restored, 'POST', '/v1/system/hub/line', {});
  const { id } = await verify(restored);
  await settleWithHub(restored);
  const { lines, state } = await detailOf(administrator, restored);
  show('its new line at the hub', `${lines.length} lines, ${state}`, lines.length === 2 && state === 'active');
  const known = (await recordsOf(administrator, restored)).map((record) => record.id);
  const both = known.includes(id) && known.includes(after.id);
  show('the hub keeps what the backup did not have', `${known.length} records`, both);
  return restored;
}

async function revokeStolen(administrator: HubBrowser, branch: BranchProcess): Promise<void> {
  say(`Revoking ${branch.name}, which was stolen ...`);
  await settleWithHub(branch);
  const before = await recordsOf(administrator, branch);
  await hubAnswer(administrator, 'POST', `branches/${branch.id}/revoke`);
  await verify(branch);
  const error = await contactHub(branch);
  show(`the hub refuses ${branch.name}`, String(error), error === 'revoked');
  const taken = await takeAtHub(administrator, await fileForHub(branch));
  const codes = Object.keys(taken.refused).join(', ');
  show(
    'its late stick goes to quarantine',
    `${taken.taken} taken, refused: ${codes}`,
    taken.taken === 0 && codes === 'revoked',
  );
  const after = await recordsOf(administrator, branch);
  const { proofs } = await detailOf(administrator, branch);
  const isSame = after.length === before.length && proofs.length > 0;
  show('nothing of it counts', `${after.length} records as before, ${proofs.length} kept as proof`, isSame);
}

/** Looks for the names of the people in everything that left the branches: the hub's folder with its database, and the stick. */
async function lookForNames(folder: string): Promise<void> {
  const { lastName, firstNames, documentNumber } = PEOPLE.clean;
  const names = [lastName, firstNames, documentNumber].map((name) => Buffer.from(name));
  const files = ['hub', 'stick'].flatMap((part) =>
    globSync('**/*', { cwd: join(folder, part) }).map((path) => join(folder, part, path)),
  );
  const whole = files.filter((path) => statSync(path).isFile() && !basename(path).startsWith('.s.'));
  const found = whole.filter((path) => {
    const bytes = readFileSync(path);
    return names.some((name) => bytes.includes(name));
  });
  show(
    'names at the hub and on the stick',
    `${found.length} found in ${whole.length} files`,
    found.length === 0 && whole.length > 0,
  );
}

/** Prints what the hub saw. */
async function showHub(administrator: HubBrowser, branches: readonly BranchProcess[]): Promise<void> {
  const check = await hubAnswer<{ entries: number; first_broken: number | null }>(administrator, 'GET', 'audit/check');
  show("the hub's audit log", `${check.entries} entries fit`, check.first_broken === null);
  const { data } = await hubAnswer<{ data: HubBranch[] }>(administrator, 'GET', 'branches');
  show('branches at the hub', `${data.length}`, data.length === branches.length);
  const table: string[][] = [];
  for (const branch of branches) {
    const {
      name,
      state,
      lines,
      entries,
      records,
      directives,
      directives_answered: answered,
      proofs,
    } = await detailOf(administrator, branch);
    const cells = [lines.length, entries, records, `${answered}/${directives}`, proofs.length].map(String);
    table.push([name, state, ...cells]);
  }
  say('What the hub saw:');
  printTable(['branch', 'state', 'lines', 'entries', 'records', 'directives', 'contradictions'], table);
}

process.exitCode = await main();
