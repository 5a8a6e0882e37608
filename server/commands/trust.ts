import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { versionLabel } from '../datasets/age.ts';
import { AppError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { ageOfTrustList } from '../trust/age.ts';
import { type CountryChanges, compareEntries } from '../trust/compare.ts';
import { unconfirmedOf } from '../trust/rests-on.ts';
import {
  activeTrustVersion,
  getTrustVersion,
  type ListedEntry,
  listEntries,
  listTrustVersions,
} from '../trust/store/versions.ts';
import type { TrustVersion } from '../trust/types.ts';
import { TRUST_KIND_NAMES } from '../vocabulary/trust-kinds.ts';
import { ACTOR, datasetCommand, exactly } from './datasets.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

export const TRUST_USAGE = `custos trust import FILE [FILE...] [--kind KIND] [--code CODE] [--name TEXT] [--published YYYY-MM-DD]
custos trust show
custos trust versions CODE
custos trust compare TRU_ID [OTHER_TRU_ID]
custos trust activate TRU_ID [--fingerprint SHA256 ...]
custos trust age CODE DAYS|default
custos trust remove CODE`;

/** `custos trust ...`: stages trust lists from local files, compares them, and confirms and activates them. */
export const trustCommand = datasetCommand(TRUST_USAGE, ({ trustLists }) => trustLists, {
  import: importFiles,
  show,
  versions,
  compare,
  activate,
});

const IMPORT_OPTIONS = {
  kind: { type: 'string' },
  code: { type: 'string' },
  name: { type: 'string' },
  published: { type: 'string' },
} as const;

async function importFiles(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: IMPORT_OPTIONS });
  if (positionals.length === 0) throw misused(TRUST_USAGE);
  const { code, name, published: publishedAt } = values;
  const kind = TRUST_KIND_NAMES.find((one) => one === values.kind);
  if (values.kind !== undefined && kind === undefined) {
    throw invalidCommand(`KIND is one of ${TRUST_KIND_NAMES.join(', ')}.`);
  }
  const paths = positionals.map((path) => resolve(io.cwd, path));
  const options = { paths, ...given({ code, kind, name, publishedAt }) };
  const { version, created } = await appliance.trustLists.importTrustList(options, ACTOR);
  io.out(`${line(version, appliance)}\n`);
  if (!created) io.out('This content was imported before.\n');
  else describeStaged(appliance, version, io);
}

/** Says what a staged version changes, and what must be confirmed. */
function describeStaged({ db }: Appliance, version: TrustVersion, io: CommandIo): void {
  for (const [reason, count] of Object.entries(version.skipped)) io.err(`${count} left out: ${reason}\n`);
  const before = activeTrustVersion(db, version.code);
  for (const text of describeChanges(changes(db, before, version))) io.out(`${text}\n`);
  for (const { sha256, subject } of unconfirmedOf(db, version)) {
    io.out(`to confirm: ${subject}\n  SHA-256 ${groups(sha256)}\n`);
  }
  io.out(`Not used yet. To use it: custos trust activate ${version.id}\n`);
}

function changes(db: Appliance['db'], before: TrustVersion | null, after: TrustVersion): CountryChanges[] {
  return compareEntries(before ? listEntries(db, before) : [], listEntries(db, after));
}

/** Returns lines such as `DE  1 added, 2 gone, 0 changed`. */
function describeChanges(all: readonly CountryChanges[]): string[] {
  return all.map(
    ({ country, added, gone, changed }) =>
      `${country ?? '--'}  ${added.length} added, ${gone.length} gone, ${changed.length} changed`,
  );
}

/** Returns a fingerprint in groups of four digits, as publishers print it. */
const groups = (fingerprint: string): string => fingerprint.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ');

function show(appliance: Appliance, args: string[], io: CommandIo): void {
  exactly(args, 0, TRUST_USAGE);
  const active = appliance.trustAnchors.versions();
  if (active.length === 0) io.out('No trust list is active: no chip, seal or mobile document can be proven genuine.\n');
  for (const version of active) io.out(`${line(version, appliance)}\n`);
  const { problem } = appliance.trustAnchors;
  if (problem !== null) io.err(`${problem}\n`);
}

function versions(appliance: Appliance, args: string[], io: CommandIo): void {
  const found = listTrustVersions(appliance.db, exactly(args, 1, TRUST_USAGE)[0]);
  if (found.length === 0)
    throw new AppError('not_found', 'There is no trust list with this code. Run "custos trust show" to see the codes.');
  for (const version of found) io.out(`${line(version, appliance)}\n`);
}

function line(version: TrustVersion, { clock }: Appliance): string {
  const { ageDays, stale } = ageOfTrustList(version, clock.now());
  const state = version.active ? 'active' : version.activatedAtMs === null ? 'staged' : 'kept';
  const counts = `${version.certificates} certificates  ${version.revocationLists} revocation lists`;
  const age = `${ageDays} days old${stale ? ', too old: import its newest version' : ''}`;
  return `${version.id}  ${version.code}  ${version.name}  version ${versionLabel(version)}  ${counts}  ${age}  ${state}`;
}

function compare({ db }: Appliance, args: string[], io: CommandIo): void {
  const [id, other, ...more] = args;
  if (id === undefined || more.length > 0) throw misused(TRUST_USAGE);
  const version = getTrustVersion(db, id);
  const before = other === undefined ? activeTrustVersion(db, version.code) : getTrustVersion(db, other);
  if (before && before.code !== version.code) {
    throw invalidCommand('These are versions of two different lists. Give two versions of the same list.');
  }
  for (const { country, added, gone, changed } of changes(db, before, version)) {
    const tell = (what: string, { sha256, subject }: ListedEntry): void =>
      io.out(`${country ?? '--'}  ${what}  ${sha256}  ${subject}\n`);
    for (const entry of added) tell('added', entry);
    for (const entry of gone) tell('gone', entry);
    for (const { after } of changed) tell('changed', after);
  }
}

async function activate(appliance: Appliance, args: string[], io: CommandIo): Promise<void> {
  const options = { fingerprint: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [id = ''] = exactly(positionals, 1, TRUST_USAGE);
  await appliance.trustLists.activate(id, ACTOR, values.fingerprint ?? []);
  show(appliance, [], io);
}
