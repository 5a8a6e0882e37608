import { createHash, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { makeSigningPair, readPrivateKey } from '../../server/screening/packs/signing.ts';
import {
  FILE_PURPOSE,
  MANIFEST_PURPOSE,
  type ProgramPart,
  type UpdateManifest,
} from '../../server/updates/manifest.ts';
import { describeLanguage, describeList, describeTree, type Sources } from '../../server/updates/parts.ts';
import { writeUpdatePack } from '../../server/updates/write-pack.ts';

/** A publisher of updates with its signing key. */
export function makeMaker() {
  const { privateKeyPem, publicKey } = makeSigningPair();
  return { publicKey, privateKeyPem, privateKey: readPrivateKey(privateKeyPem) };
}
export type Maker = ReturnType<typeof makeMaker>;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Writes a headless tree with its manifest, as the tarball contains it. */
export function writeTree(
  folder: string,
  { version, platform = process.platform, arch = process.arch }: { version: string; platform?: string; arch?: string },
  files: Record<string, string>,
): void {
  const described = Object.entries(files).map(([path, text]) => {
    const mode = text.startsWith('#!') ? ('755' as const) : ('644' as const);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: Number.parseInt(mode, 8) });
    return { path, size: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)), mode };
  });
  const manifest = { format: 'custos-tree', format_version: 1, version, platform, arch, files: described };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

export interface PackWanted {
  tree?: string;
  lists?: string[];
  languages?: string[];
  from?: string;
  least?: string;
  nowMs?: number;
}

/** A pack with these parts, as `custos update pack` makes it. */
export async function writePack(path: string, maker: Maker, wanted: PackWanted): Promise<UpdateManifest> {
  const { tree, lists = [], languages = [], from = '0.1.0', least = '0.1.0', nowMs = 1_700_000_000_000 } = wanted;
  const sources: Sources = new Map();
  let program: ProgramPart | null = null;
  if (tree !== undefined) {
    const described = await describeTree(tree, sources);
    program = { version: { from, to: described.version, least }, trees: [described.tree], installers: [] };
  }
  const parts = {
    program,
    lists: await Promise.all(lists.map((list) => describeList({ paths: [list] }, sources))),
    languages: await Promise.all(languages.map((language) => describeLanguage(language, sources))),
  };
  return writeUpdatePack(path, { parts, sources }, { privateKey: maker.privateKey, nowMs });
}

export interface Entry {
  name: string;
  bytes: Buffer;
  mode?: number;
}

/** A pack that was assembled by hand and still has a valid signature. A publisher's mistake or a stolen key could make one. */
export async function signedByHand(maker: Maker, manifest: Buffer, entries: readonly Entry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const signature = sign(null, Buffer.concat([Buffer.from(MANIFEST_PURPOSE), manifest]), maker.privateKey);
  zip.addBuffer(manifest, 'manifest.json');
  zip.addBuffer(signature, 'manifest.sig');
  for (const { name, bytes, mode = 0o100644 } of entries) zip.addBuffer(bytes, name.replaceAll('..', '__'), { mode });
  zip.end({ comment: '0'.repeat(128), forceZip64Format: false });
  const file = await buffer(zip.outputStream as Readable);
  // yazl refuses such names.
  for (const { name } of entries.filter(({ name }) => name.includes('..'))) {
    const [from, to] = [Buffer.from(name.replaceAll('..', '__')), Buffer.from(name)];
    for (let at = file.indexOf(from); at >= 0; at = file.indexOf(from)) to.copy(file, at);
  }
  return signAgain(file, maker);
}

/** The file with a signature of everything before it. */
export function signAgain(file: Buffer, maker: Maker): Buffer {
  const before = file.subarray(0, file.length - 128);
  const digest = createHash('sha256').update(before).digest();
  const signature = sign(null, Buffer.concat([Buffer.from(FILE_PURPOSE), digest]), maker.privateKey);
  return Buffer.concat([before, Buffer.from(signature.toString('hex'))]);
}
