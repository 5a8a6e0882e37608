import { LIMITS } from '../lib/limits.ts';
import { genuine } from '../rows/guard.ts';
import type { ReadDeps } from './deps.ts';
import type { NoteRow } from './notes.ts';
import { requireState, type Which } from './record-action.ts';

export type TimelineKind = 'state' | 'act' | 'note' | 'delivery' | 'alert' | 'step';
export type TimelineDetails = Record<string, string | number | boolean | null>;

/** One event in the history of a record. */
export interface TimelineEntry {
  atMs: number;
  kind: TimelineKind;
  /**
   * For a state the event's kind, for an action the audit log's action; otherwise `note.added`, `delivery.delivered`, `alert.created`, `step.read`.
   */
  code: string;
  /** As named in the audit log. null: the actor is not known. */
  actor: string | null;
  details: TimelineDetails;
}

type Deps = ReadDeps;

/** The order of entries within one millisecond: results lead to a state, and a state leads to its notifications. */
const RANK: Record<TimelineKind, number> = { step: 0, act: 1, note: 1, state: 2, alert: 3, delivery: 4 };
const rankOf = ({ kind, code }: TimelineEntry): number =>
  kind === 'state' && code.endsWith('.created') ? -1 : RANK[kind];

/**
 * Returns the history of one record, oldest first. If it has more than `LIMITS.timelineEntriesMax` entries, it returns the newest
 * and sets `hasMore`. Decrypts only the notes. Throws `not_found`, `erased`.
 */
export function timelineOf(deps: Deps, which: Which): { data: TimelineEntry[]; hasMore: boolean } {
  requireState(deps, which, 'any state');
  const acts = new Set(actsOf(deps, which.id));
  // A state and the audit log entry written with it are one entry. The log says more about it.
  const states = statesOf(deps, which.id).map((state) => {
    const act = [...acts].find((one) => one.code === state.code && isTogether(one, state));
    if (!act) return state;
    acts.delete(act);
    return { ...state, actor: act.actor, details: act.details };
  });
  const all = [...states, ...acts, ...notesOf(deps, which.id), ...stepsOf(deps, which.id)];
  all.push(...alertsOf(deps, which.id), ...deliveriesOf(deps, which.id));
  all.sort((a, b) => a.atMs - b.atMs || rankOf(a) - rankOf(b));
  return { data: all.slice(-LIMITS.timelineEntriesMax), hasMore: all.length > LIMITS.timelineEntriesMax };
}

/** Returns the newest rows of one kind, oldest first. One more than an answer holds shows whether there are more. */
function newest<Row>({ db }: Deps, sql: string, id: string): Row[] {
  const rows = db.prepare(`${sql} DESC LIMIT ?`).all(id, LIMITS.timelineEntriesMax + 1) as Row[];
  return rows.reverse();
}

function statesOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<{ kind: string; at: number }>(
    deps,
    'SELECT kind, created_at AS at FROM events WHERE subject_id = ? ORDER BY seq',
    id,
  );
  return rows.map(({ kind, at }) => ({ atMs: at, kind: 'state', code: kind, actor: null, details: {} }));
}

function actsOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<{ at: number; actor: string; action: string; details: string }>(
    deps,
    "SELECT at, actor, action, details FROM audit WHERE subject_id = ? AND action <> 'note.added' ORDER BY seq",
    id,
  );
  return rows.map(({ at, actor, action, details }) => ({
    atMs: at,
    kind: 'act',
    code: action,
    actor,
    details: JSON.parse(details) as TimelineDetails,
  }));
}

/** The clock advances within one transaction. A record does not enter a state twice within this time. */
const TOGETHER_MS = 500;
const isTogether = (a: TimelineEntry, b: TimelineEntry): boolean => Math.abs(a.atMs - b.atMs) <= TOGETHER_MS;

function notesOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<NoteRow>(deps, 'SELECT * FROM notes WHERE verification_id = ? ORDER BY seq', id);
  const open = rows.length > 0 ? deps.vault.opener(id) : null;
  return rows
    .map((row) => genuine(deps.db, 'notes', row))
    .map((row) => ({
      atMs: row.written_at,
      kind: 'note',
      code: 'note.added',
      actor: row.written_by,
      details: { note: row.id, text: open?.<string>('notes.text', row.sealed_text) ?? null },
    }));
}

/** Returns current results, and those that were put aside when the record was reopened. */
function stepsOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<{ step: string; at: number; durationMs: number; attempt: number | null }>(
    deps,
    `SELECT step, finished_at AS at, duration_ms AS durationMs, attempt FROM (
       SELECT verification_id, step, finished_at, duration_ms, NULL AS attempt FROM step_results
       UNION ALL SELECT verification_id, step, finished_at, duration_ms, attempt FROM former_results
     ) WHERE verification_id = ? ORDER BY finished_at`,
    id,
  );
  return rows.map(({ step, at, durationMs, attempt }) => ({
    atMs: at,
    kind: 'step',
    code: `step.${step}`,
    actor: null,
    details: { step, duration_ms: durationMs, attempt },
  }));
}

function alertsOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<{ id: string; at: number; state: string; change: string; party: string }>(
    deps,
    'SELECT id, created_at AS at, state, change, party FROM alerts WHERE verification_id = ? ORDER BY seq',
    id,
  );
  return rows.map(({ id: alert, at, state, change, party }) => ({
    atMs: at,
    kind: 'alert',
    code: 'alert.created',
    actor: 'system',
    details: { alert, state, change, party: party === '' ? null : party },
  }));
}

interface DeliveryRow {
  id: string;
  event: string;
  event_id: string;
  endpoint: string | null;
  state: string;
  attempts: number;
  status: number | null;
  error: string | null;
  at: number;
}

/** Returns the deliveries of the record's events in their current state. */
function deliveriesOf(deps: Deps, id: string): TimelineEntry[] {
  const rows = newest<DeliveryRow>(
    deps,
    `SELECT d.id, e.kind AS event, e.id AS event_id, d.endpoint_id AS endpoint, d.state, d.attempts,
       d.last_status AS status, d.last_error AS error, d.updated_at AS at
     FROM events e JOIN webhook_deliveries d ON d.event_seq = e.seq WHERE e.subject_id = ? ORDER BY d.seq`,
    id,
  );
  return rows.map(({ id: delivery, state, at, ...told }) => ({
    atMs: at,
    kind: 'delivery',
    code: `delivery.${state}`,
    actor: 'system',
    details: { delivery, receiver: told.endpoint === null ? 'webhook_url' : 'endpoint', ...told },
  }));
}
