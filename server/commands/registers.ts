import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../context.ts';
import { versionLabel } from '../datasets/age.ts';
import type { ImportProgress } from '../datasets/progress.ts';
import { AppError } from '../lib/errors.ts';
import { ownValue } from '../lib/own.ts';
import { ageOfRegister } from '../registries/age.ts';
import { activeRegisterVersions, listRegisterVersions } from '../registries/store/versions.ts';
import type { RegisterVersion } from '../registries/types.ts';
import { describeProgress, readColumns, readDays } from './dataset-args.ts';
import type { CommandIo } from './io.ts';

export const REGISTERS_USAGE = `custos registers import FILE [FILE...] [--code CODE] [--name TEXT] [--published YYYY-MM-DD] [--columns name=THEIRS,number=THEIRS]
                        [--complete-for GB,FR] [--accept-smaller] [--allow-older]
custos registers show
custos registers versions CODE
custos registers activate REG_ID
custos registers age CODE DAYS|default
custos registers remove CODE`;

const ACTOR = 'cli';

type Action = (appliance: Appliance, args: string[], io: CommandIo) => Promise<void> | void;

const ACTIONS: Record<string, Action> = { import: importFiles, show, versions, activate, age, remove };

/** `custos registers ...`: imports registers of companies from local files, shows and changes what is searched. */
export async function registersCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
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
      'complete-for': { type: 'string' },
      'accept-smaller': { type: 'boolean', default: false },
      'allow-older': { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) throw misused();
  const completeFor = values['complete-for'];
  const { version } = await appliance.registers.importRegister(
    {
      paths: positionals.map((path) => resolve(io.cwd, path)),
      acceptSmaller: values['accept-smaller'],
      allowOlder: values['allow-older'],
      onProgress: (progress: ImportProgress) => io.err(`\r${describeProgress(progress)}`),
      ...(values.code === undefined ? {} : { code: values.code }),
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(values.published === undefined ? {} : { publishedAt: values.published }),
      ...(values.columns === undefined ? {} : { columns: readColumns(values.columns) }),
      ...(completeFor === undefined ? {} : { completeFor: completeFor.split(',').map((code) => code.trim()) }),
    },
    ACTOR,
  );
  io.err('\n');
  const skipped = describeSkipped(version);
  if (skipped !== null) io.err(`${version.code}: ${skipped}\n`);
  show(appliance, [], io);
}

/** `3 rows could not be used: 1 no_name, 2 no_number`; null where all could. */
function describeSkipped({ skipped }: RegisterVersion): string | null {
  const reasons = Object.entries(skipped);
  if (reasons.length === 0) return null;
  const count = reasons.reduce((sum, [, rows]) => sum + rows, 0);
  return `${count} rows could not be used: ${reasons.map(([reason, rows]) => `${rows} ${reason}`).join(', ')}`;
}

function show({ db, clock, registerSearch }: Appliance, args: string[], io: CommandIo): void {
  if (args.length > 0) throw misused();
  const active = activeRegisterVersions(db);
  if (active.length === 0) io.out('No register is loaded: no company is looked up.\n');
  for (const version of active) {
    const { ageDays, stale } = ageOfRegister(version, clock.now());
    const age = `${ageDays} days old${stale ? ', too old: import its newest version' : ''}`;
    io.out(`${version.id}  ${version.code}  ${version.name}  ${describeContent(version)}  ${age}\n`);
  }
  const { problem } = registerSearch;
  if (problem !== null) io.err(`${problem}\n`);
}

function describeContent(version: RegisterVersion): string {
  const whole = version.completeFor.length === 0 ? '' : `  all of ${version.completeFor.join(', ')}`;
  return `version ${versionLabel(version)}  ${version.companies} companies  ${version.owners} owners${whole}`;
}

function versions({ db, clock }: Appliance, args: string[], io: CommandIo): void {
  const found = listRegisterVersions(db, exactly(args, 1)[0]);
  if (found.length === 0) throw new AppError('not_found', 'There is no register with this code.');
  for (const version of found) {
    const { ageDays } = ageOfRegister(version, clock.now());
    const state = version.active ? 'searched' : 'kept';
    const skipped = describeSkipped(version);
    const content = `${version.format}  ${describeContent(version)}${skipped === null ? '' : `  ${skipped}`}`;
    io.out(`${version.id}  ${content}  ${ageDays} days old  ${state}\n`);
  }
}

async function activate(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  await appliance.registers.activate(exactly(args, 1)[0] as string, ACTOR);
  show(appliance, [], io);
}

async function age(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const [code = '', text = ''] = exactly(args, 2);
  await appliance.registers.setAgeLimit(code, readDays(text), ACTOR);
  show(appliance, [], io);
}

async function remove(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  await appliance.registers.remove(exactly(args, 1)[0] as string, ACTOR);
  show(appliance, [], io);
}

function exactly(args: string[], count: number): string[] {
  if (args.length !== count) throw misused();
  return args;
}

const misused = (): AppError => new AppError('invalid_command', `Use one of:\n${REGISTERS_USAGE}`);
