import { effect, signal } from '@preact/signals';
import { createParser } from 'eventsource-parser';
import { ApiError, mode, send } from '../client/api.ts';
import { can, operator } from '../client/session.ts';

/** Whether events arrive live. */
export const liveState = signal<StreamState>('connecting');

const listeners = new Set<(event: StreamEvent) => void>();

/** Listens to every event of the current mode. Returns a function that stops it. */
export function onLive(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens one stream for the whole console while an operator with access is logged in. Returns a function that stops it. */
export function startLive(): () => void {
  return effect(() => {
    // Another mode needs another stream.
    void mode.value;
    if (!operator.value || !can('events:read')) return;
    return followStream('/v1/events/stream', {
      event: (event) => {
        for (const listener of listeners) listener(event);
      },
      state: (state) => {
        liveState.value = state;
      },
    });
  });
}

export interface StreamEvent {
  /** `evt_...`, or null for events that are not stored, such as progress. */
  id: string | null;
  kind: string;
  data: unknown;
}

type StreamState = 'connecting' | 'open' | 'waiting' | 'refused';

const WAIT_FIRST_MS = 1_000;
const WAIT_MAX_MS = 30_000;

/**
 * Follows server-sent events until stopped: reconnects with growing delays and resumes after the last event. While the page is hidden no connection
 * stays open, because a browser allows few connections to one address. Uses fetch, because EventSource cannot send headers.
 */
export function followStream(
  path: string,
  on: { event: (event: StreamEvent) => void; state?: (state: StreamState) => void },
): () => void {
  let lastId: string | null = null;
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = WAIT_FIRST_MS;
  let stopped = false;

  const connect = async (): Promise<void> => {
    clearTimeout(timer);
    controller?.abort();
    if (stopped || document.hidden) return;
    const current = new AbortController();
    controller = current;
    on.state?.('connecting');
    try {
      await read(path, lastId, current.signal, {
        opened: () => {
          waitMs = WAIT_FIRST_MS;
          on.state?.('open');
        },
        event: (event) => {
          lastId = event.id ?? lastId;
          on.event(event);
        },
      });
    } catch (error) {
      if (current.signal.aborted) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        on.state?.('refused');
        return;
      }
    }
    if (current.signal.aborted) return;
    on.state?.('waiting');
    timer = setTimeout(() => void connect(), waitMs);
    waitMs = Math.min(waitMs * 2, WAIT_MAX_MS);
  };
  const onVisibility = (): void => {
    if (document.hidden) controller?.abort();
    else void connect();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    controller?.abort();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

async function read(
  path: string,
  lastId: string | null,
  signal: AbortSignal,
  on: { opened: () => void; event: (event: StreamEvent) => void },
): Promise<void> {
  const headers = lastId ? { 'Last-Event-ID': lastId } : {};
  const response = await send('GET', path, 'text/event-stream', { headers, signal });
  on.opened();
  const parser = createParser({
    onEvent: ({ id, event, data }) => on.event({ id: id ?? null, kind: event ?? 'message', data: JSON.parse(data) }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
