import pg from 'pg';
import { openPool } from '../../../server/hub/db/pool.ts';
import { transact } from '../../../server/hub/db/transact.ts';
import { issueDirective, rotateHubKeys } from '../../../server/hub/directives.ts';
import { approveEnrolment } from '../../../server/hub/enrolment.ts';
import { takeParcel, type Way } from '../../../server/hub/intake.ts';
import { openHub } from '../../../server/hub/open.ts';
import { destroyWraps } from '../../../server/hub/wraps.ts';
import { must } from '../../../server/lib/assert.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { testClock } from '../clock.ts';

/** What the parent orders, one after the other. */
export type HubOrder =
  | { kind: 'parcel'; bytes: string; way: Way }
  | { kind: 'directive'; branch: string }
  | { kind: 'approve'; enrolment: string }
  | { kind: 'destroy' }
  | { kind: 'rotate' };

/** When the process ends itself: at which commit, counted from its first order, and before, while or after PostgreSQL commits. */
export interface KillMoment {
  commit: number;
  phase: 'before' | 'within' | 'after';
}

/** How the child starts. */
export interface KilledHub {
  url: string;
  keysFolder: string;
  masterKey: string;
  nowMs: number;
  /** Null: it ends itself never, and tells how many commits there were. */
  kill: KillMoment | null;
}

/** The answer to one order: what it returned, or the code of its error. `commits`: how many there were until now. */
export interface HubReply {
  value?: unknown;
  error?: string;
  commits: number;
}

const options = JSON.parse(must(process.argv[2], 'it has options')) as KilledHub;
const die = (): void => void process.kill(process.pid, 'SIGKILL');
let commits = 0;
let counts = false;

const { query } = pg.Client.prototype as unknown as { query(...args: unknown[]): Promise<unknown> };
(pg.Client.prototype as unknown as { query: typeof query }).query = function (this: unknown, ...args: unknown[]) {
  if (args[0] !== 'COMMIT' || !counts) return query.apply(this, args);
  commits++;
  const { kill } = options;
  const isNow = kill?.commit === commits;
  if (isNow && kill.phase === 'before') die();
  const committed = query.apply(this, args);
  // The bytes leave with this turn of the event loop: PostgreSQL may commit, but its answer finds no one.
  if (isNow && kill.phase === 'within') setImmediate(die);
  return isNow && kill.phase === 'after' ? committed.then(die) : committed;
};

const clock = testClock(options.nowMs);
const log = createLogger(clock, () => {});
const hub = await openHub({
  pool: openPool(options.url, log, 2),
  keysFolder: options.keysFolder,
  readMasterKey: () => Buffer.from(options.masterKey, 'hex'),
  clock,
  newId: createIds(clock),
  log,
});

async function obey(order: HubOrder): Promise<unknown> {
  const actor = 'opr_test';
  const inTx = <T>(work: Parameters<typeof transact<T>>[2]): Promise<T> => transact(hub.pool, 'all', work);
  switch (order.kind) {
    case 'parcel':
      return takeParcel(hub, Buffer.from(order.bytes, 'base64'), order.way);
    case 'directive':
      return inTx((tx) =>
        issueDirective(tx, hub, {
          actor,
          branch: order.branch,
          order: { kind: 'policy', body: { note: 'n', changes: {} } },
        }),
      );
    case 'approve':
      return inTx((tx) => approveEnrolment(tx, hub, { actor, enrolment: order.enrolment }));
    case 'destroy':
      clock.advance(LIMITS.hubWrapDelayMs + 1);
      return destroyWraps(hub);
    case 'rotate':
      return rotateHubKeys(hub, actor);
  }
}

process.on('message', (order: HubOrder) => {
  counts = true;
  obey(order).then(
    (value) => process.send?.({ value, commits } satisfies HubReply),
    (error: unknown) =>
      process.send?.({ error: error instanceof AppError ? error.code : String(error), commits } satisfies HubReply),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
