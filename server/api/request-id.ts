import type { RequestHandler, Response } from 'express';
import { must } from '../lib/assert.ts';
import type { NewId } from '../lib/ids.ts';

/** W3C Trace Context, section 3.2. Versions other than 00 have the same first four fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Gives every request an id that every answer and log line carries, and passes a `traceparent` on. */
export function requestId(deps: { newId: NewId }): RequestHandler {
  return (req, res, next) => {
    const id = deps.newId('req');
    res.locals['requestId'] = id;
    res.setHeader('Request-Id', id);
    const trace = req.get('traceparent');
    if (trace && TRACEPARENT.test(trace)) {
      res.locals['traceparent'] = trace;
      res.setHeader('traceparent', trace);
    }
    next();
  };
}

export function requestIdOf(res: Response): string {
  return must(res.locals['requestId'] as string | undefined, 'every request has an id');
}

export function traceparentOf(res: Response): string | undefined {
  return res.locals['traceparent'] as string | undefined;
}
