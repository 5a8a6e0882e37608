import { Router } from 'express';
import type { z } from 'zod';
import type { Audit } from '../audit/log.ts';
import { type DatasetImportAnswer, registerUploadSchema, watchlistUploadSchema } from '../contract/dataset-uploads.ts';
import type { BegunImport, DatasetImport, ImportLedger } from '../datasets/imports.ts';
import { checkCode, checkPublished } from '../datasets/naming.ts';
import type { Upload, UploadedFile, Uploads } from '../datasets/uploads.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { Registers } from '../registries/registers.ts';
import type { Lists } from '../screening/lists.ts';
import { isPack } from '../screening/watch-folder.ts';
import { receiveDatasetForm } from './dataset-form.ts';
import { acceptanceOf, idOf, liveActor, sendWhole } from './dataset-routes.ts';
import { partFault } from './form.ts';
import type { Guard } from './guard.ts';
import { presentImport } from './import-answers.ts';
import { toAppError } from './problem.ts';
import { registerOptions } from './registers.ts';
import { addRoute, consumes, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';
import { listOptions } from './watchlists.ts';

/** Where bodies may take long to arrive. */
export const UPLOAD_PATHS = ['/v1/watchlists/uploads', '/v1/registries/uploads'];

export interface DatasetUploadsDeps {
  guard: Guard;
  clock: Clock;
  db: Db;
  audit: Audit;
  log: Logger;
  uploads: Uploads;
  lists: Pick<Lists, 'beginList' | 'beginPack' | 'imports'>;
  registers: Pick<Registers, 'beginRegister' | 'imports'>;
}

type Fields = { code?: string; published_at?: string };

/** One kind of what is uploaded. */
interface Kind<F extends Fields> {
  kind: DatasetImportAnswer['kind'];
  /** Of its lists or registers. */
  path: string;
  imports: Pick<ImportLedger, 'all' | 'refuseMore'>;
  filesMax: number;
  fileSizeBytesMax: number;
  schema: z.ZodType<F> & { shape: object };
  begin(files: UploadedFile[], fields: F, actor: string): BegunImport<unknown>;
}

/** `.../uploads`: files of lists and registers that are sent, and `.../imports`: what becomes of them and of every other import. */
export function datasetUploadsRouter(deps: DatasetUploadsDeps): Router {
  const { lists, registers } = deps;
  const router = Router();
  addKind(router, deps, {
    kind: 'watchlist',
    path: '/v1/watchlists',
    imports: lists.imports,
    filesMax: LIMITS.watchlistFilesMax,
    fileSizeBytesMax: LIMITS.listFileBytesMax,
    schema: watchlistUploadSchema,
    begin(files, fields, actor) {
      const paths = files.map(({ path }) => path);
      const [first, ...others] = paths;
      if (first === undefined || others.length > 0 || !isPack(first)) {
        return lists.beginList({ paths, ...listOptions(fields) }, actor);
      }
      const { accept_smaller: _smaller, allow_older: _older, ...said } = fields;
      const [name] = Object.keys(said);
      if (name !== undefined) throw partFault(name, 'says what a signed pack says itself; leave it out');
      return lists.beginPack(first, acceptanceOf(fields), actor);
    },
  });
  addKind(router, deps, {
    kind: 'register',
    path: '/v1/registries',
    imports: registers.imports,
    filesMax: LIMITS.registerFilesMax,
    fileSizeBytesMax: LIMITS.registerFileBytesMax,
    schema: registerUploadSchema,
    begin: (files, fields, actor) =>
      registers.beginRegister({ paths: files.map(({ path }) => path), ...registerOptions(fields) }, actor),
  });
  return router;
}

function addKind<F extends Fields>(router: Router, deps: DatasetUploadsDeps, each: Kind<F>): void {
  const { clock, guard } = deps;
  const { kind, path, imports, filesMax, fileSizeBytesMax, schema } = each;
  const read = [...guard.allow('lists:read'), produces('application/json')];
  const write = [...guard.allow('lists:write'), produces('application/json')];
  const present = (shown: DatasetImport) => presentImport(shown, kind, path);
  const readFields = (raw: Record<string, unknown>): F => {
    const fields = parseOrThrow(schema, raw, 'The upload is not valid. See errors.');
    checkCode(fields.code);
    checkPublished(fields.published_at, clock);
    return fields;
  };
  addRoute(router, `${path}/uploads`, {
    post: [
      ...write,
      consumes('multipart/form-data'),
      async (req, res) => {
        const actor = liveActor(res);
        imports.refuseMore();
        const upload = deps.uploads.begin();
        try {
          const order = { filesMax, fileSizeBytesMax, fields: Object.keys(schema.shape), readFields };
          const { files, fields } = await receiveDatasetForm(req, res, upload, order);
          const begun = each.begin(files, fields, actor);
          follow(deps, upload, begun);
          const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
          const details = { files: files.length, bytes };
          transact(deps.db, () =>
            deps.audit.append({ actor, action: `${kind}.uploaded`, subjectId: begun.shown.id, details }),
          );
          const answer = present(begun.shown);
          res.status(202).setHeader('Location', answer.links.self).json(answer);
        } catch (error) {
          await upload.discard();
          throw error;
        }
      },
    ],
  });
  addRoute(router, `${path}/imports`, {
    get: [...read, (_req, res) => sendWhole(res, `${path}/imports`, imports.all().map(present))],
  });
  addRoute(router, `${path}/imports/:id`, {
    get: [
      ...read,
      (req, res) => {
        const found = imports.all().find(({ id }) => id === idOf(req));
        if (!found) {
          const detail = 'There is no import with this id since the start. List the imports, or the versions.';
          throw new AppError('not_found', detail);
        }
        res.json(present(found));
      },
    ],
  });
}

/** Removes the files when the import has ended, and tells the log what nobody expected. */
function follow({ log }: DatasetUploadsDeps, upload: Upload, { shown, done }: BegunImport<unknown>): void {
  done
    .catch((error: unknown) => {
      if (toAppError(error) === null) log.error('import.failed', { import: shown.id }, error);
    })
    .then(() => upload.discard())
    .catch((error: unknown) => log.error('import.files_left', { import: shown.id }, error));
}
