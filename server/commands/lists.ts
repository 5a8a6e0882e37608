import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../context.ts';
import { ageOfList, versionLabel } from '../datasets/age.ts';
import type { ImportProgress } from '../datasets/progress.ts';
import { AppError } from '../lib/errors.ts';
import { ownValue } from '../lib/own.ts';
import { compareVersions, countChanges } from '../screening/store/compare.ts';
import { createEntryReader } from '../screening/store/entries.ts';
import { getVersion, listVersions } from '../screening/store/versions.ts';
import type { ListVersion } from '../screening/types.ts';
import { isPack } from '../screening/watch-folder.ts';
import { describeProgress, readColumns, readDays } from './dataset-args.ts';
import type { CommandIo } from './io.ts';
import { makeKeyPair, PACKS_USAGE, packLists } from './packs.ts';

export const LISTS_USAGE = `custos lists import FILE [FILE...] [--code CODE] [--name TEXT] [--published YYYY-MM-DD] [--columns name=THEIRS,aliases=THEIRS]
                    [--accept-smaller] [--allow-older]
custos lists import PACK.zip [--accept-smaller] [--allow-older]
custos lists show
custos lists versions CODE
custos lists activate LST_ID
custos lists compare OLD_LST_ID NEW_LST_ID
custos lists age CODE DAYS|default
custos lists remove CODE
${PACKS_USAGE}`;

const ACTOR = 'cli';

type Action = (appliance: Appliance, args: string[], io: CommandIo) => Promise<void> | void;

const ACTIONS: Record<string, Action> = {
  import: importFiles,
  show,
  versions,
  activate,
  compare,
  age,
  remove,
  pack: packLists,
  keys: makeKeyPair,
};

/** `custos lists ...`: imports watchlists from local files, shows and changes what is searched, and makes packs. */
export async function listsCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [name = '', ...rest] = args;
  const action = ownValue(ACTIONS, name);
  if (!action) throw misused();
  await action(appliance, rest, io);
  return 0;
}

async function importFiles(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      code: { type: 'string' },
      name: { type: 'string' },
      published: { type: 'string' },
      columns: { type: 'string' },
      'accept-smaller': { type: 'boolean', default: false },
      'allow-older': { type: 'boolean', default: false },
    },
  });
  const paths = positionals.map((path) => resolve(io.cwd, path));
  const [first] = paths;
  if (first === undefined) throw misused();
  const rules = { acceptSmaller: values['accept-smaller'], allowOlder: values['allow-older'] };
  const watched = { ...rules, onProgress: (progress: ImportProgress) => io.err(`\r${describeProgress(progress)}`) };
  const own = [values.code, values.name, values.published, values.columns].some((value) => value !== undefined);
  if (paths.length === 1 && isPack(first) && own) throw misused();
  let imported: ListVersion[];
  if (paths.length === 1 && isPack(first)) imported = await appliance.lists.importPack(first, watched, ACTOR);
  else {
    const options = {
      ...watched,
      paths,
      ...(values.code === undefined ? {} : { code: values.code }),
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(values.published === undefined ? {} : { publishedAt: values.published }),
      ...(values.columns === undefined ? {} : { columns: readColumns(values.columns) }),
    };
    imported = [await appliance.lists.importList(options, ACTOR)];
  }
  io.err('\n');
  for (const version of imported) {
    if (version.rowsSkipped > 0) io.err(`${version.code}: ${describeSkipped(version)}\n`);
  }
  show(appliance, [], io);
}

/** `3 rows are no part of any entry: 1 address, 2 alias` */
function describeSkipped({ orphans, rowsSkipped }: ListVersion): string {
  const kinds = Object.entries(orphans).map(([kind, count]) => `${count} ${kind}`);
  return `${rowsSkipped} rows are no part of any entry: ${kinds.join(', ')}`;
}

function show(appliance: Appliance, args: string[], io: CommandIo): void {
  if (args.length > 0) throw misused();
  const lists = appliance.watchlists.lists(appliance.clock.now());
  if (lists.length === 0) io.out('No list is loaded: every verification will need a review.\n');
  for (const list of lists) {
    const age = `${list.age_days} days old${list.stale ? ', too old: import its newest version' : ''}`;
    io.out(`${list.id}  ${list.code}  ${list.name}  version ${list.version}  ${list.entries} entries  ${age}\n`);
  }
}

function versions({ db, clock }: Appliance, args: string[], io: CommandIo): void {
  const [code] = exactly(args, 1);
  const found = listVersions(db, code);
  if (found.length === 0) throw new AppError('not_found', 'There is no list with this code.');
  for (const version of found) {
    const { ageDays } = ageOfList(version, clock.now());
    const state = version.active ? 'searched' : 'kept';
    const skipped = version.rowsSkipped > 0 ? `  ${describeSkipped(version)}` : '';
    const counts = `${version.entries} entries  ${version.names} names${skipped}`;
    io.out(`${version.id}  ${versionLabel(version)}  ${version.format}  ${counts}  ${ageDays} days old  ${state}\n`);
  }
}

async function activate(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [id] = exactly(args, 1);
  await appliance.lists.activate(id, ACTOR);
  show(appliance, [], io);
}

async function compare({ db }: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [from, to] = exactly(args, 2);
  const [old, now] = [getVersion(db, from), getVersion(db, to)];
  if (old.code !== now.code) throw new AppError('invalid_command', 'These are versions of two lists. Name two of one.');
  const reader = createEntryReader(db);
  for await (const { change, id, entity } of compareVersions(db, from, to)) {
    const entry = reader.get(entity, change === 'removed' ? from : to);
    io.out(`${change}  ${id}  ${entry?.names[0].name}\n`);
  }
  const { added, changed, removed } = await countChanges(db, from, to);
  io.out(`${added} added, ${changed} changed, ${removed} removed\n`);
}

async function age(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [code, text] = exactly(args, 2);
  await appliance.lists.setAgeLimit(code, readDays(text), ACTOR);
  show(appliance, [], io);
}

async function remove(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [code] = exactly(args, 1);
  await appliance.lists.remove(code, ACTOR);
  show(appliance, [], io);
}

function exactly(args: string[], count: 1): [string];
function exactly(args: string[], count: 2): [string, string];
function exactly(args: string[], count: number): string[] {
  if (args.length !== count) throw misused();
  return args;
}

const misused = (): AppError => new AppError('invalid_command', `Use one of:\n${LISTS_USAGE}`);
