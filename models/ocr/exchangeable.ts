import type { TextEngine } from '../ports.ts';
import type { ManagedEngine } from '../runtime/managed.ts';
import type { TextBackends } from './engine.ts';

export type Text = TextEngine & ManagedEngine & TextBackends;

/** A text engine that can be replaced while it reads. */
export interface ExchangeableText extends Text {
  /**
   * Loads `next` and reads with it from then on; a reading in progress ends with the former one. If the load throws,
   * rethrows and keeps the former one.
   */
  exchange(next: Text): Promise<void>;
}

export function exchangeable(first: Text): ExchangeableText {
  let current = first;
  /** Calls in progress, by the engine that they began with. */
  const running = new Map<Text, Set<Promise<unknown>>>();
  const read: Text['read'] = (image, hint) => {
    const engine = current;
    const call = engine.read(image, hint);
    const calls = running.get(engine) ?? new Set();
    running.set(engine, calls.add(call));
    const ended = (): void => void calls.delete(call);
    call.then(ended, ended);
    return call;
  };
  return {
    read,
    warm: () => current.warm(),
    problem: () => current.problem(),
    ready: () => current.ready(),
    backend: () => current.backend(),
    refused: () => current.refused(),
    async close() {
      await Promise.all([current, ...running.keys()].map((engine) => engine.close()));
    },
    async exchange(next) {
      try {
        await next.warm();
      } catch (error) {
        await next.close();
        throw error;
      }
      const former = current;
      current = next;
      await Promise.allSettled(running.get(former) ?? []);
      running.delete(former);
      await former.close();
    },
  };
}
