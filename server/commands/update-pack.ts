import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { atEnd } from '../lib/at-end.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { publicKeyOf, readPrivateKey } from '../screening/packs/signing.ts';
import { isVersion } from '../updates/home.ts';
import type { ProgramPart, UpdateManifest } from '../updates/manifest.ts';
import { describeInstaller, describeLanguage, describeList, describeTree, type Sources } from '../updates/parts.ts';
import { writeUpdatePack } from '../updates/write-pack.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';
import { listToPack, onDisk } from './packs.ts';

export const UPDATE_PACK_USAGE = `custos update keys new --out FILE
custos update pack --key FILE --out PACK.custos-update [--program DIR|FILE.tar.gz]... [--installer FILE]... [--list [CODE=]LIST]...
                   [--language FILE]... [--from VERSION] [--least VERSION]`;

export const UPDATE_KEYS = {
  usage: UPDATE_PACK_USAGE,
  advice:
    'Add this public key to CUSTOS_UPDATE_KEYS on the machines that apply updates. Keep the file away from those machines: anyone who has it can change their program.\n',
};

const OPTIONS = {
  key: { type: 'string' },
  out: { type: 'string' },
  program: { type: 'string', multiple: true, default: [] as string[] },
  installer: { type: 'string', multiple: true, default: [] as string[] },
  list: { type: 'string', multiple: true, default: [] as string[] },
  language: { type: 'string', multiple: true, default: [] as string[] },
  from: { type: 'string' },
  least: { type: 'string' },
} as const;

/** `custos update pack`: writes a signed update package. `version`: the version of the program that makes it. */
export async function packUpdate(
  args: string[],
  io: CommandIo,
  made: { clock: Clock; version: string },
): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { key, out, program, installer, list, language } = values;
  if (key === undefined || out === undefined) throw misused(UPDATE_PACK_USAGE);
  const [from = made.version, least = '0.1.0'] = [values.from, values.least];
  if (!isVersion(from) || !isVersion(least)) throw invalidCommand('A version has the form 1.2.3.');
  const inCwd = (path: string): string => resolve(io.cwd, path);
  const privateKey = readPrivateKey(onDisk(() => readFileSync(inCwd(key), 'utf8')));
  const sources: Sources = new Map();
  const unpacked = mkdtempSync(join(tmpdir(), 'custos-pack-'));
  using _unpacked = atEnd(() => rmSync(unpacked, { recursive: true, force: true }));
  const trees = await Promise.all(
    program.map((path, index) => describeTree(treeFolder(inCwd(path), join(unpacked, String(index))), sources)),
  );
  const installers = await Promise.all(installer.map((path) => describeInstaller(inCwd(path), sources)));
  const parts = {
    program: programOf(trees, installers, { from, least }),
    lists: await Promise.all(list.map((text) => describeList(listToPack(io.cwd, text), sources))),
    languages: await Promise.all(language.map((path) => describeLanguage(inCwd(path), sources))),
  };
  const nowMs = made.clock.now();
  const manifest = await writeUpdatePack(inCwd(out), { parts, sources }, { privateKey, nowMs });
  io.out(describePack(manifest));
  io.err(`Signed by ${publicKeyOf(privateKey)}\n`);
}

/** Returns a folder as it is; unpacks a tarball with the system's tar. */
function treeFolder(path: string, into: string): string {
  if (onDisk(() => statSync(path)).isDirectory()) return path;
  onDisk(() => rmSync(into, { recursive: true, force: true }));
  const made = mkdtempSync(`${into}-`);
  const { status } = spawnSync('tar', ['-xzf', path, '-C', made], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [top, ...others] = onDisk(() => readdirSync(made));
  if (status !== 0 || top === undefined || others.length > 0) {
    throw new AppError('invalid_request', `${path} is not a tarball of a headless program. Choose another file.`);
  }
  return join(made, top);
}

function programOf(
  trees: Awaited<ReturnType<typeof describeTree>>[],
  installers: Awaited<ReturnType<typeof describeInstaller>>[],
  { from, least }: { from: string; least: string },
): ProgramPart | null {
  const versions = new Set([...trees, ...installers].flatMap(({ version }) => version ?? []));
  const [to, other] = versions;
  if (trees.length + installers.length === 0) return null;
  if (to === undefined)
    throw invalidCommand('No file name contains a version. Rename one file to include its version.');
  if (other !== undefined)
    throw invalidCommand(`The parts belong to two versions: ${to} and ${other}. Use parts of one version.`);
  return {
    version: { from, to, least },
    trees: trees.map(({ tree }) => tree),
    installers: installers.map((each) => each.installer),
  };
}

/** Describes the content of a package, one line for each part. */
export function describePack({ id, made_at: madeAt, program, lists, languages }: UpdateManifest): string {
  const bytes = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);
  const lines = [`package    ${id}, made at ${madeAt}`];
  if (program) {
    const { from, to, least } = program.version;
    lines.push(`program    ${to} (made after ${from}, for versions from ${least} on), with its models`);
  }
  for (const { platform, arch, files } of program?.trees ?? []) {
    lines.push(`  headless ${platform} ${arch}, ${files.length} files, ${bytes(files)} bytes`);
  }
  for (const { platform, arch, file } of program?.installers ?? []) {
    lines.push(`  desktop  ${platform} ${arch}, ${file.name}, ${file.size} bytes`);
  }
  for (const { code, name, files } of lists) lines.push(`list       ${code}  ${name}, ${bytes(files)} bytes`);
  for (const { code, file } of languages) lines.push(`language   ${code}, ${file.size} bytes`);
  return `${lines.join('\n')}\n`;
}
