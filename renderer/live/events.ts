import { effect, signal } from '@preact/signals';
import { mode } from '../client/api.ts';
import { can, operator } from '../client/session.ts';
import { followStream, type StreamEvent, type StreamState } from './stream.ts';

/** Whether what happens is told at once. */
export const liveState = signal<StreamState>('connecting');

const listeners = new Set<(event: StreamEvent) => void>();

/** Hears every event of the data space that is shown. Returns how to stop. */
export function onLive(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One stream for the whole console, as long as somebody is logged in who may follow it. Returns how to stop. */
export function startLive(): () => void {
  return effect(() => {
    // Another data space is another stream.
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
