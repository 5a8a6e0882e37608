import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkAudit } from '../../server/hub/audit/log.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { directivesAfter, issueDirective, rotateHubKeys } from '../../server/hub/directives.ts';
import { approveEnrolment, requestEnrolment } from '../../server/hub/enrolment.ts';
import { takeParcel } from '../../server/hub/intake.ts';
import { readHistory } from '../../server/hub/record-history.ts';
import { destroyWraps } from '../../server/hub/wraps.ts';
import { AppError } from '../../server/lib/errors.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { readReceipt } from '../../server/parcel/receipt.ts';
import type { Signed } from '../../server/parcel/signed.ts';
import {
  ADMINISTRATOR,
  addEntry,
  addRecord,
  enrolBranch,
  eraseEntry,
  headOf,
  newRequest,
  parcelOf,
  type TestBranch,
} from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { type TestHub, testHub } from '../support/hub/hub.ts';
import type { HubOrder, HubReply, KilledHub, KillMoment } from '../support/hub/killed-hub.ts';
import { isWholeRun } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';

const CHILD = fileURLToPath(new URL('../support/hub/killed-hub.ts', import.meta.url));
const KILLS = Number(process.env['CUSTOS_KILLS'] ?? (isWholeRun() ? 80 : 5));
const PHASES = ['before', 'within', 'after'] as const;

/** Gives a process of the hub its orders until it is killed. Returns its answers, and how many commits there were if it lived. */
async function runChild(
  options: KilledHub,
  orders: readonly HubOrder[],
): Promise<{ replies: HubReply[]; wasKilled: boolean }> {
  const child = fork(CHILD, [JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const replies: HubReply[] = [];
  const answer = (): Promise<HubReply | 'ended' | 'ready'> =>
    Promise.race([
      once(child, 'message').then(([message]) => message as HubReply | 'ready'),
      ended.then(() => 'ended' as const),
    ]);
  expect(await answer()).toBe('ready');
  for (const order of orders) {
    const next = answer();
    child.send(order);
    const reply = await next;
    if (reply === 'ended' || reply === 'ready') break;
    replies.push(reply);
  }
  if (child.connected) child.disconnect();
  const [, signal] = (await ended) as [number | null, string | null];
  return { replies, wasKilled: signal === 'SIGKILL' };
}

interface Plan {
  branch: TestBranch;
  second: string;
  orders: HubOrder[];
}

/** What an hour of a hub consists of, for a branch of its own. */
async function planTurn({ hub, clock }: TestHub, turn: number): Promise<Plan> {
  const branch = await enrolBranch(hub, `Branch ${turn}`);
  for (const id of ['a', 'b', 'c', 'd']) addRecord(branch, `ver_${turn}${id}`);
  const first = await parcelOf(branch);
  const length = branch.entries.length;
  addEntry(branch, 'erased', `ver_${turn}a`, { erased_at: '2026-01-15T12:00:00.000Z' });
  addRecord(branch, `ver_${turn}b`, { state: 'rejected' });
  const second = await parcelOf(branch, { first: length + 1 });
  const { id } = await requestEnrolment(hub, await newRequest(hub), 'tls');
  const parcel = (bytes: Buffer, by: 'tls' | 'file'): HubOrder => ({
    kind: 'parcel',
    bytes: bytes.toString('base64'),
    way: by === 'tls' ? { by, branch: branch.id } : { by },
  });
  clock.advance(LIMITS.hubWrapDelayMs + 1);
  return {
    branch,
    second: id,
    orders: [
      parcel(first, 'tls'),
      { kind: 'directive', branch: branch.id },
      parcel(second, 'file'),
      { kind: 'approve', enrolment: id },
      { kind: 'rotate' },
      { kind: 'destroy' },
    ],
  };
}

/** Does the same in this process, another one of the same hub: what the killed one did already must stay as it is. */
async function finish({ hub }: TestHub, order: HubOrder): Promise<unknown> {
  const actor = ADMINISTRATOR;
  const inTx = <T>(work: Parameters<typeof transact<T>>[2]): Promise<T> => transact(hub.pool, 'all', work);
  switch (order.kind) {
    case 'parcel':
      return takeParcel(hub, Buffer.from(order.bytes, 'base64'), order.way);
    case 'directive': {
      const body = { note: 'n', changes: {} };
      return inTx((tx) => issueDirective(tx, hub, { actor, branch: order.branch, order: { kind: 'policy', body } }));
    }
    case 'approve':
      return inTx((tx) => approveEnrolment(tx, hub, { actor, enrolment: order.enrolment })).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
      });
    case 'rotate':
      return rotateHubKeys(hub, actor);
    case 'destroy':
      return destroyWraps(hub);
  }
}

async function checkTurn(rig: TestHub, { branch, orders }: Plan, replies: readonly HubReply[]): Promise<void> {
  const { hub, clock, keysFolder } = rig;
  const inTx = <T>(work: Parameters<typeof transact<T>>[2]): Promise<T> => transact(hub.pool, 'all', work);
  for (const [at, order] of orders.entries()) {
    if (order.kind === 'destroy') clock.advance(LIMITS.hubWrapDelayMs + 1);
    const again = await finish(rig, order);
    // A receipt that was given stays what it was, to the byte.
    const before = replies[at];
    if (order.kind === 'parcel' && before) expect(again).toEqual(before.value);
    if (order.kind === 'parcel') readReceipt(again as Signed, branch.hubKeys);
  }
  const { rows: lines } = await inTx((tx) =>
    tx.query<{ last: number; head: Buffer; count: number; counted: number; records: number }>(
      `SELECT l.last, l.head, (SELECT count(*) FROM entries e WHERE e.branch = b.id) AS count, b.entries_count AS counted,
         b.records_count AS records FROM branches b JOIN lines l ON l.branch = b.id WHERE b.id = $1`,
      [branch.id],
    ),
  );
  const length = branch.entries.length;
  const head = Buffer.from(headOf(branch.entries.map(eraseEntry)), 'hex');
  expect(lines).toEqual([{ last: length, head, count: length, counted: length, records: 3 }]);
  const [, a, b, c] = branch.entries;
  const historyOf = async (record: string | null | undefined) =>
    (await inTx((tx) => readHistory(tx, hub, branch.id, record ?? ''))).map(({ content }) => content);
  expect(await historyOf(a?.record)).toEqual([null, null]);
  expect(await historyOf(b?.record)).toEqual([b?.content, branch.entries.at(-1)?.content]);
  expect(await historyOf(c?.record)).toEqual([c?.content]);
  // No key is left that could open the erased record, and none is missing.
  expect(readdirSync(join(keysFolder, 'wraps', branch.id))).toHaveLength(1);
  expect((await inTx((tx) => tx.query('SELECT FROM wraps_due'))).rowCount).toBe(0);
  const directives = await inTx((tx) => directivesAfter(tx, branch.id, 0, 1000));
  const numbers = directives.map(({ text }) => (JSON.parse(text) as { number: number }).number);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(numbers.length).toBeGreaterThanOrEqual(2);
  const audit = await inTx((tx) => checkAudit(tx, { auditKey: hub.keys.secret('audit'), clock }));
  expect(audit.brokenAt).toBeNull();
}

describeHub('a hub process that is killed around its commits', (program) => {
  test('loses nothing that it confirmed, and another process goes on', async () => {
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);
    const started = performance.now();
    let rig = await testHub(program);
    let killed = 0;
    let commits = 0;
    for (let turn = 0; turn <= KILLS; turn++) {
      // Directives to all branches of a rotation would grow with the number of turns.
      if (turn % 10 === 0 && turn > 0) {
        await rig[Symbol.asyncDispose]();
        rig = await testHub(program);
      }
      const plan = await planTurn(rig, turn);
      // The first turn only counts.
      const kill: KillMoment | null =
        turn === 0
          ? null
          : {
              commit: 1 + Math.floor(random() * commits),
              phase: PHASES[Math.floor(random() * PHASES.length)] ?? 'after',
            };
      const { keysFolder, masterKey, database, clock } = rig;
      const options = { url: database.url, keysFolder, masterKey: masterKey.toString('hex'), nowMs: clock.now(), kill };
      const { replies, wasKilled } = await runChild(options, plan.orders);
      if (kill === null) commits = replies.at(-1)?.commits ?? 0;
      else if (wasKilled) killed++;
      try {
        expect(replies.filter(({ error }) => error !== undefined)).toEqual([]);
        await checkTurn(rig, plan, replies);
      } catch (error) {
        throw new Error(`turn ${turn}: ${JSON.stringify(kill)}, seed ${seed}`, { cause: error });
      }
    }
    await rig[Symbol.asyncDispose]();
    console.log(`${killed} kills of ${KILLS} at ${commits} commits, ${Math.round(performance.now() - started)} ms`);
    expect(killed).toBeGreaterThanOrEqual(0.8 * KILLS);
  });
});
