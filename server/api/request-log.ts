import type { RequestHandler } from 'express';
import type { RequestFacts } from '../appliance/metrics.ts';
import type { Logger } from '../lib/log.ts';
import { requestIdOf, traceparentOf } from './request-id.ts';

/** Records a request that reached no route, in the log and the metrics. */
export type ObserveRequest = (facts: RequestFacts & { requestId: string }) => void;

const NO_ROUTE = 'none';

/** Writes one log line and one metric for each request, when its answer is sent or its client disconnects. */
export function requestLog(deps: { log: Logger; observe: (facts: RequestFacts) => void }): RequestHandler {
  return (req, res, next) => {
    const startedMs = performance.now();
    res.once('close', () => {
      const facts: RequestFacts = {
        method: req.method,
        route: (req.route as { path?: string } | undefined)?.path ?? NO_ROUTE,
        status: res.statusCode,
        durationMs: Math.round(performance.now() - startedMs),
      };
      deps.observe(facts);
      deps.log.info('request', {
        requestId: requestIdOf(res),
        traceparent: traceparentOf(res),
        ...facts,
        complete: res.writableFinished,
      });
    });
    next();
  };
}
