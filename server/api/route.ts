import type { RequestHandler, Router } from 'express';
import { AppError } from '../lib/errors.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Adds the handlers of one path to a router; answers every other method with 405 and `Allow`. Paths are absolute (`/v1/...`), so `req.route.path`
 * is the template for logs and metrics.
 */
export function addRoute(router: Router, path: string, handlers: Partial<Record<Method, RequestHandler[]>>): void {
  const methods = Object.keys(handlers) as Method[];
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  const route = router.route(path);
  for (const method of methods) route[method](...(handlers[method] ?? []));
  route.all((req, res) => {
    res.setHeader('Allow', allow);
    throw new AppError('method_not_allowed', `${req.method} is not allowed here. Use ${allow}.`);
  });
}

/** Throws `not_acceptable` if the client accepts no media type of this route. */
export function produces(...types: string[]): RequestHandler {
  return (req, _res, next) => {
    if (!req.accepts(types)) {
      throw new AppError(
        'not_acceptable',
        `The response is available as ${types.join(' or ')}. Accept one of these, or leave out the Accept header.`,
      );
    }
    next();
  };
}

/** Throws `unsupported_media_type` unless the body has one of these types. */
export function consumes(...types: string[]): RequestHandler {
  return (req, _res, next) => {
    if (!req.is(types) || (req.get('content-encoding') ?? 'identity') !== 'identity') {
      throw new AppError('unsupported_media_type', `Send the body as ${types.join(' or ')}, without content encoding.`);
    }
    next();
  };
}
