import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Archive, openArchive } from '../../lib/archive.ts';
import { LIMITS } from '../../lib/limits.ts';
import { MANIFEST_NAME, type PackManifest, packFault, parseManifest, SIGNATURE_NAME } from './manifest.ts';
import { isSignedByOne } from './signing.ts';

const MANIFEST_BYTES_MAX = 1024 * 1024;
const SIGNATURE_BYTES = 64;
const MS_PER_DAY = 24 * 3600 * 1000;

/** A list of a pack, unpacked. */
export interface PackedList {
  code: string;
  name: string;
  publishedAt: string | null;
  /** Its unpacked files. */
  paths: string[];
}

export interface Pack {
  createdAtMs: number;
  lists: PackedList[];
}

/** What decides whether a pack is trusted. */
export interface PackTrust {
  /** Public keys of the trusted publishers, base64. */
  publicKeys: readonly string[];
  nowMs: number;
  /** Returns when the newest pack that delivered this list so far was made, in ms. null: none. */
  newestOf(code: string): number | null;
}

/**
 * Verifies a pack and unpacks its lists into `folder`. The signature is verified before anything else is trusted. Each file must then have the signed
 * size and hash. Throws `list_invalid` with one of the items `pack_unsigned`, `pack_key_unknown`, `pack_tampered`, `pack_older`, `pack_invalid`.
 */
export async function readPack(path: string, folder: string, trust: PackTrust): Promise<Pack> {
  using archive = await openArchive(path, {
    filesMax: LIMITS.packFilesMax,
    sizeBytesMin: 0,
    sizeBytesMax: Number.POSITIVE_INFINITY,
    refuse: packFault,
  });
  const manifest = parseManifest(await readSigned(archive, trust.publicKeys));
  const createdAtMs = Date.parse(manifest.created_at);
  if (createdAtMs > trust.nowMs + MS_PER_DAY) {
    const reason = `its creation date ${manifest.created_at} is in the future`;
    throw packFault('pack_invalid', reason, undefined, "Check this computer's clock, or ask its publisher.");
  }
  for (const { code } of manifest.lists) checkNewer(code, createdAtMs, trust);
  checkNames(archive, manifest);
  const lists: PackedList[] = [];
  for (const list of manifest.lists) lists.push(await unpack(archive, list, folder));
  return { createdAtMs, lists };
}

async function readSigned(archive: Archive, publicKeys: readonly string[]): Promise<Buffer> {
  const manifest = await archive.read(MANIFEST_NAME, MANIFEST_BYTES_MAX);
  if (!manifest) throw packFault('pack_invalid', `it is not a pack because it does not contain ${MANIFEST_NAME}`);
  const signature = await archive.read(SIGNATURE_NAME, SIGNATURE_BYTES);
  if (!signature) throw packFault('pack_unsigned', `it is not signed: it does not contain ${SIGNATURE_NAME}`);
  if (publicKeys.length === 0) {
    const remedy = "Set CUSTOS_PACK_KEYS to the publisher's public key.";
    throw packFault('pack_key_unknown', 'this appliance does not trust any publisher yet', undefined, remedy);
  }
  if (isSignedByOne(manifest, signature, publicKeys)) return manifest;
  throw packFault(
    'pack_key_unknown',
    'it was changed after signing, or signed with a key that is not in CUSTOS_PACK_KEYS',
  );
}

function checkNewer(code: string, createdAtMs: number, trust: PackTrust): void {
  const newestMs = trust.newestOf(code);
  if (newestMs === null || createdAtMs >= newestMs) return;
  throw packFault('pack_older', `it is older than the last imported pack with the list ${code}`);
}

/** Unsigned files do not belong in a pack. */
function checkNames(archive: Archive, manifest: PackManifest): void {
  const known = new Set([MANIFEST_NAME, SIGNATURE_NAME]);
  for (const list of manifest.lists) for (const { name } of list.files) known.add(name);
  if (archive.names.some((name) => !known.has(name))) {
    throw packFault('pack_tampered', 'it contains a file that is not in its manifest');
  }
}

async function unpack(archive: Archive, list: PackManifest['lists'][number], folder: string): Promise<PackedList> {
  const paths: string[] = [];
  for (const { name, sha256, size_bytes: size } of list.files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(archive.content(name, { size, sha256 }), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    paths.push(path);
  }
  return { code: list.code, name: list.name, publishedAt: list.published_at, paths };
}
