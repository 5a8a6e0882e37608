import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import type { LanState } from '../lan/state.ts';
import { isoTime } from '../lib/clock.ts';
import { given } from '../lib/given.ts';
import { LIMITS } from '../lib/limits.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

export const LAN_USAGE = `custos lan status
custos lan on [--port N] [--address ADDRESS | --all-addresses]
custos lan off
custos lan certificate make [--name NAME_OR_ADDRESS]...
custos lan certificate import --certificate FILE --key FILE [--passphrase-file FILE]`;

const ACTOR = 'cli';
const PORT_MAX = 65_535;

/** `custos lan ...`: starts or stops serving the office network over TLS, and shows the certificate that other machines see. */
export async function lanCommand({ lan }: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'status' && rest.length === 0) tell(lan.state(), io);
  else if (action === 'on') tell(await lan.change({ on: true, ...readPlace(rest) }, ACTOR), io);
  else if (action === 'off' && rest.length === 0) tell(await lan.change({ on: false }, ACTOR), io);
  else if (action === 'certificate' && rest[0] === 'make') tell(await lan.make(readNames(rest.slice(1)), ACTOR), io);
  else if (action === 'certificate' && rest[0] === 'import') {
    tell(await lan.import(readFiles(rest.slice(1), io), ACTOR), io);
  } else throw misused(LAN_USAGE);
  for (const { message } of lan.warnings()) io.err(`${message}\n`);
  return 0;
}

function tell({ on, listening, port, address, urls, certificate, unnamedAddresses }: LanState, io: CommandIo): void {
  const served = on ? `on${listening ? ', and running now' : '; it runs while the appliance runs'}` : 'off';
  io.out(`Office network: ${served}\n`);
  io.out(`Port ${port} on ${address ?? 'all addresses'}\n`);
  if (!certificate) {
    io.out('There is no certificate yet. Custos creates one when you switch this on.\n');
    return;
  }
  const { origin, fingerprint, notAfterMs, names } = certificate;
  for (const url of on ? urls : []) io.out(`Address: ${url}\n`);
  io.out(`Certificate: ${origin}, valid until ${isoTime(notAfterMs).slice(0, 10)}, for ${names.join(', ')}\n`);
  io.out(`Compare its SHA-256 fingerprint in the browser of the other machine:\n${fingerprint}\n`);
  if (unnamedAddresses.length === 0) return;
  io.err(
    `The certificate does not include ${unnamedAddresses.join(', ')}: browsers cannot connect there. Create or import one that includes every address.\n`,
  );
}

function readPlace(args: string[]): { port?: number; address?: string | null } {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, address: { type: 'string' }, 'all-addresses': { type: 'boolean' } },
  });
  if (values.address !== undefined && values['all-addresses']) throw misused(LAN_USAGE);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= PORT_MAX)) {
    throw invalidCommand(`--port takes a whole number from 0 to ${PORT_MAX}.`);
  }
  return given({ port, address: values['all-addresses'] ? null : values.address });
}

function readNames(args: string[]): string[] {
  const { values } = parseArgs({ args, options: { name: { type: 'string', multiple: true } } });
  return values.name ?? [];
}

function readFiles(args: string[], io: CommandIo) {
  const options = {
    certificate: { type: 'string' },
    key: { type: 'string' },
    'passphrase-file': { type: 'string' },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.certificate === undefined || values.key === undefined) throw misused(LAN_USAGE);
  const passphrase = values['passphrase-file'];
  return {
    certificate: readText(values.certificate, io),
    privateKey: readText(values.key, io),
    ...(passphrase !== undefined && { passphrase: readText(passphrase, io).trim() }),
  };
}

function readText(path: string, io: CommandIo): string {
  const whole = resolve(io.cwd, path);
  try {
    if (statSync(whole).size <= LIMITS.lanPemCharsMax) return readFileSync(whole, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw invalidCommand(`The file ${path} cannot be read (${code}). Check its path and permissions.`, cause);
  }
  throw invalidCommand(`The file ${path} is too large. Use a file that contains only the certificates or the key.`);
}
