import type { RequestHandler, Router } from 'express';
import type { z } from 'zod';
import { bodiesOf, type Route } from '../contract/route.ts';
import { Call, Reply } from './call.ts';
import type { Guard } from './guard.ts';
import { readJpegBody } from './jpeg-body.ts';
import { readJsonBody } from './json-body.ts';
import { addRoute, consumes, type Method } from './route.ts';

/** The type of a row's answers, by its schemas. */
type AnswerOf<R> = R extends { answers: infer A }
  ? { [S in keyof A]: A[S] extends { schema: infer Z extends z.ZodType } ? z.output<Z> : never }[keyof A]
  : unknown;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers by itself gives nothing back.
type Given<R> = AnswerOf<R> | Reply<AnswerOf<R>> | undefined | void;
type Work<R> = (call: Call<R>) => Given<R> | Promise<Given<R>>;

/**
 * How a route is answered. The returned value is sent as JSON with the status of the row's first answer, unless it is a `Reply`. A handler that
 * returns nothing has sent its own answer, or the answer has no body. `before` runs before the body is read, so a request for a missing record gets
 * 404 whatever its body.
 */
export type Handler<R> = Work<R> | { before: (call: Call<R>) => void; answer: Work<R> };

/** A handler for each row of a table, by operation id. */
export type Handlers<T> = { [K in keyof T]: Handler<T[K]> };

/** Adds the routes of a table to a router. A path is added before another path that would also match it. */
export function mount<T extends Record<string, Route>>(
  router: Router,
  guard: Pick<Guard, 'chainOf'>,
  rows: T,
  handlers: Handlers<T>,
): Router {
  const byPath = Map.groupBy(Object.entries<Route>(rows), ([, row]) => pathOf(row));
  for (const [path, entries] of [...byPath].sort(([one], [other]) => rankOf(one) - rankOf(other))) {
    const inOrder = entries.sort(
      ([, one], [, other]) => METHODS.indexOf(methodOf(one)) - METHODS.indexOf(methodOf(other)),
    );
    const handled = inOrder.map(([id, row]) => [
      methodOf(row),
      [...guard.chainOf(row), ...handle(row, handlers[id as keyof T] as Handler<Route>)],
    ]);
    addRoute(router, path, Object.fromEntries(handled) as Partial<Record<Method, RequestHandler[]>>);
  }
  return router;
}

/** Ranks a path by the positions of its parameters: of two paths that match a request, the one with a word instead of the parameter comes first. */
const rankOf = (path: string): number =>
  path.split('/').reduce((rank, part) => rank * 2 + (part.startsWith(':') ? 1 : 0), 0);

/** In the order in which `Allow` lists them. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const methodOf = ({ at }: Route): string => at.slice(0, at.indexOf(' ')).toLowerCase();
export const pathOf = ({ at }: Route): string => at.slice(at.indexOf(' ') + 1).replaceAll(/\{(\w+)\}/g, ':$1');

function handle(row: Route, handler: Handler<Route>): RequestHandler[] {
  const { before, answer } = typeof handler === 'function' ? { before: null, answer: handler } : handler;
  const check: RequestHandler = (req, res, next) => {
    before?.(new Call(row, req, res));
    next();
  };
  return [...(before ? [check] : []), ...bodyReaders(row), (req, res) => send(new Call(row, req, res), answer)];
}

/** Reads a JSON body. A form is read by its own handler, which knows where its files go. */
function bodyReaders(row: Route): RequestHandler[] {
  if (row.jpegBytesMax !== undefined) return [consumes('image/jpeg'), readJpegBody(row.jpegBytesMax)];
  const types = bodiesOf(row).map(([type]) => type);
  if (types.length === 0) return [];
  const read = readJsonBody.map(
    (reader): RequestHandler =>
      (req, res, next) =>
        req.is('application/json') ? reader(req, res, next) : next(),
  );
  return [consumes(...types), ...(row.body ? read : [])];
}

async function send(call: Call<Route>, answer: Work<Route>): Promise<void> {
  const given = await answer(call);
  const { res, row } = call;
  const [first = 200] = Object.keys(row.answers).map(Number);
  if (given === undefined) {
    if (first === 204) res.status(204).end();
    return;
  }
  const { body, status = first, location } = given instanceof Reply ? given : new Reply(given);
  if (location !== undefined) res.setHeader('Location', location);
  res.status(status).json(body);
}
