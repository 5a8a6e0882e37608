import type { z } from 'zod';
import type { Appliance } from '../appliance/appliance.ts';
import {
  type DatasetImportAnswer,
  registerUploadSchema,
  trustUploadSchema,
  type uploadRoutes,
  watchlistUploadSchema,
} from '../contract/dataset-uploads.ts';
import { named } from '../contract/route.ts';
import type { BegunImport, DatasetImport, ImportLedger } from '../datasets/imports.ts';
import { checkCode, checkPublished } from '../datasets/naming.ts';
import type { Upload, UploadedFile } from '../datasets/uploads.ts';
import { transact } from '../db/transact.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isPack } from '../screening/watch-folder.ts';
import { type Call, Reply } from './call.ts';
import { receiveDatasetForm } from './dataset-form.ts';
import { acceptanceOf } from './datasets.ts';
import { partFault } from './form.ts';
import type { Handlers } from './mount.ts';
import { problemOf, toAppError } from './problem.ts';
import { registerOptions } from './registers.ts';
import { trustOptions } from './trust-lists.ts';
import { parseOrThrow } from './validate.ts';
import { listOptions } from './watchlists.ts';

type Deps = Pick<Appliance, 'audit' | 'clock' | 'db' | 'lists' | 'log' | 'registers' | 'trustLists' | 'uploads'>;

type Fields = { code?: string; published_at?: string };

/** One kind of dataset that can be uploaded. */
interface Kind<F extends Fields> {
  kind: DatasetImportAnswer['kind'];
  /** The path of its lists or registers in the API. */
  path: string;
  imports: Pick<ImportLedger, 'all' | 'refuseMore'>;
  filesMax: number;
  fileSizeBytesMax: number;
  schema: z.ZodType<F> & { shape: object };
  begin(files: UploadedFile[], fields: F, actor: string): BegunImport<unknown>;
}

/** Routes to upload files of watchlists, registers and trust lists, and to follow every import. */
export function uploadHandlers(deps: Deps): Handlers<typeof uploadRoutes> {
  const { lists, registers, trustLists } = deps;
  return {
    ...named(
      'Watchlist',
      handlersOf(deps, {
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
          if (name !== undefined) throw partFault(name, 'is already given in the signed pack; leave it out');
          return lists.beginPack(first, acceptanceOf(fields), actor);
        },
      }),
    ),
    ...named(
      'Register',
      handlersOf(deps, {
        kind: 'register',
        path: '/v1/registries',
        imports: registers.imports,
        filesMax: LIMITS.registerFilesMax,
        fileSizeBytesMax: LIMITS.registerFileBytesMax,
        schema: registerUploadSchema,
        begin: (files, fields, actor) =>
          registers.beginRegister({ paths: files.map(({ path }) => path), ...registerOptions(fields) }, actor),
      }),
    ),
    ...named(
      'TrustList',
      handlersOf(deps, {
        kind: 'trust_list',
        path: '/v1/trust-lists',
        imports: trustLists.imports,
        filesMax: LIMITS.trustFilesMax,
        fileSizeBytesMax: LIMITS.trustFileBytesMax,
        schema: trustUploadSchema,
        begin: (files, fields, actor) =>
          trustLists.beginTrustList({ paths: files.map(({ path }) => path), ...trustOptions(fields) }, actor),
      }),
    ),
  };
}

function handlersOf<F extends Fields>(deps: Deps, each: Kind<F>) {
  const { kind, path, imports, filesMax, fileSizeBytesMax, schema } = each;
  const present = (shown: DatasetImport) => presentImport(shown, kind, path);
  const readFields = (raw: Record<string, unknown>): F => {
    const fields = parseOrThrow(schema, raw, 'The upload is not valid. See errors.');
    checkCode(fields.code);
    checkPublished(fields.published_at, deps.clock);
    return fields;
  };
  return {
    async upload_({ req, res, actor }: Call) {
      imports.refuseMore();
      const upload = deps.uploads.begin();
      try {
        const order = { filesMax, fileSizeBytesMax, fields: Object.keys(schema.shape), readFields };
        const { files, fields } = await receiveDatasetForm(req, res, upload, order);
        const begun = each.begin(files, fields, actor);
        follow(deps, upload, begun);
        const details = { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
        transact(deps.db, () =>
          deps.audit.append({ actor, action: `${kind}.uploaded`, subjectId: begun.shown.id, details }),
        );
        const answer = present(begun.shown);
        return new Reply(answer, { location: answer.links.self });
      } catch (error) {
        await upload.discard();
        throw error;
      }
    },
    list_Imports: (call: Call) => call.whole(imports.all().map(present)),
    get_Import(call: Call) {
      const found = imports.all().find(({ id }) => id === call.id);
      if (found) return present(found);
      throw new AppError(
        'not_found',
        'No import with this id has begun since the last start. List the imports or the versions.',
      );
    },
  };
}

/** Removes the files when the import has ended, and logs unexpected errors. */
function follow({ log }: Deps, upload: Upload, { shown, done }: BegunImport<unknown>): void {
  done
    .catch((error: unknown) => {
      if (toAppError(error) === null) log.error('import.failed', { import: shown.id }, error);
    })
    .then(() => upload.discard())
    .catch((error: unknown) => log.error('import.files_left', { import: shown.id }, error));
}

/** `path`: the API path of the lists or registers. */
function presentImport(shown: DatasetImport, kind: DatasetImportAnswer['kind'], path: string): DatasetImportAnswer {
  const { id, files, state, startedAtMs, endedAtMs, progress, versions } = shown;
  return {
    id,
    object: 'import',
    kind,
    files,
    state,
    phase: phaseOf(shown),
    progress: state === 'done' ? 1 : shareOf(shown),
    started_at: isoTime(startedAtMs),
    ended_at: isoTimeOrNull(endedAtMs),
    rows: progress?.rows ?? 0,
    entries: progress?.entries ?? 0,
    bytes_read: progress?.bytesRead ?? 0,
    bytes_total: progress?.bytesTotal ?? 0,
    rows_per_second: progress?.rate ?? 0,
    remaining_ms: state === 'running' ? (progress?.remainingMs ?? null) : null,
    list: versions[0]?.id ?? null,
    lists: versions.map((version) => version.id),
    created: state === 'done' ? versions.some(({ created }) => created) : null,
    error: state === 'failed' ? problemOf(toAppError(shown.error) ?? unexpected()) : null,
    links: { self: `${path}/imports/${id}` },
  };
}

function phaseOf({ state, progress }: DatasetImport): DatasetImportAnswer['phase'] {
  if (state !== 'running') return null;
  if (progress === null) return 'checking';
  return progress.bytesRead < progress.bytesTotal ? 'reading' : 'activating';
}

function shareOf({ progress }: DatasetImport): number | null {
  if (progress === null || progress.bytesTotal === 0) return null;
  return Math.min(1, progress.bytesRead / progress.bytesTotal);
}

const unexpected = (): AppError => new AppError('internal', 'The import failed. The log in the data folder says why.');
