import { X509Certificate } from 'node:crypto';
import { setInterval } from 'node:timers';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { AppendedEvent } from '../events/log.ts';
import { isDiskFull } from '../lib/disk-full.ts';
import { LIMITS } from '../lib/limits.ts';
import { within } from '../lib/within.ts';
import type { EntryContent } from '../parcel/contents.ts';
import { backfill } from './backfill.ts';
import { type CarriedIn, type CarriedOut, takeFromHub, writeForHub } from './carried.ts';
import { listDirectives } from './directives.ts';
import { type JoinOrder, leaveHub, openLine, requestEnrolment, setLevel } from './enrol.ts';
import { appendEntry, eraseReports, reportEvent } from './entries.ts';
import { type ExchangeDeps, exchange } from './exchange.ts';
import { type ContactError, ContactFailure } from './failure.ts';
import { removeStrayFiles, sealWaiting, waitingBytes } from './parcels.ts';
import { type Level, readRow, readSettings, type UplinkRow } from './store.ts';
import type { UplinkState } from './types.ts';
import { type UplinkWarning, uplinkWarnings } from './warnings.ts';

export type Health = EntryContent<'health'>;

/** This appliance as a branch of a hub. Off until an administrator joins one. */
export interface Uplink {
  state(): UplinkState;
  /** The hub that learns about this appliance; null: none. */
  reportsTo(): { hub: string; level: Level } | null;
  warnings(): UplinkWarning[];
  /** Throws `invalid_request` naming the field, and `state_conflict`. */
  join(order: JoinOrder, actor: string): void;
  leave(actor: string): void;
  setLevel(level: Level, actor: string): void;
  openLine(actor: string): void;
  /** Reports the state of a record, in the event's own transaction. */
  onEvent(event: AppendedEvent): void;
  /** Takes the reports on a record out of what waits and tells the hub, in the transaction of the erasure. */
  eraseReports(record: string): void;
  /** Deletes the files of parcels that an erasure took out of use. */
  removeCopies(): void;
  /** Sets what reads the appliance's health. */
  readHealthBy(read: () => Promise<Health>): void;
  /** Throws `state_conflict`. */
  writeFile(actor: string): Promise<CarriedOut>;
  /** Throws `ParcelFault`, `state_conflict`. */
  takeFile(path: string, actor: string): Promise<CarriedIn>;
  /** Contacts the hub now. Returns why that failed; null: it did not. */
  contact(): Promise<ContactError | null>;
  start(): void;
  /** Looks for work now; while it runs, this happens every second. */
  tick(): void;
  settle(): Promise<void>;
  stop(timeoutMs: number): Promise<void>;
}

/** What is known since the start. Times are of the machine's uptime, which no one can set. */
interface Course {
  failures: number;
  error: ContactError | null;
  failingSinceMs: number | null;
  contactedAtMs: number | null;
  dueAt: number;
}

type Deps = Omit<ExchangeDeps, 'waitingBytesMax'> & { waitingBytesMax?: number };

export function openUplink(given: Deps): Uplink {
  const deps: ExchangeDeps = { waitingBytesMax: LIMITS.uplinkWaitingBytesMax, ...given };
  const { clock, log } = deps;
  const course: Course = { failures: 0, error: null, failingSinceMs: null, contactedAtMs: null, dueAt: 0 };
  let readHealth: (() => Promise<Health>) | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  removeStrayFiles(deps);

  /** One at a time: exchanges, and files. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
  const succeed = (): void => {
    if (course.error !== null) log.info('uplink.resumed');
    const nowMs = clock.now();
    const isWaiting = readSettings(deps)?.branch === null;
    const delayMs = isWaiting ? LIMITS.uplinkGatherMs : LIMITS.uplinkPollMs;
    Object.assign(course, { failures: 0, error: null, failingSinceMs: null, contactedAtMs: nowMs });
    course.dueAt = performance.now() + delayMs;
  };
  const fail = (cause: unknown): ContactError => {
    const isExpected = cause instanceof ContactFailure;
    const error = isExpected ? cause.code : isDiskFull(cause) ? 'disk_full' : 'connection_failed';
    if (course.error !== error) log.warn('uplink.failed', { error });
    if (!isExpected) log.error('uplink.exchange_failed', {}, cause);
    const delayMs = Math.min(LIMITS.uplinkRetryMsMin * 2 ** course.failures, LIMITS.uplinkRetryMsMax);
    Object.assign(course, {
      failures: course.failures + 1,
      error,
      failingSinceMs: course.failingSinceMs ?? clock.now(),
    });
    course.dueAt = performance.now() + ((isExpected && cause.retryAfterMs) || delayMs);
    return error;
  };
  const contact = (): Promise<ContactError | null> =>
    inTurn(async () => {
      const row = readRow(deps);
      if (row === null || row.stopped !== null) return null;
      try {
        await reportHealth(deps, row, readHealth);
        await exchange(deps);
        succeed();
        return null;
      } catch (error) {
        return fail(error);
      }
    });
  const isDue = (): boolean => {
    const row = readRow(deps);
    if (row === null || row.stopped !== null) return false;
    if (performance.now() >= course.dueAt) return true;
    if (course.failures > 0) return false;
    const oldest = oldestWaiting(deps, row);
    return oldest !== null && Math.abs(clock.now() - oldest) >= LIMITS.uplinkGatherMs;
  };
  const work = async (): Promise<void> => {
    backfill(deps);
    if (isDue()) await contact();
    // What is whole waits sealed, whether or not the hub is there.
    else await inTurn(() => sealWaiting(deps, { partial: false }));
  };
  const tick = (): void => {
    if (isBusy || readRow(deps) === null) return;
    isBusy = true;
    work()
      .catch((error: unknown) => log.error('uplink.tick_failed', {}, error))
      .finally(() => {
        isBusy = false;
      });
  };
  const restartCourse = (): void => {
    Object.assign(course, { failures: 0, error: null, failingSinceMs: null, contactedAtMs: null, dueAt: 0 });
  };
  return {
    state: () => stateOf(deps, course),
    reportsTo() {
      const settings = readSettings(deps);
      return settings && { hub: settings.invite.hub, level: settings.level };
    },
    warnings: () => (readRow(deps) === null ? [] : uplinkWarnings(stateOf(deps, course), clock.now())),
    join(order, actor) {
      requestEnrolment(deps, order, actor);
      restartCourse();
    },
    leave(actor) {
      leaveHub(deps, actor);
      removeStrayFiles(deps);
      restartCourse();
    },
    setLevel: (level, actor) => setLevel(deps, level, actor),
    openLine(actor) {
      openLine(deps, actor);
      removeStrayFiles(deps);
      restartCourse();
    },
    onEvent: (event) => reportEvent(deps, event),
    eraseReports: (record) => eraseReports(deps, record),
    removeCopies: () => removeStrayFiles(deps),
    readHealthBy(read) {
      readHealth = read;
    },
    writeFile: (actor) =>
      inTurn(async () => {
        const row = readRow(deps);
        if (row !== null) await reportHealth(deps, row, readHealth);
        return writeForHub(deps, actor);
      }),
    takeFile: (path, actor) => inTurn(() => takeFromHub(deps, path, actor)),
    contact,
    start() {
      clearInterval(timer);
      timer = setInterval(tick, LIMITS.securityLogPollMs);
      timer.unref();
      tick();
    },
    tick,
    settle: async () => void (await turn),
    async stop(timeoutMs) {
      clearInterval(timer);
      await within(turn, timeoutMs);
    },
  };
}

/** Appends a report on the appliance's health if one is due. */
async function reportHealth(deps: ExchangeDeps, row: UplinkRow, read: (() => Promise<Health>) | null): Promise<void> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  if (read === null || !readSettings(deps)?.branch) return;
  if (row.health_at !== null && Math.abs(nowMs - row.health_at) < LIMITS.uplinkHealthMs) return;
  const health = await read();
  transact(db, () => {
    prepared(db, 'UPDATE uplink SET health_at = ?').run(nowMs);
    appendEntry(deps, 'health', health);
  });
}

function oldestWaiting({ db }: Pick<ExchangeDeps, 'db'>, { line, confirmed }: UplinkRow): number | null {
  const at = prepared(db, 'SELECT made_at FROM uplink_entries WHERE line = ? AND seq = ?')
    .pluck()
    .get(line, confirmed + 1);
  return (at as number | undefined) ?? null;
}

function stateOf(deps: ExchangeDeps, course: Course): UplinkState {
  const { clock } = deps;
  const row = readRow(deps);
  const settings = readSettings(deps);
  const joined = settings?.branch === null ? 'waiting' : 'active';
  const { error, failingSinceMs, contactedAtMs } = course;
  return {
    state: row === null ? 'off' : row.stopped === null ? joined : 'stopped',
    stopped: row?.stopped ?? null,
    hub: settings && {
      name: settings.invite.hub,
      addresses: settings.invite.addresses,
      signingKey: settings.hubKeys[0]?.signing ?? settings.invite.hub_keys.signing,
      caSha256: settings.invite.ca_sha256,
    },
    name: settings?.name ?? null,
    branch: settings?.branch?.id ?? null,
    level: settings?.level ?? null,
    line: row?.line ?? null,
    entries: row?.last ?? 0,
    confirmed: row?.confirmed ?? 0,
    waiting: row === null ? 0 : row.last - row.confirmed,
    waitingBytes: waitingBytes(deps),
    oldestWaitingMs: row && oldestWaiting(deps, row),
    receivedAtMs: row?.received_at ?? null,
    contactedAtMs,
    error: row !== null && settings === null ? 'settings_changed' : error,
    failingSinceMs,
    retryAtMs: error === null ? null : clock.now() + Math.max(0, course.dueAt - performance.now()),
    certificateUntilMs: settings?.branch
      ? new X509Certificate(settings.branch.certificate).validToDate.getTime()
      : null,
    directives: listDirectives(deps, LIMITS.uplinkDirectivesShown),
  };
}
