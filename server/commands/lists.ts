import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { ageOfList, versionLabel } from '../datasets/age.ts';
import { AppError } from '../lib/errors.ts';
import { compareVersions, countChanges } from '../screening/store/compare.ts';
import { createEntryReader } from '../screening/store/entries.ts';
import { getVersion, listVersions } from '../screening/store/versions.ts';
import type { ListVersion } from '../screening/types.ts';
import { isPack } from '../screening/watch-folder.ts';
import { ACTOR, datasetCommand, exactly, IMPORT_OPTIONS, readImport } from './datasets.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';
import { makeKeyPair, PACK_KEYS, PACKS_USAGE, packLists } from './packs.ts';

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

/** `custos lists ...`: imports watchlists from local files, shows and changes the version in use, and makes packs. */
export const listsCommand = datasetCommand(LISTS_USAGE, ({ lists }) => lists, {
  import: importFiles,
  show,
  versions,
  compare,
  pack: packLists,
  keys: (_appliance, args, io) => makeKeyPair(args, io, PACK_KEYS),
});

async function importFiles(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: IMPORT_OPTIONS });
  const { paths, rules, named } = readImport(values, positionals, io);
  const [first, second] = paths;
  if (first === undefined) throw misused(LISTS_USAGE);
  const isPacked = second === undefined && isPack(first);
  if (isPacked && Object.keys(named).length > 0) throw misused(LISTS_USAGE);
  const imported: ListVersion[] = isPacked
    ? await appliance.lists.importPack(first, rules, ACTOR)
    : [await appliance.lists.importList({ ...rules, ...named, paths }, ACTOR)];
  io.err('\n');
  for (const version of imported) {
    if (version.rowsSkipped > 0) io.err(`${version.code}: ${describeSkipped(version)}\n`);
  }
  show(appliance, [], io);
}

/** Returns a text such as `3 rows are no part of any entry: 1 address, 2 alias`. */
function describeSkipped({ orphans, rowsSkipped }: ListVersion): string {
  const kinds = Object.entries(orphans).map(([kind, count]) => `${count} ${kind}`);
  return `${rowsSkipped} rows do not belong to any entry: ${kinds.join(', ')}`;
}

function show(appliance: Appliance, args: string[], io: CommandIo): void {
  exactly(args, 0, LISTS_USAGE);
  const lists = appliance.watchlists.lists(appliance.clock.now());
  if (lists.length === 0) io.out('No list is loaded: every verification needs review.\n');
  for (const list of lists) {
    const age = `${list.age_days} days old${list.stale ? ', too old: import its newest version' : ''}`;
    io.out(`${list.id}  ${list.code}  ${list.name}  version ${list.version}  ${list.entries} entries  ${age}\n`);
  }
}

function versions({ db, clock }: Appliance, args: string[], io: CommandIo): void {
  const found = listVersions(db, exactly(args, 1, LISTS_USAGE)[0]);
  if (found.length === 0)
    throw new AppError('not_found', 'There is no list with this code. Run "custos lists show" to see the codes.');
  for (const version of found) {
    const { ageDays } = ageOfList(version, clock.now());
    const state = version.active ? 'searched' : 'kept';
    const skipped = version.rowsSkipped > 0 ? `  ${describeSkipped(version)}` : '';
    const counts = `${version.entries} entries  ${version.names} names${skipped}`;
    io.out(`${version.id}  ${versionLabel(version)}  ${version.format}  ${counts}  ${ageDays} days old  ${state}\n`);
  }
}

async function compare({ db }: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [from = '', to = ''] = exactly(args, 2, LISTS_USAGE);
  const [old, now] = [getVersion(db, from), getVersion(db, to)];
  if (old.code !== now.code)
    throw invalidCommand('These are versions of two different lists. Give two versions of the same list.');
  const reader = createEntryReader(db);
  for await (const { change, id, entity } of compareVersions(db, from, to)) {
    const entry = reader.get(entity, change === 'removed' ? from : to);
    io.out(`${change}  ${id}  ${entry?.names[0].name}\n`);
  }
  const { added, changed, removed } = await countChanges(db, from, to);
  io.out(`${added} added, ${changed} changed, ${removed} removed\n`);
}
