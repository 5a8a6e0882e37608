import { hostname } from 'node:os';
import { FIRST_LINK } from '../audit/entries.ts';
import type { AuditHead } from '../audit/head.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { within } from '../lib/within.ts';
import { currentHead } from './chain.ts';
import { type DeliverDeps, deliver, isHeadDue, sendTestMessage } from './deliver.ts';
import { addressOf } from './destination.ts';
import {
  type Outlet,
  type ReceiverError,
  ReceiverFailure,
  SECURITY_LOG_TIMES,
  type SecurityLogTimes,
} from './outlet.ts';
import {
  addReceiver,
  changeReceiver,
  getReceiver,
  listReceivers,
  type Receiver,
  type ReceiverDeps,
  type ReceiverState,
  removeReceiver,
} from './receivers.ts';
import { type ReceiverInput, readPlace } from './settings.ts';
import { type SecurityLogWarning, securityLogWarnings } from './warnings.ts';

export interface ReceiverChange {
  enabled: boolean;
  place: ReceiverInput;
}

/** Sends the audit log to receivers outside. Off until an administrator adds one. */
export interface SecurityLog {
  /** Returns the state of every receiver. */
  state(): ReceiverState[];
  get(id: string): ReceiverState;
  warnings(): SecurityLogWarning[];
  /** `fromStart`: entries that are already in the log go to it too. Throws `invalid_request` naming the field, and `state_conflict`. */
  add(input: ReceiverChange & { fromStart: boolean }, actor: string): Promise<ReceiverState>;
  /** Throws `not_found`, and `invalid_request` naming the field. */
  change(id: string, input: ReceiverChange, actor: string): Promise<ReceiverState>;
  remove(id: string, actor: string): void;
  /** Sends one test message now, even to a receiver that is off. Returns why it failed; null: it arrived. Throws `not_found`. */
  test(id: string, actor: string): Promise<ReceiverError | null>;
  start(): void;
  /** Looks for work now; while it runs, this happens every second. */
  tick(): void;
  /** Resolves when no connection is open. */
  settle(): Promise<void>;
  stop(timeoutMs: number): Promise<void>;
}

/** What is known of a receiver since the start. */
interface Course {
  running: Promise<void> | null;
  failures: number;
  error: ReceiverError | null;
  failingSinceMs: number | null;
  retryAtMs: number | null;
}

type Deps = ReceiverDeps &
  Omit<DeliverDeps, 'origin' | 'opened' | 'times'> & {
    dataDir: string;
    times: Partial<SecurityLogTimes>;
  };

export function openSecurityLog(given: Deps): SecurityLog {
  const deps = {
    ...given,
    times: { ...SECURITY_LOG_TIMES, ...given.times },
    opened: new Set<Outlet>(),
    origin: { host: hostname(), pid: process.pid },
  };
  const { db, clock, log, dataDir } = deps;
  const courses = new Map<string, Course>();
  let timer: NodeJS.Timeout | undefined;
  const courseOf = (id: string): Course => {
    const course = courses.get(id) ?? {
      running: null,
      failures: 0,
      error: null,
      failingSinceMs: null,
      retryAtMs: null,
    };
    courses.set(id, course);
    return course;
  };
  const stateOf = (receiver: Receiver): ReceiverState => {
    const { error, failingSinceMs, retryAtMs } = courseOf(receiver.id);
    const lagEntries = Math.max(0, currentHead(db).count - receiver.position.count);
    const oldest = prepared(db, 'SELECT at FROM audit WHERE seq = ?')
      .pluck()
      .get(receiver.position.count + 1);
    const lagMs = oldest === undefined ? 0 : Math.max(0, clock.now() - (oldest as number));
    return { ...receiver, lagEntries, lagMs, error, failingSinceMs, retryAtMs };
  };
  const run = async (receiver: Receiver, course: Course): Promise<void> => {
    try {
      await deliver(deps, receiver);
      if (course.error !== null) log.info('security_log.resumed', { receiver: receiver.id });
      Object.assign(course, { failures: 0, error: null, failingSinceMs: null, retryAtMs: null });
    } catch (cause) {
      const isExpected = cause instanceof ReceiverFailure;
      const error = isExpected ? cause.code : 'connection_failed';
      if (course.error !== error) log.warn('security_log.failed', { receiver: receiver.id, error });
      if (!isExpected) log.error('security_log.delivery_failed', { receiver: receiver.id }, cause);
      const delayMs = Math.min(LIMITS.securityLogRetryMsMin * 2 ** course.failures, LIMITS.securityLogRetryMsMax);
      const nowMs = clock.now();
      Object.assign(course, {
        failures: course.failures + 1,
        error,
        failingSinceMs: course.failingSinceMs ?? nowMs,
        retryAtMs: nowMs + delayMs,
      });
    }
  };
  const isDue = (receiver: Receiver, { running, retryAtMs }: Course): boolean => {
    if (running !== null || receiver.settings?.enabled === false) return false;
    const nowMs = clock.now();
    // A clock that is set back must not stop the retries.
    if (retryAtMs !== null && nowMs < retryAtMs && retryAtMs - nowMs <= LIMITS.securityLogRetryMsMax) return false;
    return currentHead(db).count !== receiver.position.count || isHeadDue(receiver, nowMs);
  };
  const tick = (): void => {
    // Never throws: a timer calls it, and an error there would end the process.
    try {
      const receivers = listReceivers(deps);
      for (const id of courses.keys()) if (!receivers.some((receiver) => receiver.id === id)) courses.delete(id);
      for (const receiver of receivers) {
        const course = courseOf(receiver.id);
        if (!isDue(receiver, course)) continue;
        course.running = run(receiver, course).finally(() => {
          course.running = null;
        });
      }
    } catch (error) {
      log.error('security_log.tick_failed', {}, error);
    }
  };
  const judged = async (input: ReceiverInput): Promise<void> => {
    if (input.kind !== 'tls' && input.kind !== 'tcp') return;
    const error = await addressOf(input, deps).then(
      () => null,
      (cause: ReceiverFailure) => cause.code,
    );
    if (error !== 'address_not_allowed') return;
    const text = 'host is not on this site\u2019s network; send an address of this machine or of a private network';
    throw invalidField('host', `${text}.`, 'receiver_not_allowed');
  };
  const settle = async (): Promise<void> => {
    await Promise.all([...courses.values()].map(({ running }) => running));
  };
  return {
    state: () => listReceivers(deps).map(stateOf),
    get: (id) => stateOf(getReceiver(deps, id)),
    warnings: () => securityLogWarnings(listReceivers(deps).map(stateOf)),
    async add({ enabled, place, fromStart }, actor) {
      const settings = { enabled, place: readPlace(place, null, dataDir) };
      await judged(place);
      const position: AuditHead = fromStart ? { count: 0, link: FIRST_LINK } : currentHead(db);
      return stateOf(addReceiver(deps, settings, { position, actor }));
    },
    async change(id, { enabled, place }, actor) {
      const before = getReceiver(deps, id).settings;
      const settings = { enabled, place: readPlace(place, before?.place ?? null, dataDir) };
      await judged(place);
      const receiver = changeReceiver(deps, id, settings, actor);
      // The failures of the former place say nothing about this one.
      Object.assign(courseOf(id), { failures: 0, error: null, failingSinceMs: null, retryAtMs: null });
      return stateOf(receiver);
    },
    remove: (id, actor) => removeReceiver(deps, id, actor),
    async test(id, actor) {
      const receiver = getReceiver(deps, id);
      transact(db, () => deps.audit.append({ actor, action: 'security_log.receiver_tested', subjectId: id }));
      try {
        await sendTestMessage(deps, receiver);
        return null;
      } catch (error) {
        if (error instanceof ReceiverFailure) return error.code;
        throw error;
      }
    },
    start() {
      clearInterval(timer);
      timer = setInterval(tick, LIMITS.securityLogPollMs);
      timer.unref();
      tick();
    },
    tick,
    settle,
    async stop(timeoutMs) {
      clearInterval(timer);
      await within(settle(), timeoutMs);
      for (const outlet of deps.opened) outlet.drop();
      await settle();
    },
  };
}
