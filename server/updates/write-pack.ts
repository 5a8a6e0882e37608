import type { KeyObject } from 'node:crypto';
import { createWriteStream, fsyncSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { isoTime } from '../lib/clock.ts';
import { syncFolderNow, withFile } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { createIds } from '../lib/ids.ts';
import { signBytes } from '../screening/packs/signing.ts';
import {
  filesOf,
  MANIFEST_NAME,
  MANIFEST_PURPOSE,
  packFault,
  parseManifest,
  SIGNATURE_NAME,
  type UpdateManifest,
  writeManifest,
} from './manifest.ts';
import { FILE_SIGNATURE_CHARS, fileDigest } from './read-pack.ts';

/** What goes into a package: its manifest, and the source path of each file. */
export interface PackContent {
  parts: Pick<UpdateManifest, 'program' | 'lists' | 'languages'>;
  /** By the name in the package. */
  sources: ReadonlyMap<string, string>;
}

export interface PackSigning {
  privateKey: KeyObject;
  nowMs: number;
}

/** Files that are already compressed and would not shrink. */
const PACKED = /\.(?:gz|zip|woff2?|png|jpe?g|AppImage|deb|exe|dmg)$/i;

/**
 * Writes a signed update package to `path`, whole or not at all. A file that changes during packing would make an invalid package, so the function
 * writes none then. Throws `update_invalid` if its parts do not fit each other, `invalid_request` if it cannot be written.
 */
export async function writeUpdatePack(
  path: string,
  content: PackContent,
  signing: PackSigning,
): Promise<UpdateManifest> {
  const id = createIds({ now: () => signing.nowMs })('upd');
  const manifest = writeManifest({ id, made_at: isoTime(signing.nowMs), ...content.parts });
  const checked = parseManifest(manifest);
  const part = `${path}.part`;
  try {
    await pipeline(archiveOf(manifest, content, signing), createWriteStream(part, { flags: 'wx', mode: 0o644 }));
    await signFile(part, signing.privateKey);
    renameSync(part, path);
    syncFolderNow(dirname(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(part, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'invalid_request',
      `The package cannot be written (${code}). Check the folder and its free space.`,
      cause,
    );
  }
  return checked;
}

function archiveOf(manifest: Buffer, { sources }: PackContent, { privateKey, nowMs }: PackSigning): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  const options = { mode: 0o100644, mtime: new Date(nowMs) };
  zip.addBuffer(manifest, MANIFEST_NAME, options);
  const signature = signBytes(Buffer.concat([Buffer.from(MANIFEST_PURPOSE), manifest]), privateKey);
  zip.addBuffer(signature, SIGNATURE_NAME, { ...options, compress: false });
  for (const { entry } of filesOf(parseManifest(manifest))) {
    const source = sources.get(entry);
    if (source === undefined) throw packFault('pack_invalid', `nothing was given for ${entry}`);
    zip.addFile(source, entry, { ...options, compress: !PACKED.test(entry) });
  }
  // Reserves the room: the signature covers everything before it.
  zip.end({ comment: '0'.repeat(FILE_SIGNATURE_CHARS), forceZip64Format: false });
  return output;
}

async function signFile(path: string, privateKey: KeyObject): Promise<void> {
  const signedBytes = statSync(path).size - FILE_SIGNATURE_CHARS;
  const signature = signBytes(await fileDigest(path, signedBytes), privateKey).toString('hex');
  withFile(path, 'r+', (file) => {
    writeSync(file, signature, signedBytes, 'latin1');
    fsyncSync(file);
  });
}
