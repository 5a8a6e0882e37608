import type { TLSSocket } from 'node:tls';
import { type Request, type RequestHandler, Router } from 'express';

/** Whether a request came from another machine through the office network. Only that listener speaks TLS. */
export function isFromOffice(req: Request): boolean {
  return (req.socket as Partial<TLSSocket>).encrypted === true;
}

/** Runs these handlers only for requests from the office network. */
export function fromOffice(handlers: readonly RequestHandler[]): RequestHandler {
  const skip: RequestHandler = (req, _res, next) => (isFromOffice(req) ? next() : next('router'));
  return Router().use(skip, ...handlers);
}
