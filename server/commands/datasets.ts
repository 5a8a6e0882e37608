import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import type { DatasetActs } from '../datasets/acts.ts';
import type { ImportProgress } from '../datasets/progress.ts';
import { given } from '../lib/given.ts';
import { ownValue } from '../lib/own.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

/** What the commands for watchlists, registers and trust lists share. */

export const ACTOR = 'cli';

export type Action = (appliance: Appliance, args: string[], io: CommandIo) => Promise<void> | void;

/** Returns the command of one kind: its own actions, and those that change the version in use and then show it. An own action comes first. */
export function datasetCommand(
  usage: string,
  storeOf: (appliance: Appliance) => DatasetActs<unknown>,
  own: Record<string, Action> & { show: Action },
): (appliance: Appliance, args: string[], io: CommandIo) => Promise<number> {
  const changing =
    (count: number, change: (store: DatasetActs<unknown>, args: string[]) => Promise<unknown>): Action =>
    async (appliance, args, io) => {
      await change(storeOf(appliance), exactly(args, count, usage));
      await own.show(appliance, [], io);
    };
  const actions: Record<string, Action> = {
    activate: changing(1, (store, [id = '']) => store.activate(id, ACTOR)),
    age: changing(2, (store, [code = '', text = '']) => store.setAgeLimit(code, readDays(text), ACTOR)),
    remove: changing(1, (store, [code = '']) => store.remove(code, ACTOR)),
    ...own,
  };
  return async (appliance, [name = '', ...rest], io) => {
    const action = ownValue(actions, name);
    if (!action) throw misused(usage);
    await action(appliance, rest, io);
    return 0;
  };
}

/** Returns the arguments if there are exactly `count`. Throws otherwise. */
export function exactly(args: string[], count: number, usage: string): string[] {
  if (args.length !== count) throw misused(usage);
  return args;
}

/** The options of every import, as `parseArgs` takes them. */
export const IMPORT_OPTIONS = {
  code: { type: 'string' },
  name: { type: 'string' },
  published: { type: 'string' },
  columns: { type: 'string' },
  'accept-smaller': { type: 'boolean', default: false },
  'allow-older': { type: 'boolean', default: false },
} as const;

type ImportValues = ReturnType<typeof parseArgs<{ options: typeof IMPORT_OPTIONS }>>['values'];

/** Returns what every import needs: the files, the rules, the code and name, and a progress callback. */
export function readImport({ code, name, published, columns, ...rules }: ImportValues, files: string[], io: CommandIo) {
  const theirs = columns === undefined ? undefined : readColumns(columns);
  return {
    paths: files.map((path) => resolve(io.cwd, path)),
    rules: {
      acceptSmaller: rules['accept-smaller'],
      allowOlder: rules['allow-older'],
      onProgress: (progress: ImportProgress) => io.err(`\r${describeProgress(progress)}`),
    },
    named: given({ code, name, publishedAt: published, columns: theirs }),
  };
}

/** `name=Full name,aliases=Other names` */
function readColumns(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair));
  if (pairs.some((pair) => pair === null)) {
    throw invalidCommand('--columns takes pairs such as name=Full name,aliases=Other names.');
  }
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** Parses a number of days; null for `default`. */
function readDays(text: string): number | null {
  const days = text === 'default' ? null : Number(text);
  if (days !== null && !(Number.isInteger(days) && days > 0)) {
    throw invalidCommand('DAYS is a whole number from 1, or "default".');
  }
  return days;
}

/** `12000 rows, 9000 entries, 42 %, 15000 rows/s, 3 s left` */
function describeProgress({ rows, entries, bytesRead, bytesTotal, rate, remainingMs }: ImportProgress): string {
  const percent = bytesTotal === 0 ? 0 : Math.floor((bytesRead / bytesTotal) * 100);
  const left = remainingMs === null ? '' : `, ${Math.ceil(remainingMs / 1000)} s left`;
  return `${rows} rows, ${entries} entries, ${percent} %, ${rate} rows/s${left}   `;
}
