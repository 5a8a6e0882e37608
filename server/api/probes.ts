import { type EngineState, OPTIONAL_ENGINE } from '../../models/ports.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { doubtInWords } from '../clock/trust.ts';
import type { OpenApiDocument } from '../contract/openapi.ts';
import type { probeRoutes, Readiness } from '../contract/system.ts';
import { Reply } from './call.ts';
import { constantAnswer } from './constant-answer.ts';
import type { Handlers } from './mount.ts';

export interface ProbeDeps
  extends Pick<
    Appliance,
    | 'backups'
    | 'clock'
    | 'clockTrust'
    | 'db'
    | 'engines'
    | 'lan'
    | 'metrics'
    | 'queueIndex'
    | 'registerSearch'
    | 'securityLog'
    | 'watchlists'
  > {
  /** Whether the appliance is stopping and accepts no new work. */
  isStopping(): boolean;
}

/**
 * Routes for liveness, readiness, metrics and the OpenAPI document. They hold no personal data and need no key on this machine. From the office
 * network, where the caller is unknown, readiness and metrics reveal too much and need one.
 */
export function probeHandlers(deps: ProbeDeps, document: () => OpenApiDocument): Handlers<typeof probeRoutes> {
  const openapi = constantAnswer('application/json', () => JSON.stringify(document()));
  return {
    getHealth: () => ({ status: 'ok' }),
    getReadiness({ res }) {
      const readiness = readReadiness(deps);
      if (readiness.status === 'not_ready') res.setHeader('Retry-After', '1');
      return new Reply(readiness, { status: readiness.status === 'ready' ? 200 : 503 });
    },
    async getMetrics({ res }) {
      const { text, type } = await deps.metrics.read();
      res.setHeader('Content-Type', type);
      res.send(text);
    },
    getOpenApi({ req, res }) {
      openapi(req, res, () => {});
    },
  };
}

/**
 * Returns whether the appliance can verify. A missing watchlist does not make it unready: records then need review. A list that is loaded but not
 * searchable does. The second text engine, which few documents need, does not.
 */
export function readReadiness(deps: ProbeDeps): Readiness {
  const engines = deps.engines.states();
  const missing = engines
    .filter(({ engine, state }) => state !== 'ready' && engine !== OPTIONAL_ENGINE)
    .map(describeEngine);
  const database = pingDatabase(deps);
  if (database === 'failed') missing.push('The database does not answer. See the log.');
  const { watchlists, registerSearch } = deps;
  if (watchlists.problem !== null) missing.push(watchlists.problem);
  else if (!watchlists.ready) missing.push('The watchlists are loading.');
  if (registerSearch.problem !== null) missing.push(registerSearch.problem);
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
    watchlists: watchlists.lists(deps.clock.now()).length,
    registers: registerSearch.versions().length,
    search_complete: deps.queueIndex.isComplete(),
    warnings: warningsOf(deps),
  };
}

function describeEngine({ engine, state, problem }: EngineState): string {
  if (state === 'loading') return `The ${engine} engine is loading.`;
  return `The ${engine} engine failed. ${problem ?? 'See the log.'}`;
}

function pingDatabase(deps: ProbeDeps): Readiness['database'] {
  try {
    deps.db.prepare('SELECT 1').get();
    return 'ok';
  } catch {
    return 'failed';
  }
}

function warningsOf({ backups, clockTrust, lan, securityLog }: ProbeDeps): string[] {
  const doubt = clockTrust.doubt();
  const others = [...backups.warnings(), ...lan.warnings(), ...securityLog.warnings()].map(({ message }) => message);
  return [...(doubt ? [doubtInWords(doubt)] : []), ...others];
}
