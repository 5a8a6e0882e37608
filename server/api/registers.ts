import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { registerUploadSchema } from '../contract/dataset-uploads.ts';
import { registerChangeSchema, registerImportSchema, registerQuerySchema } from '../contract/registers.ts';
import type { Db } from '../db/open.ts';
import type { RegisterOptions } from '../registries/import/options.ts';
import type { Registers } from '../registries/registers.ts';
import { getRegisterVersion, listRegisterVersions } from '../registries/store/versions.ts';
import type { RegisterVersion } from '../registries/types.ts';
import { acceptanceOf, addVersionRoutes, filesWithin, liveActor, sendVersions } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { presentRegister } from './register-answers.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';

const PATH = '/v1/registries';

export interface RegistersRouterDeps {
  guard: Guard;
  clock: { now(): number };
  db: Db;
  registers: Registers;
  /** Only files in this folder can be named. */
  listsDir: string;
}

/** `/v1/registries`: what was imported, imports from files of the appliance, and which version is searched. Registers serve live and test alike. */
export function registersRouter(deps: RegistersRouterDeps): Router {
  const { clock, db, guard, registers } = deps;
  const router = Router();
  const read = [...guard.allow('lists:read'), produces('application/json')];
  const write = [...guard.allow('lists:write'), produces('application/json')];
  const present = (version: RegisterVersion) => presentRegister(version, clock.now());
  addRoute(router, PATH, {
    get: [...read, (req, res) => list(deps, req, res)],
    post: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const result = await registers.importRegister(await readImport(deps.listsDir, req.body), actor);
        res.status(result.created ? 201 : 200).json(present(result.version));
      },
    ],
  });
  addVersionRoutes(router, PATH, {
    ...registers,
    prefix: 'reg',
    noun: 'register',
    read,
    write,
    present,
    get: (id) => getRegisterVersion(db, id),
    versionsOf: (code) => listRegisterVersions(db, code),
    readAgeLimit: (body) =>
      parseOrThrow(registerChangeSchema, body, 'The change is not valid. See errors.').age_days_max,
  });
  return router;
}

async function readImport(listsDir: string, body: unknown): Promise<RegisterOptions> {
  const input = parseOrThrow(registerImportSchema, body, 'The import is not valid. See errors.');
  return { paths: await filesWithin(listsDir, input.paths), ...registerOptions(input) };
}

/** What is said of a register's files, wherever they come from. */
export function registerOptions(input: z.output<typeof registerUploadSchema>): Omit<RegisterOptions, 'paths'> {
  const { code, name, published_at: publishedAt, columns, complete_for: completeFor, age_days_max: ageDaysMax } = input;
  return {
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(columns === undefined ? {} : { columns }),
    ...(completeFor === undefined ? {} : { completeFor }),
    ...(ageDaysMax === undefined ? {} : { ageDaysMax }),
    ...acceptanceOf(input),
  };
}

function list({ db, clock }: RegistersRouterDeps, req: Request, res: Response): void {
  const query = parseQuery(registerQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  sendVersions(res, PATH, query, {
    versions: listRegisterVersions(db, query.code),
    prefix: 'reg',
    present: (version) => presentRegister(version, clock.now()),
  });
}
