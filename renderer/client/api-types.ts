import type { z } from 'zod';
import type { Method } from '../../server/contract/route.ts';
import type { ROUTES } from '../../server/contract/routes.ts';

type Row = (typeof ROUTES)[keyof typeof ROUTES];

/** Turns `/v1/watchlists/{id}` into a string type: `/v1/watchlists/${string}`. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

type RowAt<M extends Method, At> = At extends `${M} ${infer Path}` ? Filled<Path> : never;

/** The paths with each method, with strings in place of their parameters. A table: the compiler fills it in once, and not for each request. */
type Paths = { [M in Method]: RowAt<M, Row['at']> };
type PathOf<M extends Method> = Paths[M];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Bare<P extends string> = P extends `${infer Path}?${string}` ? Path : P;
type RowsOf<M extends Method, P extends string, R = Row> = R extends { at: infer At }
  ? true extends (At extends string ? Same<RowAt<M, At>, Bare<P>> : never)
    ? R
    : never
  : never;
type Success = 200 | 201 | 202 | 204;
type AnswersOf<R> = R extends { answers: infer A }
  ? { [S in keyof A & Success]: A[S] extends { schema: infer Z extends z.ZodType } ? z.output<Z> : undefined }[keyof A &
      Success]
  : never;

/** The answer of the route with this method and path, by its row. */
export type AnswerOf<M extends Method, P extends string> = P extends string ? AnswersOf<RowsOf<M, P>> : never;
/** A sent body is only read, so its lists may be readonly. */
type Sent<T> = T extends (infer E)[] ? readonly Sent<E>[] : T extends object ? { [K in keyof T]: Sent<T[K]> } : T;

/** The JSON body that the route accepts. */
export type BodyOf<M extends Method, P extends string> = P extends string
  ? RowsOf<M, P> extends { body: infer S extends z.ZodType }
    ? Sent<z.input<S>>
    : undefined
  : never;
/** A path that can be requested with this method, with or without a query. */
export type Asked<M extends Method> = PathOf<M> | `${PathOf<M>}?${string}`;

/** A row of the list that this path returns. */
export type RowOf<P extends string> =
  AnswerOf<'GET', P> extends { data: (infer R extends { id: string })[] } ? R : never;
