import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { versionLabel } from '../datasets/age.ts';
import { AppError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { ageOfRegister } from '../registries/age.ts';
import { activeRegisterVersions, listRegisterVersions } from '../registries/store/versions.ts';
import type { RegisterVersion } from '../registries/types.ts';
import { ACTOR, datasetCommand, exactly, IMPORT_OPTIONS, readImport } from './datasets.ts';
import { type CommandIo, misused } from './io.ts';

export const REGISTERS_USAGE = `custos registers import FILE [FILE...] [--code CODE] [--name TEXT] [--published YYYY-MM-DD] [--columns name=THEIRS,number=THEIRS]
                        [--complete-for GB,FR] [--accept-smaller] [--allow-older]
custos registers show
custos registers versions CODE
custos registers activate REG_ID
custos registers age CODE DAYS|default
custos registers remove CODE`;

/** `custos registers ...`: imports company registers from local files, and shows and changes the version in use. */
export const registersCommand = datasetCommand(REGISTERS_USAGE, ({ registers }) => registers, {
  import: importFiles,
  show,
  versions,
});

async function importFiles(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const options = { ...IMPORT_OPTIONS, 'complete-for': { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (positionals.length === 0) throw misused(REGISTERS_USAGE);
  const { paths, rules, named } = readImport(values, positionals, io);
  const completeFor = values['complete-for']?.split(',').map((code) => code.trim());
  const { version } = await appliance.registers.importRegister(
    { paths, ...rules, ...named, ...given({ completeFor }) },
    ACTOR,
  );
  io.err('\n');
  const skipped = describeSkipped(version);
  if (skipped !== null) io.err(`${version.code}: ${skipped}\n`);
  show(appliance, [], io);
}

/** Returns a text such as `3 rows could not be used: 1 no_name, 2 no_number`; null if all could. */
function describeSkipped({ skipped }: RegisterVersion): string | null {
  const reasons = Object.entries(skipped);
  if (reasons.length === 0) return null;
  const count = reasons.reduce((sum, [, rows]) => sum + rows, 0);
  return `${count} rows could not be used: ${reasons.map(([reason, rows]) => `${rows} ${reason}`).join(', ')}`;
}

function show({ db, clock, registerSearch }: Appliance, args: string[], io: CommandIo): void {
  exactly(args, 0, REGISTERS_USAGE);
  const active = activeRegisterVersions(db);
  if (active.length === 0) io.out('No register is loaded: no company can be looked up.\n');
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
  const found = listRegisterVersions(db, exactly(args, 1, REGISTERS_USAGE)[0]);
  if (found.length === 0)
    throw new AppError(
      'not_found',
      'There is no register with this code. Run "custos registers show" to see the codes.',
    );
  for (const version of found) {
    const { ageDays } = ageOfRegister(version, clock.now());
    const state = version.active ? 'searched' : 'kept';
    const skipped = describeSkipped(version);
    const content = `${version.format}  ${describeContent(version)}${skipped === null ? '' : `  ${skipped}`}`;
    io.out(`${version.id}  ${content}  ${ageDays} days old  ${state}\n`);
  }
}
