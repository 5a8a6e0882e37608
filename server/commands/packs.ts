import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { AppError } from '../lib/errors.ts';
import { makeSigningPair, publicKeyOf, readPrivateKey } from '../screening/packs/signing.ts';
import { type ListToPack, writePack } from '../screening/packs/write-pack.ts';
import { type CommandIo, misused } from './io.ts';

export const PACKS_USAGE = `custos lists keys new --out FILE
custos lists pack --key FILE --out PACK.zip [CODE=]LIST [[CODE=]LIST...]   (a LIST is a file, or a folder with the files of one list)`;

/** How new keys are used, and what is printed about them. */
interface KeysOf {
  usage: string;
  advice: string;
}

export const PACK_KEYS: KeysOf = {
  usage: PACKS_USAGE,
  advice:
    'Add this public key to CUSTOS_PACK_KEYS on the appliances that import packs. Keep the file safe: anyone who has it can sign packs.\n',
};

/** `custos lists keys new`, `custos update keys new`: writes the private key to a file that only its owner can read, and prints the public key. */
export function makeKeyPair(args: string[], io: CommandIo, { usage, advice }: KeysOf): void {
  const [action, ...rest] = args;
  const { values } = parseArgs({ args: rest, options: { out: { type: 'string' } } });
  if (action !== 'new' || values.out === undefined) throw misused(usage);
  const { privateKeyPem, publicKey } = makeSigningPair();
  const path = resolve(io.cwd, values.out);
  onDisk(() => writeFileSync(path, privateKeyPem, { mode: 0o600, flag: 'wx' }));
  io.out(`${publicKey}\n`);
  io.err(advice);
}

/** `custos lists pack`: writes a signed pack. */
export async function packLists({ clock }: Appliance, args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string' } },
  });
  const { key, out } = values;
  if (key === undefined || out === undefined || positionals.length === 0) throw misused(PACKS_USAGE);
  const privateKey = readPrivateKey(onDisk(() => readFileSync(resolve(io.cwd, key), 'utf8')));
  const lists = positionals.map((text) => listToPack(io.cwd, text));
  const manifest = await writePack(resolve(io.cwd, out), lists, { privateKey, nowMs: clock.now() });
  for (const list of manifest.lists) io.out(`${list.code}  ${list.name}  ${list.files.length} files\n`);
  io.err(`Signed by ${publicKeyOf(privateKey)}\n`);
}

/** `LIST` or `CODE=LIST` */
export function listToPack(cwd: string, text: string): ListToPack {
  const [, code, name = ''] = /^(?:([a-z0-9][a-z0-9_-]{0,63})=)?(.+)$/s.exec(text) ?? [];
  const path = resolve(cwd, name);
  const isFolder = onDisk(() => statSync(path).isDirectory());
  const paths = isFolder
    ? onDisk(() => readdirSync(path))
        .sort()
        .map((file) => join(path, file))
    : [path];
  return { paths, ...(code === undefined ? {} : { code }) };
}

/** Throws `invalid_request` with the file system's error. */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'the file already exists' : `the file cannot be read or written (${code})`;
    throw new AppError('invalid_request', `${path}: ${reason}. Choose another file.`, cause);
  }
}
