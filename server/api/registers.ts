import { type Request, type Response, Router } from 'express';
import type { Db } from '../db/open.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import type { RegisterOptions } from '../registries/import/options.ts';
import type { Registers } from '../registries/registers.ts';
import { activeRegisterVersion, getRegisterVersion, listRegisterVersions } from '../registries/store/versions.ts';
import type { RegisterVersion } from '../registries/types.ts';
import { registerChangeSchema, registerImportSchema, registerQuerySchema } from './contract/registers.ts';
import { acceptanceOf, filesWithin, idOf, liveActor, sendVersions, sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { presentRegister } from './register-answers.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';
import { presentImport } from './watchlist-answers.ts';

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
  addRoute(router, `${PATH}/imports`, {
    get: [...read, (_req, res) => sendWhole(res, `${PATH}/imports`, registers.running().map(presentImport))],
  });
  addRoute(router, `${PATH}/:id`, {
    get: [...read, (req, res) => void res.json(present(getRegisterVersion(db, idOf(req))))],
    patch: [
      ...write,
      ...jsonBody,
      async (req, res) => {
        const actor = liveActor(res);
        const code = isId('reg', idOf(req)) ? getRegisterVersion(db, idOf(req)).code : idOf(req);
        const input = parseOrThrow(registerChangeSchema, req.body, 'The change is not valid. See errors.');
        await registers.setAgeLimit(code, input.age_days_max, actor);
        res.json(present(currentOf(db, code)));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/activate`, {
    post: [...write, async (req, res) => void res.json(present(await registers.activate(idOf(req), liveActor(res))))],
  });
  addRoute(router, `${PATH}/:id/deactivate`, {
    post: [
      ...write,
      async (req, res) => {
        const actor = liveActor(res);
        const { id, code, active } = getRegisterVersion(db, idOf(req));
        if (!active) {
          throw new AppError('state_conflict', 'This version is not searched. Name the active one of its register.');
        }
        await registers.remove(code, actor);
        res.json(present(getRegisterVersion(db, id)));
      },
    ],
  });
  return router;
}

/** The version that is searched, else the newest one. */
function currentOf(db: Db, code: string): RegisterVersion {
  const version = activeRegisterVersion(db, code) ?? listRegisterVersions(db, code)[0];
  if (!version) throw new AppError('not_found', 'There is no register with this code.');
  return version;
}

async function readImport(listsDir: string, body: unknown): Promise<RegisterOptions> {
  const input = parseOrThrow(registerImportSchema, body, 'The import is not valid. See errors.');
  const { code, name, published_at: publishedAt, columns, complete_for: completeFor, age_days_max: ageDaysMax } = input;
  return {
    paths: await filesWithin(listsDir, input.paths),
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
  const query = parseOrThrow(registerQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  sendVersions(res, PATH, query, {
    versions: listRegisterVersions(db, query.code),
    prefix: 'reg',
    present: (version) => presentRegister(version, clock.now()),
  });
}
