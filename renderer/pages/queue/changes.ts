import type { StreamEvent } from '../../live/events.ts';
import type { Status } from '../../parts/values.tsx';
import { STATUSES } from './filter.ts';

/** Changes are collected for so long, since they often come several at once. */
const COLLECT_MS = 1_000;

/** A record that something happened to. `status`: that it has now, where that was told. */
export interface Change {
  id: string;
  status: Status | null;
}

/** The record that an event is of; null: of none. */
export function changeOf({ data }: Pick<StreamEvent, 'data'>): Change | null {
  const told = ((data as { data?: unknown }).data ?? data) as Record<string, unknown>;
  const id = [told['id'], told['verification_id']].find((one) => typeof one === 'string' && /^(?:kyb_)?ver_/.test(one));
  if (typeof id !== 'string') return null;
  return { id, status: STATUSES.find((status) => status === told['status']) ?? null };
}

/** Collects what changes, and gives it to `apply`, one round after the other. */
export function createChanges(apply: (changes: readonly Change[]) => Promise<void>): {
  hear: (event: StreamEvent) => void;
  stop: () => void;
} {
  const waiting = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const round = async (): Promise<void> => {
    const changes = [...waiting.values()];
    waiting.clear();
    await apply(changes);
    timer = undefined;
    if (waiting.size > 0) plan();
  };
  const plan = (): void => {
    if (!stopped) timer ??= setTimeout(() => void round(), COLLECT_MS);
  };
  return {
    hear(event) {
      const change = changeOf(event);
      if (!change) return;
      waiting.set(change.id, { ...change, status: change.status ?? waiting.get(change.id)?.status ?? null });
      plan();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
