import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../appliance/config.ts';
import type { Surroundings } from '../../context.ts';
import { atEnd } from '../../lib/at-end.ts';
import { isoTime, systemClock } from '../../lib/clock.ts';
import { type CommandIo, invalidCommand, tellFailure } from '../io.ts';
import type { NamedFile } from './verify-files.ts';

export const AUTHENTICITY_USAGE = 'custos authenticity verify FOLDER|FILE [--trust FOLDER|FILE] [--at YYYY-MM-DD]';

/**
 * `custos authenticity verify`: verifies files alone, without the operator's appliance, and prints one JSON object with a report for each source. `--trust`
 * names the files that are trusted: certificates, master lists, revocation lists, and LDIF files of the ICAO directory. Returns 0 if no source is
 * `invalid`, 1 if one is, 2 for a command that is not understood.
 */
export async function authenticityCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  surroundingsOf: (config: Config) => Pick<Surroundings, 'engines'>,
): Promise<number> {
  try {
    const { path, trust, atMs } = parse(args.slice(1));
    const files = filesAt(resolve(io.cwd, path));
    const trusted = trust === undefined ? [] : filesAt(resolve(io.cwd, trust));
    // Loaded late: no other command needs them.
    const { collectTrust, readTrustFile } = await import('../../authenticity/trust-files.ts');
    const { verifyFiles } = await import('./verify-files.ts');
    const { engines } = surroundingsOf(config);
    await using _engines = atEnd(() => engines.close());
    const trustFiles = trusted.flatMap(({ bytes }) => readTrustFile(bytes) ?? []);
    const sources = await verifyFiles(files, { trust: collectTrust(trustFiles), atMs, image: engines.image });
    io.out(`${JSON.stringify({ at: isoTime(atMs), sources }, null, 2)}\n`);
    return sources.some(({ result }) => result === 'invalid') ? 1 : 0;
  } catch (error) {
    const status = tellFailure(error, io, AUTHENTICITY_USAGE);
    if (status === null) throw error;
    return status;
  }
}

function parse(args: readonly string[]): { path: string; trust: string | undefined; atMs: number } {
  const options = { trust: { type: 'string' }, at: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [action, path, ...more] = positionals;
  if (action !== 'verify' || path === undefined || more.length > 0) throw invalidCommand(`Use: ${AUTHENTICITY_USAGE}`);
  return { path, trust: values.trust, atMs: values.at === undefined ? systemClock.now() : dateOf(values.at) };
}

function dateOf(text: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T12:00:00Z`) : Number.NaN;
  if (Number.isNaN(atMs)) throw invalidCommand('--at takes a date, YYYY-MM-DD.');
  return atMs;
}

/** The file at `path`, or all files below the folder at `path`, in the order of their names. */
function filesAt(path: string): NamedFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw invalidCommand(`There is no file or folder ${path}.`);
  if (!found.isDirectory()) return [{ path, bytes: readFileSync(path) }];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file, bytes: readFileSync(file) }));
}
