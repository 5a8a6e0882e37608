import type { QueueItemAnswer } from '../../../server/contract/search.ts';

/** A record as a row shows it. */
export type QueueItem = Omit<QueueItemAnswer, 'object' | 'updated_at' | 'links'>;

/** Equal values are stored once: there may be 100,000 records. */
const shared = new Map<string, unknown>();
const SHARED_MAX = 10_000;

export function kept(answer: QueueItemAnswer): QueueItem {
  const { id, kind, status, name, reference, country, created_at, waiting_since, due_at, waits_for, alerts_open } =
    answer;
  const [reasons, assignee] = [once(answer.reasons), once(answer.assignee)];
  const times = { created_at, waiting_since, due_at, waits_for };
  return { id, kind, status, name, reference, country, ...times, reasons, assignee, alerts_open };
}

function once<T>(value: T): T {
  const key = JSON.stringify(value);
  const known = shared.get(key);
  if (known !== undefined) return known as T;
  if (shared.size >= SHARED_MAX) shared.clear();
  shared.set(key, value);
  return value;
}
