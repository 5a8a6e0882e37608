import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { newestAnchor } from '../audit/entries.ts';
import { exportAudit, verifyExport } from '../audit/export.ts';
import type { AuditHead } from '../audit/head.ts';
import { type AuditAnchor, verifyAudit } from '../audit/log.ts';
import { transact } from '../db/transact.ts';
import { syncFolder } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

export const AUDIT_USAGE =
  'custos audit verify [--anchor ENTRIES:LINK] [--received FILE]\ncustos audit verify FILE\ncustos audit export [--from TIME] [--to TIME] FILE';

/**
 * `custos audit verify`: verifies the audit log's chain from its first entry and prints an anchor. If the anchor is kept elsewhere and passed as
 * `--anchor` later, a log without that entry fails. `--received` takes what a receiver of the security log has, as syslog or JSON lines: the log must
 * hold every entry in it, and every head. With a file, it checks the signature of an export by this appliance. `custos audit export
 * FILE`: writes the signed log, or its entries from one time to before another. Returns 1 if the log or the export is not intact.
 */
export async function auditCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'verify') {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: { anchor: { type: 'string', multiple: true }, received: { type: 'string' } },
    });
    const [file, ...more] = positionals;
    if (file === undefined) {
      const received = values.received === undefined ? [] : await readReceived(values.received, io);
      return verifyLog(appliance, [...(values.anchor ?? []).map(readAnchor), ...received], io);
    }
    if (more.length === 0 && !values.anchor && values.received === undefined) return verifyFile(appliance, file, io);
  }
  if (name === 'export') return exportTo(appliance, rest, io);
  throw misused(AUDIT_USAGE);
}

function verifyLog(appliance: Appliance, anchors: readonly AuditAnchor[], io: CommandIo): number {
  const verdict = verifyAudit(appliance, anchors);
  if (verdict.ok) {
    io.out(`The audit log is intact: ${verdict.count} entries.\n`);
    const anchor = newestAnchor(appliance.db);
    if (anchor) io.out(`Keep this line in another place: --anchor ${anchor}\n`);
    return 0;
  }
  io.out(`The audit log is not intact: ${verdict.problem}. Compare it with your latest backup.\n`);
  return 1;
}

/** Parses an anchor, as an earlier `audit verify`, a backup, a report or an evidence bundle shows it. */
function readAnchor(text: string): AuditHead {
  const [, count, link] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (count === undefined || link === undefined) {
    throw invalidCommand(
      '--anchor takes the number of entries, a colon and the 64 characters of the link, as "custos audit verify" prints them.',
    );
  }
  return { count: Number(count), link: Buffer.from(link, 'hex') };
}

/** An entry or a head of the chain in a line of a receiver: syslog, then JSON. */
const RECEIVED = [
  /\bseq="(\d{1,15})" link="([0-9a-f]{64})"/,
  /\bcount="(\d{1,15})" head="([0-9a-f]{64})"/,
  /"seq":(\d{1,15}),"link":"([0-9a-f]{64})"/,
  /"count":(\d{1,15}),"head":"([0-9a-f]{64})"/,
];

/** Returns each entry and head in a receiver's file once. Throws `unreadable_file`, and `invalid_command` if it has none. */
async function readReceived(file: string, io: CommandIo): Promise<AuditAnchor[]> {
  const path = await readable(file, io);
  const found = new Map<string, AuditAnchor>();
  for await (const line of linesOf(path)) {
    const [, count, link] = RECEIVED.map((pattern) => pattern.exec(line)).find((match) => match !== null) ?? [];
    if (count === undefined || link === undefined) continue;
    found.set(`${count}:${link}`, { count: Number(count), link: Buffer.from(link, 'hex'), named: 'that was received' });
  }
  if (found.size === 0)
    throw invalidCommand(`The file ${file} has no entry of the security log. Name a file that a receiver wrote.`);
  io.out(`The file ${file} has ${found.size} entries and heads of the log.\n`);
  return [...found.values()];
}

/** Returns the path of a file that can be read. Throws `unreadable_file`. */
async function readable(file: string, io: CommandIo): Promise<string> {
  const path = resolve(io.cwd, file);
  await access(path, constants.R_OK).catch((cause) => {
    throw new AppError('unreadable_file', `The file ${file} cannot be opened. Check its path.`, cause);
  });
  return path;
}

async function verifyFile({ keys }: Appliance, file: string, io: CommandIo): Promise<number> {
  const path = await readable(file, io);
  const verdict = await verifyExport(linesOf(path));
  if (!verdict.ok) {
    io.out(`The export is refused: ${verdict.problem}.\n`);
    return 1;
  }
  if (verdict.publicKey !== keys.signing.publicKey) {
    io.out(`The export is refused: a different appliance signed it, ${verdict.publicKey}.\n`);
    return 1;
  }
  io.out(`The export matches the signature of this appliance: ${verdict.entries} entries.\n`);
  return 0;
}

/** Yields lines with their line breaks. Only one kind of line break counts: another one is a changed byte. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const pieces = `${rest}${chunk}`.split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield `${piece}\n`;
  }
  if (rest !== '') yield rest;
}

/** Writes the file completely or not at all: people would take an incomplete file for an export. */
async function exportTo(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw misused(AUDIT_USAGE);
  const range = {
    fromMs: timeOf('--from', values.from) ?? Number.NEGATIVE_INFINITY,
    untilMs: timeOf('--to', values.to) ?? Number.POSITIVE_INFINITY,
  };
  const path = resolve(io.cwd, file);
  transact(appliance.db, () => appliance.audit.append({ actor: 'cli', action: 'audit.exported' }));
  const lines = exportAudit(appliance, { range, nowMs: appliance.clock.now() });
  await writeWhole(path, file, lines);
  const verdict = verifyAudit(appliance);
  io.out(`Written to ${file}.\n`);
  if (verdict.ok) return 0;
  io.out(`The audit log itself is not intact: ${verdict.problem}. Compare it with your latest backup.\n`);
  return 1;
}

async function writeWhole(path: string, name: string, lines: Iterable<string>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await access(path).then(
      () => {
        throw invalidCommand(`The file ${name} already exists. Choose another name.`);
      },
      () => {},
    );
    await pipeline(Readable.from(lines), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    // If nothing can be written there, nothing can be removed either.
    if (code !== 'EEXIST') await rm(unfinished, { force: true }).catch(() => {});
    throw new AppError('unreadable_file', `The file ${name} cannot be written (${code}). Choose another path.`, cause);
  }
}

/** Parses a day or a time, ISO 8601; a day begins at midnight UTC. */
function timeOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw invalidCommand(`${option} takes a date or a time in UTC: 2026-01-31 or 2026-01-31T08:00:00Z.`);
  }
  return ms;
}
