import { Router } from 'express';
import { type EngineState, OPTIONAL_ENGINE } from '../../models/ports.ts';
import { SCOPES } from '../access/scopes.ts';
import type { Readiness } from '../contract/system.ts';
import type { Guard } from './guard.ts';
import type { Metrics } from './metrics.ts';
import { fromOffice } from './office.ts';
import { addRoute } from './route.ts';

export interface SystemDeps {
  guard: Guard;
  engineStates(): EngineState[];
  /** Throws where the database does not answer. */
  pingDatabase(): void;
  /** How many lists are searched, whether they can be, and why not. */
  watchlists(): { count: number; ready: boolean; problem: string | null };
  /** How many registers are searched, and why they cannot be. */
  registers(): { count: number; problem: string | null };
  /** Whether the names of all records have been read since the start. */
  isSearchComplete(): boolean;
  /** What an administrator should mend, although it can verify. */
  warnings(): string[];
  /** Whether the appliance is stopping and takes no new work. */
  isStopping(): boolean;
  metrics: Metrics;
}

/**
 * `/healthz` (the process answers), `/readyz` (it can verify), `/metrics`. They hold no personal data and need no key on this machine; from
 * the office network, where nobody is known, the last two tell too much for that.
 */
export function systemRouter(deps: SystemDeps): Router {
  const router = Router();
  addRoute(router, '/healthz', { get: [(_req, res) => void res.json({ status: 'ok' })] });
  addRoute(router, '/readyz', {
    get: [
      fromOffice(deps.guard.allow(...SCOPES)),
      (_req, res) => {
        const readiness = readReadiness(deps);
        if (readiness.status === 'not_ready') res.setHeader('Retry-After', '1');
        res.status(readiness.status === 'ready' ? 200 : 503).json(readiness);
      },
    ],
  });
  addRoute(router, '/metrics', {
    get: [
      fromOffice(deps.guard.allow('admin')),
      async (_req, res) => {
        const { text, type } = await deps.metrics.read();
        res.setHeader('Content-Type', type);
        res.send(text);
      },
    ],
  });
  return router;
}

/**
 * No watchlist is no reason to refuse work: records then wait for a person. One that is loaded but not searchable is. The second text engine, which
 * few documents need, is none either.
 */
export function readReadiness(deps: SystemDeps): Readiness {
  const engines = deps.engineStates();
  const missing = engines
    .filter(({ engine, state }) => state !== 'ready' && engine !== OPTIONAL_ENGINE)
    .map(describeEngine);
  const database = pingDatabase(deps);
  if (database === 'failed') missing.push('The database does not answer. See the log.');
  const watchlists = deps.watchlists();
  if (watchlists.problem !== null) missing.push(watchlists.problem);
  else if (!watchlists.ready) missing.push('The watchlists are being loaded for searching.');
  const registers = deps.registers();
  if (registers.problem !== null) missing.push(registers.problem);
  if (deps.isStopping()) missing.push('The appliance is stopping.');
  return {
    status: missing.length === 0 ? 'ready' : 'not_ready',
    missing,
    engines: engines.map(({ engine, state, problem, backend, refused }) => ({
      engine,
      state,
      ...(problem === undefined ? {} : { problem }),
      ...(backend === undefined ? {} : { backend, refused: refused ?? [] }),
    })),
    database,
    watchlists: watchlists.count,
    registers: registers.count,
    search_complete: deps.isSearchComplete(),
    warnings: deps.warnings(),
  };
}

function describeEngine({ engine, state, problem }: EngineState): string {
  if (state === 'loading') return `The ${engine} engine is loading.`;
  return `The ${engine} engine failed. ${problem ?? 'See the log.'}`;
}

function pingDatabase(deps: SystemDeps): Readiness['database'] {
  try {
    deps.pingDatabase();
    return 'ok';
  } catch {
    return 'failed';
  }
}
