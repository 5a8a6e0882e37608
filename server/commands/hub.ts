import { constants, copyFileSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

export const HUB_USAGE = `custos hub status
custos hub join INVITE_FILE --name NAME [--level 0|1]
custos hub level 0|1
custos hub contact
custos hub export FOLDER
custos hub import FILE
custos hub line new
custos hub leave`;

const ACTOR = 'cli';

/** `custos hub ...`: joins or leaves a hub, sets what it learns, and carries files. Returns 1 if the hub was not reached. */
export async function hubCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { uplink } = appliance;
  const [action = '', ...rest] = args;
  const [first = ''] = rest;
  const inCwd = (path: string): string => resolve(io.cwd, path);
  switch (`${action} ${rest.length}`) {
    case 'status 0':
      break;
    case 'level 1':
      uplink.setLevel(readLevel(first), ACTOR);
      break;
    case 'contact 0': {
      const error = await uplink.contact();
      if (error === null) break;
      io.err(`The hub was not reached: ${error}\n`);
      return 1;
    }
    case 'export 1': {
      using file = await uplink.writeFile(ACTOR);
      const path = join(inCwd(first), file.name);
      copy(file.path, path);
      io.out(`${path}\n`);
      return 0;
    }
    case 'import 1': {
      const { receipts, directives, enrolment } = await uplink.takeFile(inCwd(first), ACTOR);
      io.out(`Receipts: ${receipts}\nDirectives: ${directives}\n`);
      if (enrolment !== null) io.out(`Request: ${enrolment}\n`);
      break;
    }
    case 'line 1':
      if (first !== 'new') throw misused(HUB_USAGE);
      uplink.openLine(ACTOR);
      break;
    case 'leave 0':
      uplink.leave(ACTOR);
      break;
    default:
      if (action !== 'join') throw misused(HUB_USAGE);
      uplink.join(readOrder(rest, inCwd), ACTOR);
      io.err(
        'The request is made. An administrator of the hub approves it; compare the key of this appliance there.\n',
      );
  }
  tell(appliance, io);
  return 0;
}

function readOrder(args: string[], inCwd: (path: string) => string) {
  const options = { name: { type: 'string' }, level: { type: 'string', default: '0' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1 || values.name === undefined) throw misused(HUB_USAGE);
  return { invite: readText(inCwd(path)), name: values.name, level: readLevel(values.level) };
}

function readLevel(text: string): 0 | 1 {
  if (text === '0') return 0;
  if (text === '1') return 1;
  throw misused(HUB_USAGE);
}

function readText(path: string): string {
  try {
    if (statSync(path).size <= LIMITS.hubInviteCharsMax) return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw invalidCommand(`The file ${path} cannot be read (${code}). Check its path and permissions.`, cause);
  }
  throw invalidCommand(`The file ${path} is too large to be an invite.`);
}

function copy(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw invalidCommand(`The file cannot be written to ${to} (${code}). Choose another folder.`, cause);
  }
}

function tell({ uplink, keys }: Appliance, io: CommandIo): void {
  const state = uplink.state();
  const { hub, level, stopped, error, receivedAtMs } = state;
  io.out(`Hub: ${hub === null ? 'none' : hub.name}\n`);
  io.out(`Key of this appliance: ${keyFingerprint(keys.signing.publicKey)}\n`);
  if (hub === null) return;
  io.out(`Key of the hub: ${keyFingerprint(hub.signingKey)}\n`);
  io.out(`State: ${state.state}${stopped === null ? '' : ` (${stopped})`}\n`);
  io.out(`Branch: ${state.branch ?? 'not yet'}\n`);
  io.out(`Level: ${level}\n`);
  io.out(`Confirmed: ${state.confirmed} of ${state.entries} entries\n`);
  if (receivedAtMs !== null) io.out(`Last receipt: ${isoTime(receivedAtMs)}\n`);
  if (error !== null) io.out(`Problem: ${error}\n`);
  for (const { message } of uplink.warnings()) io.err(`${message}\n`);
}
