import { type AuditRow, showEntry } from '../audit/entries.ts';
import type { AuditHead } from '../audit/head.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { AUDIT_ACTIONS, OWN_EVENTS, SEVERITIES, type Severity } from '../vocabulary/audit-actions.ts';
import { formatSyslog, MSG_ID_MAX } from './rfc5424.ts';

type Value = string | number | boolean | null;
type OwnEvent = keyof typeof OWN_EVENTS;

/** One event on its way out: names, ids, codes and counts. */
export interface SecurityEvent {
  name: string;
  severity: Severity;
  /** ms */
  atMs: number;
  /** What identifies it: the entry's number and link, who, and about what. */
  facts: Readonly<Record<string, Value>>;
  /** The entry's own details. */
  details: Readonly<Record<string, Value>>;
}

/** Which machine and process sends. */
export interface Origin {
  host: string;
  pid: number;
}

/** Log audit (RFC 5424, table 1). */
const FACILITY = 13;
const APP_NAME = 'custos';
/**
 * The project has no private enterprise number of its own. This one is reserved for examples (RFC 5612), so no other
 * product's structured data can have these names.
 */
const ENTERPRISE = 32473;

/** Returns the event of an entry of the audit log. An entry from another version may have an action that this one does not know. */
export function eventOfEntry(row: AuditRow): SecurityEvent {
  const { seq, link, actor, action, subject_id: subject, details } = showEntry(row);
  const severity = (AUDIT_ACTIONS as Readonly<Record<string, Severity>>)[action] ?? 'notice';
  return { name: action, severity, atMs: row.at, facts: { seq, link, actor, subject }, details };
}

/** Returns an event of the security log itself, which no entry records. */
export function ownEvent(name: OwnEvent, atMs: number, facts: SecurityEvent['facts']): SecurityEvent {
  return { name, severity: OWN_EVENTS[name], atMs, facts, details: {} };
}

/** Returns the anchor of a head, as `custos audit verify --anchor` takes it. */
export function anchorOf({ count, link }: AuditHead): string {
  return `${count}:${link.toString('hex')}`;
}

/** Returns an event as syslog writes it, without framing. */
export function syslogOf(event: SecurityEvent, { host, pid }: Origin): Buffer {
  const { name, severity, atMs, facts, details } = event;
  const own = paramsOf(details);
  return formatSyslog({
    facility: FACILITY,
    severity: SEVERITIES[severity],
    atMs,
    hostname: host,
    appName: APP_NAME,
    procId: String(pid),
    msgId: msgIdOf(name),
    data: [
      { id: `custos@${ENTERPRISE}`, params: [['event', name], ...paramsOf(facts)] },
      ...(own.length === 0 ? [] : [{ id: `details@${ENTERPRISE}`, params: own }]),
    ],
    text: sentenceOf(event),
  });
}

/** Returns an event as one line of JSON, with its line break. */
export function jsonLineOf({ name, severity, atMs, facts, details }: SecurityEvent, { host }: Origin): Buffer {
  return Buffer.from(
    `${JSON.stringify({ time: isoTime(atMs), event: name, severity, host, ...facts, details: shortened(details) })}\n`,
  );
}

/** Returns the MSGID of an event. A longer name is cut; the parameter `event` has all of it. */
export function msgIdOf(name: string): string {
  return name.slice(0, MSG_ID_MAX);
}

/** For people who read the receiver's file. */
function sentenceOf({ name, facts: { actor, subject } }: SecurityEvent): string {
  return [name, ...(actor ? [`by ${actor}`] : []), ...(subject ? [`on ${subject}`] : [])].join(' ');
}

function paramsOf(values: SecurityEvent['details']): [string, string][] {
  return Object.entries(shortened(values)).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
}

/** Some details are lists of codes. Cutting them keeps each message within what receivers accept (RFC 5425, section 4.3.1: 8192 octets). */
function shortened(values: SecurityEvent['details']): Record<string, Value> {
  const max = LIMITS.securityLogValueCharsMax;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > max ? `${value.slice(0, max)}...` : value,
    ]),
  );
}
