import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../context.ts';
import { AppError } from '../lib/errors.ts';
import type { CommandIo } from './io.ts';

export const LISTS_USAGE = `custos lists import FILE [FILE...] [--code CODE] [--name TEXT] [--published YYYY-MM-DD]
custos lists show`;

/** `custos lists ...`: imports a watchlist from local files, and shows what is searched. */
export async function listsCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'import') await importFiles(appliance, rest, io);
  else if (action === 'show') show(appliance, io);
  else throw new AppError('invalid_command', `Use one of:\n${LISTS_USAGE}`);
  return 0;
}

async function importFiles(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { code: { type: 'string' }, name: { type: 'string' }, published: { type: 'string' } },
  });
  if (positionals.length === 0) throw new AppError('invalid_command', `Name the list's file. Use:\n${LISTS_USAGE}`);
  const options = {
    paths: positionals.map((path) => resolve(io.cwd, path)),
    ...(values.code === undefined ? {} : { code: values.code }),
    ...(values.name === undefined ? {} : { name: values.name }),
    ...(values.published === undefined ? {} : { publishedAt: values.published }),
    onProgress: ({ rows }: { rows: number }) => io.err(`\r${rows} rows`),
  };
  await appliance.lists.importList(options, 'cli');
  io.err('\n');
  show(appliance, io);
}

function show(appliance: Appliance, io: CommandIo): void {
  const lists = appliance.watchlists.lists(appliance.clock.now());
  if (lists.length === 0) io.out('No list is loaded: every verification will need a review.\n');
  for (const list of lists) {
    const age = `${list.age_days} days old${list.stale ? ', too old: import its newest version' : ''}`;
    io.out(`${list.id}  ${list.code}  ${list.name}  version ${list.version}  ${list.entries} entries  ${age}\n`);
  }
}
