import type { EgressLog } from '../audit/egress-log.ts';
import type { AuditHead } from '../audit/head.ts';
import type { Db } from '../db/open.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Lookup } from '../webhooks/destination.ts';
import { currentHead, entriesAfter, holds, lastCommonHead } from './chain.ts';
import { addressOf } from './destination.ts';
import { openFile } from './file.ts';
import { anchorOf, eventOfEntry, jsonLineOf, type Origin, ownEvent, type SecurityEvent, syslogOf } from './messages.ts';
import { type Outlet, ReceiverFailure, type SecurityLogTimes } from './outlet.ts';
import { type Receiver, recordShortened, recordTaken } from './receivers.ts';
import type { ReceiverPlace } from './settings.ts';
import { openStream } from './stream.ts';

export interface DeliverDeps {
  db: Db;
  keys: Pick<KeyStore, 'db' | 'securityLogKey'>;
  clock: { now(): number };
  log: Logger;
  egress: Pick<EgressLog, 'note'>;
  lookup: Lookup;
  origin: Origin;
  /** The connections that are open now. */
  opened: Set<Outlet>;
  times: SecurityLogTimes;
}

/**
 * Sends what a receiver has not taken, on one connection, and then records how far it got. A process that ends in
 * between, or a receiver that does, gets the same events again: at least once, in order, at most
 * `LIMITS.securityLogWindowEntries` of them twice. Rejects with `ReceiverFailure`.
 */
export async function deliver(deps: DeliverDeps, receiver: Receiver): Promise<void> {
  const { db, clock } = deps;
  const { id, settings } = receiver;
  if (settings === null) throw new ReceiverFailure('settings_changed');
  const { outlet, toMessage } = await openOutlet(deps, settings.place);
  try {
    let position = receiver.position;
    if (!holds(db, position)) {
      const common = lastCommonHead(db, deps.keys, position);
      await outlet.write([toMessage(shortenedEvent(deps, position))]);
      await outlet.finish();
      recordShortened(deps, id, common);
      deps.log.error('security_log.shortened', { receiver: id, sent: position.count, common: common.count });
      return;
    }
    const end = position.count + LIMITS.securityLogWindowEntries;
    while (position.count < end) {
      const rows = entriesAfter(db, position, LIMITS.securityLogEntriesAtOnce);
      const last = rows.at(-1);
      if (last === undefined) break;
      await outlet.write(rows.map((row) => toMessage(eventOfEntry(row))));
      position = { count: last.seq, link: last.link };
    }
    const hasHead = isHeadDue({ ...receiver, position }, clock.now());
    if (hasHead) await outlet.write([toMessage(headEvent(position, clock.now()))]);
    await outlet.finish();
    recordTaken(deps, id, { position, hasHead });
  } finally {
    outlet.drop();
    deps.opened.delete(outlet);
  }
}

/** Sends one message that no entry records. Rejects with `ReceiverFailure`. */
export async function sendTestMessage(deps: DeliverDeps, { id, settings }: Receiver): Promise<void> {
  if (settings === null) throw new ReceiverFailure('settings_changed');
  const { outlet, toMessage } = await openOutlet(deps, settings.place);
  try {
    await outlet.write([toMessage(ownEvent('security_log.test', deps.clock.now(), { receiver: id }))]);
    await outlet.finish();
  } finally {
    outlet.drop();
    deps.opened.delete(outlet);
  }
}

/**
 * Whether the chain's head is due: with the first entry of a new log, after so many entries, some time after the last head if there are new
 * entries, and now and then without any, so that silence is noticed.
 */
export function isHeadDue(
  { position, headCount, headAtMs }: Pick<Receiver, 'position' | 'headCount' | 'headAtMs'>,
  nowMs: number,
): boolean {
  const further = position.count - headCount;
  if (headAtMs === null || headAtMs > nowMs) return true;
  if (further >= LIMITS.securityLogHeadEntries) return true;
  return nowMs - headAtMs >= (further > 0 ? LIMITS.securityLogHeadMs : LIMITS.securityLogHeadIdleMs);
}

/** The caller drops it. */
async function openOutlet(
  deps: DeliverDeps,
  place: ReceiverPlace,
): Promise<{ outlet: Outlet; toMessage: (event: SecurityEvent) => Buffer }> {
  const outlet = await outletOf(deps, place);
  deps.opened.add(outlet);
  const format = place.kind === 'file' ? jsonLineOf : syslogOf;
  return { outlet, toMessage: (event) => format(event, deps.origin) };
}

async function outletOf(deps: DeliverDeps, place: ReceiverPlace): Promise<Outlet> {
  if (place.kind === 'file') return openFile(place);
  if (place.kind === 'socket') return openStream(place, null, deps.times);
  const address = await addressOf(place, deps);
  deps.egress.note({ host: address, port: place.port, allowed: true, why: 'security_log' });
  return openStream(place, address, deps.times);
}

function headEvent(head: AuditHead, atMs: number): SecurityEvent {
  return ownEvent('chain.head', atMs, { count: head.count, head: head.link.toString('hex'), anchor: anchorOf(head) });
}

function shortenedEvent({ db, clock }: DeliverDeps, sent: AuditHead): SecurityEvent {
  return ownEvent('chain.shortened', clock.now(), { sent: anchorOf(sent), anchor: anchorOf(currentHead(db)) });
}
