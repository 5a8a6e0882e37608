import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import { checkBundle } from '../reports/evidence/check-file.ts';
import { type CommandIo, misused } from './io.ts';

export const EVIDENCE_USAGE = 'custos evidence verify FILE [--key PUBLIC_KEY]\ncustos evidence key';

/**
 * `custos evidence verify FILE`: reports for each file of a bundle whether it matches the signature, by this appliance's key or by the key in
 * `--key`. Returns 1 if anything does not match. `custos evidence key`: prints the public key and its fingerprint.
 */
export async function evidenceCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = args;
  const { publicKey } = appliance.keys.signing;
  if (name === 'key' && rest.length === 0) {
    io.out(`${publicKey}\nfingerprint ${keyFingerprint(publicKey)}\n`);
    return 0;
  }
  if (name !== 'verify') throw misused(EVIDENCE_USAGE);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { key: { type: 'string', default: publicKey } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw misused(EVIDENCE_USAGE);
  return verify(await readBundle(resolve(io.cwd, file), file), values.key.toLowerCase(), io);
}

async function readBundle(path: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if ((await stat(path)).size <= LIMITS.evidenceBytesMax) return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new AppError('unreadable_file', `The file ${name} cannot be opened. Check its path.`, cause);
  }
  throw new AppError('file_too_large', `The file ${name} is larger than any evidence bundle. Choose another file.`);
}

async function verify(bytes: Uint8Array<ArrayBuffer>, wanted: string, io: CommandIo): Promise<number> {
  const { holds, lines, publicKey, about } = await checkBundle(bytes);
  for (const line of lines) io.out(`${line.holds ? 'valid  ' : 'REFUSED'}  ${line.what}: ${line.note}\n`);
  if (about) io.out(`${about.id}, made ${about.createdAt} by Custos ${about.applianceVersion}\n`);
  if (!holds) {
    io.out('The bundle is refused: it was changed after it was made.\n');
    return 1;
  }
  if (publicKey !== wanted) {
    io.out(`The bundle is refused: it is signed with a different key, ${publicKey}.\n`);
    return 1;
  }
  io.out('The bundle is intact and signed with the expected key.\n');
  return 0;
}
