import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { inspectListFile } from './files.ts';
import { LIST_FORMATS } from './formats/all.ts';
import { isFullDate } from './formats/dates.ts';
import type { ListFile, ListFormat, ListReading } from './formats/format.ts';
import { activateVersion, findVersion, getVersion, insertVersion, setPublishedAt } from './store.ts';
import type { ListEntry, ListVersion } from './types.ts';

/** Counts up when the same file would give other entries than before, so that it can be imported anew. */
const IMPORTER_VERSION = 1;
const PROGRESS_ROWS = 1_000;

interface ParsedList {
  entries: ListEntry[];
  reading: ListReading;
}

const CODE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export interface ImportDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  audit: {
    append(entry: {
      actor: string;
      action: string;
      subjectId?: string;
      details?: Record<string, string | number>;
    }): void;
  };
}

export interface ImportOptions {
  /** The files of one list, in any order: one plain CSV, or OFAC's `sdn.csv` with its side files. */
  paths: readonly string[];
  /** The list that this is a version of. By default the format's own, else made from the file's name. */
  code?: string;
  name?: string;
  /** YYYY-MM-DD. The CSV forms hold none; without it the list is as old as its import. */
  publishedAt?: string;
  /** Called every thousand rows. */
  onProgress?: (progress: { rows: number }) => void;
}

export interface ImportResult extends ListVersion {
  /** False where this very content was there already; it is then active again, and no second copy is made. */
  created: boolean;
}

/**
 * Imports a list and makes it the active version of its code. Everything is parsed first and stored in one
 * transaction, so that a broken file changes nothing. Importing the same content again makes the version that holds it
 * active, and takes over a `publishedAt` that is given. `actor` is the key id or `cli` for the audit log. Throws `list_invalid` with the file, the line and the reason;
 * `invalid_request` for a bad option. The search sees the new version after its `reload()`.
 */
export async function importWatchlist(deps: ImportDeps, options: ImportOptions, actor: string): Promise<ImportResult> {
  checkOptions(options, deps.clock);
  const files = await Promise.all(options.paths.map((path) => inspectListFile(path)));
  const format = recogniseFormat(files);
  const identity = nameList(options, format, files);
  const contentHash = hashFiles(files);
  const key = { code: identity.code, contentHash, importerVersion: IMPORTER_VERSION };
  const parsed = findVersion(deps.db, key) ? null : await parse(format, files, options);
  return transact(deps.db, () => {
    const known = findVersion(deps.db, key);
    const id = known?.id ?? deps.newId('lst');
    if (!known) store(deps, { ...key, id, name: identity.name, format: format.id }, must(parsed, 'parsed'), options);
    else if (options.publishedAt !== undefined) setPublishedAt(deps.db, id, options.publishedAt);
    activateVersion(deps.db, id);
    const version = getVersion(deps.db, id);
    const details = { list: version.code, content: version.contentHash, entries: version.entries };
    deps.audit.append({ actor, action: 'watchlist.activated', subjectId: id, details });
    return { ...version, created: !known };
  });
}

function checkOptions(options: ImportOptions, clock: Clock): void {
  const { code, publishedAt, paths } = options;
  if (paths.length === 0) throw new AppError('invalid_request', 'Name at least one list file.');
  if (code !== undefined && !CODE.test(code)) {
    throw new AppError('invalid_request', 'The code takes small letters, digits, - and _, at most 64 of them.');
  }
  if (publishedAt === undefined) return;
  if (!isFullDate(publishedAt) || publishedAt > isoTime(clock.now()).slice(0, 10)) {
    throw new AppError('invalid_request', 'The publication date must be YYYY-MM-DD and not in the future.');
  }
}

function recogniseFormat(files: readonly ListFile[]): ListFormat {
  const format = LIST_FORMATS.find((candidate) => candidate.recognises(files));
  if (format) return format;
  const names = files.map((file) => file.name).join(', ');
  throw new AppError(
    'list_invalid',
    `${names}: the form is not known. Known are OFAC's sdn.csv with alt.csv, add.csv and sdn_comments.csv, and one CSV file whose header has a column "name".`,
  );
}

function nameList(
  options: ImportOptions,
  format: ListFormat,
  files: readonly ListFile[],
): Record<'code' | 'name', string> {
  const stem = must(files[0], 'a list has a file').name.replace(/\.[^.]*$/, '');
  const slug = stem
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return {
    code: options.code ?? format.list?.code ?? (slug || 'list'),
    name: options.name ?? format.list?.name ?? stem,
  };
}

/** Independent of the files' order and names. */
function hashFiles(files: readonly ListFile[]): string {
  const digests = files.map((file) => file.sha256).sort();
  return createHash('sha256').update(digests.join('\n')).digest('hex');
}

async function parse(format: ListFormat, files: readonly ListFile[], options: ImportOptions): Promise<ParsedList> {
  let rows = 0;
  const reading: ListReading = { publishedAt: null, recordsDeclared: null, orphans: {} };
  const onRow = (): void => {
    rows += 1;
    if (rows % PROGRESS_ROWS === 0) options.onProgress?.({ rows });
  };
  const entries: ListEntry[] = [];
  for await (const entry of format.read(files, { reading, onRow })) entries.push(entry);
  options.onProgress?.({ rows });
  if (entries.length > 0) return { entries, reading };
  const names = files.map((file) => file.name).join(', ');
  throw new AppError('list_invalid', `${names}: there is not one entry. The list in force stays as it is.`);
}

function store(
  deps: { db: Db; clock: Clock; newId: NewId },
  version: Pick<ListVersion, 'id' | 'code' | 'name' | 'format' | 'contentHash' | 'importerVersion'>,
  parsed: ParsedList,
  options: ImportOptions,
): void {
  const counted = {
    ...version,
    publishedAt: options.publishedAt ?? parsed.reading.publishedAt,
    importedAtMs: deps.clock.now(),
    entries: parsed.entries.length,
    names: parsed.entries.reduce((sum, entry) => sum + entry.names.length, 0),
    rowsSkipped: Object.values(parsed.reading.orphans).reduce((sum, count) => sum + count, 0),
  };
  insertVersion(deps.db, counted, parsed.entries, () => deps.newId('ent'));
}
