import type { EngineError, Engines } from '../../models/ports.ts';
import { findDismissals, type RevisionOf } from '../alerts/decisions.ts';
import type { Policy } from '../checks/policy.ts';
import { isoTime } from '../lib/clock.ts';
import type { WatchlistSearch } from '../screening/search.ts';
import type { HandlerDeps } from './handler.ts';
import { type ScreeningContext, searchUnder } from './screen-subjects.ts';

/** The dependencies of both pipelines. */
export interface LineDeps extends HandlerDeps {
  engines: Engines;
  watchlists: WatchlistSearch;
  revisionOf: RevisionOf;
}

/** The context of a step of either pipeline, besides the record and the results of earlier steps. */
export interface RunContext extends ScreeningContext {
  engines: Engines;
  /** Logs that the second text engine could not read a file of this record, which goes on without it. */
  onSecondTextFailed(verification: string, error: EngineError): void;
  /** Logs that no engine could read a page or the whole of a document of this record, so that it counts as unread. */
  onUnread(verification: string, document: string, error: EngineError): void;
  /** YYYY-MM-DD, UTC. */
  today: string;
}

/** Returns the context of a run that begins now, under this policy. */
export function openRun(deps: LineDeps, policy: Policy): RunContext {
  const nowMs = deps.clock.now();
  return {
    policy,
    engines: deps.engines,
    onSecondTextFailed: (verification, { failure }) =>
      deps.log.warn('engine.second_text_failed', { verification, failure }),
    onUnread: (verification, document, { failure }) =>
      deps.log.warn('engine.document_unread', { verification, document, failure }),
    watchlists: searchUnder(deps.watchlists, policy),
    dismissalsOf: (subject) => findDismissals({ ...deps, policy }, subject),
    nowMs,
    today: isoTime(nowMs).slice(0, 10),
  };
}
