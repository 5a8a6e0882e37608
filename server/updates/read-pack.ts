import { createHash } from 'node:crypto';
import { createReadStream, readSync } from 'node:fs';
import type { Entry } from 'yauzl';
import { type Archive, openArchive } from '../lib/archive.ts';
import { must } from '../lib/assert.ts';
import { withFile } from '../lib/durable.ts';
import { LIMITS } from '../lib/limits.ts';
import { isSignedByOne } from '../screening/packs/signing.ts';
import {
  FILE_PURPOSE,
  filesOf,
  MANIFEST_NAME,
  MANIFEST_PURPOSE,
  type PackedFile,
  packFault,
  parseManifest,
  SIGNATURE_NAME,
  type UpdateManifest,
} from './manifest.ts';

/** 64 bytes as hexadecimal digits: the archive's comment, at the end of the file. */
export const FILE_SIGNATURE_CHARS = 128;
const SIGNATURE_BYTES = 64;
const END_RECORD_BYTES = 22;
const MS_PER_DAY = 24 * 3600 * 1000;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;

/** What a package is verified against. */
export interface UpdateTrust {
  /** Public keys of trusted publishers, base64. */
  publicKeys: readonly string[];
  nowMs: number;
}

/** A package whose every byte was verified when it was opened. */
export interface OpenPack extends Disposable {
  manifest: UpdateManifest;
  /** The signed bytes and their signature, so that a part can be verified again later. */
  signed: { manifest: Buffer; signature: Buffer };
  /** Base64. */
  signedBy: string;
  sizeBytes: number;
  /** Reads the content of a file and verifies it again: a file that changed since does not read to its end. */
  read(file: PackedFile): AsyncGenerator<Buffer>;
}

/**
 * Opens a package and verifies all of it: the signature of the manifest before anything in it is used, the signature of
 * the whole file, that it holds exactly the files of the manifest, and each of them by size and hash. Writes nothing.
 * Throws `update_invalid` with one of the items `pack_invalid`, `pack_unsigned`, `pack_key_unknown`, `pack_tampered`.
 */
export async function openPack(path: string, trust: UpdateTrust): Promise<OpenPack> {
  const archive = await openArchive(path, {
    filesMax: LIMITS.updateFilesMax,
    sizeBytesMin: END_RECORD_BYTES,
    sizeBytesMax: LIMITS.updatePackBytesMax,
    refuse: packFault,
    fault: specialFile,
  });
  try {
    const { sizeBytes } = archive;
    const signed = await readSigned(archive);
    const signedBy = signerOf(signed, trust.publicKeys);
    const manifest = parseManifest(signed.manifest);
    if (Date.parse(manifest.made_at) > trust.nowMs + MS_PER_DAY) {
      const reason = `its creation date ${manifest.made_at} is in the future`;
      throw packFault('pack_invalid', reason, undefined, "Check this computer's clock, or ask its publisher.");
    }
    await verifyWhole(path, sizeBytes, signedBy);
    const files = filesOf(manifest);
    if (archive.names.length !== files.length + 2) {
      throw packFault('pack_tampered', 'its files do not match its manifest');
    }
    const read = (file: PackedFile): AsyncGenerator<Buffer> => archive.content(file.entry, file);
    for (const file of files) for await (const _ of read(file));
    return { manifest, signed, signedBy, sizeBytes, read, [Symbol.dispose]: archive[Symbol.dispose] };
  } catch (error) {
    archive[Symbol.dispose]();
    throw error;
  }
}

function specialFile({ externalFileAttributes }: Entry): string | null {
  const kind = (externalFileAttributes >>> 16) & S_IFMT;
  return kind === 0 || kind === S_IFREG ? null : 'it contains something that is not a regular file';
}

async function readSigned(archive: Archive): Promise<OpenPack['signed']> {
  const [first, second] = archive.names;
  if (first !== MANIFEST_NAME) {
    throw packFault('pack_invalid', `it is not an update package because it does not begin with ${MANIFEST_NAME}`);
  }
  if (second !== SIGNATURE_NAME)
    throw packFault('pack_unsigned', `it is not signed: it does not contain ${SIGNATURE_NAME}`);
  const read = async (name: string, bytesMax: number) => must(await archive.read(name, bytesMax), 'it was found there');
  const manifest = await read(MANIFEST_NAME, LIMITS.updateManifestBytesMax);
  return { manifest, signature: await read(SIGNATURE_NAME, SIGNATURE_BYTES) };
}

/** Returns the signer's key, base64; throws if none of these keys signed it. */
export function signerOf({ manifest, signature }: OpenPack['signed'], publicKeys: readonly string[]): string {
  if (publicKeys.length === 0) {
    const remedy = "Set CUSTOS_UPDATE_KEYS to its publisher's public key if you trust that publisher.";
    throw packFault('pack_key_unknown', 'this appliance does not trust any update publisher yet', undefined, remedy);
  }
  const bytes = Buffer.concat([Buffer.from(MANIFEST_PURPOSE), manifest]);
  const signer = publicKeys.find((key) => isSignedByOne(bytes, signature, [key]));
  if (signer !== undefined) return signer;
  throw packFault(
    'pack_key_unknown',
    'it was changed after signing, or signed with a key that is not in CUSTOS_UPDATE_KEYS',
  );
}

/** Also covers the names, times and everything else that a ZIP archive holds next to its contents. */
async function verifyWhole(path: string, sizeBytes: number, publicKey: string): Promise<void> {
  const signedBytes = sizeBytes - FILE_SIGNATURE_CHARS;
  const text = readEnd(path, signedBytes);
  const isForm = /^[0-9a-f]{128}$/.test(text);
  if (isForm && isSignedByOne(await fileDigest(path, signedBytes), Buffer.from(text, 'hex'), [publicKey])) return;
  throw packFault('pack_tampered', 'it was changed after signing, or the copy is not complete');
}

/** Returns what is signed for a file: the purpose, and the SHA-256 of its first `sizeBytes` bytes. */
export async function fileDigest(path: string, sizeBytes: number): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: sizeBytes - 1 })) hash.update(chunk as Buffer);
  return Buffer.concat([Buffer.from(FILE_PURPOSE), hash.digest()]);
}

function readEnd(path: string, from: number): string {
  const bytes = Buffer.alloc(FILE_SIGNATURE_CHARS);
  withFile(path, 'r', (file) => readSync(file, bytes, 0, bytes.length, Math.max(0, from)));
  return bytes.toString('latin1');
}
