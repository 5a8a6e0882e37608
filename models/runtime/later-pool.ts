import { EngineError } from '../ports.ts';
import type { BackendPool } from './backends.ts';

/**
 * A pool whose program is loaded when it is first asked for anything: one that stands behind another is mostly never needed, and what it
 * imports would be loaded at every start.
 */
export function createLaterPool(name: string, load: () => Promise<BackendPool>): BackendPool {
  let loading: Promise<BackendPool> | null = null;
  let loaded: BackendPool | null = null;
  let closed = false;
  const pool = (): Promise<BackendPool> => {
    if (closed && loading === null) return Promise.reject(new EngineError('crashed', `The ${name} engine was closed.`));
    loading ??= load().then((made) => {
      loaded = made;
      return made;
    });
    return loading;
  };
  return {
    call: async (operation, input, options) => (await pool()).call(operation, input, options),
    warm: async () => (await pool()).warm(),
    ready: () => loaded?.ready() ?? false,
    problem: () => loaded?.problem() ?? null,
    async close() {
      closed = true;
      await (await loading)?.close();
    },
  };
}
