import type { KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { inspectListFile } from '../../datasets/inspect.ts';
import { nameDataset } from '../../datasets/naming.ts';
import type { DatasetOptions } from '../../datasets/options.ts';
import { isoTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { recogniseFormat } from '../import/recognise.ts';
import { MANIFEST_NAME, type PackManifest, parseManifest, SIGNATURE_NAME, writeManifest } from './manifest.ts';
import { signBytes } from './signing.ts';

/** One list to put into a pack. */
export type ListToPack = Pick<DatasetOptions, 'paths' | 'code' | 'publishedAt'>;

/** A file to be put into the archive under a name. */
interface Member {
  path: string;
  name: string;
}

type ManifestList = PackManifest['lists'][number];

/**
 * Writes a signed pack of these lists to `path`, whole or not at all. Throws `list_invalid` if files have an unknown format or
 * two lists have one code.
 */
export async function writePack(
  path: string,
  lists: readonly ListToPack[],
  signing: { privateKey: KeyObject; nowMs: number },
): Promise<PackManifest> {
  const members: Member[] = [];
  const described: ManifestList[] = [];
  for (const list of lists) described.push(await describe(members, list));
  const manifest = writeManifest(isoTime(signing.nowMs), described);
  const checked = parseManifest(manifest);
  const part = `${path}.part`;
  try {
    await pipeline(archiveOf(manifest, signing.privateKey, members), createWriteStream(part, { flags: 'wx' }));
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'invalid_request',
      `The pack cannot be written (${code}). Check the folder and its free space.`,
      cause,
    );
  }
  return checked;
}

function archiveOf(manifest: Buffer, privateKey: KeyObject, members: readonly Member[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  zip.addBuffer(manifest, MANIFEST_NAME);
  zip.addBuffer(signBytes(manifest, privateKey), SIGNATURE_NAME);
  for (const { path, name } of members) zip.addFile(path, name);
  zip.end();
  return output;
}

async function describe(members: Member[], { paths, ...options }: ListToPack): Promise<ManifestList> {
  const files = await Promise.all(paths.map(inspectListFile));
  const { code, name } = nameDataset(options, recogniseFormat(files).list, files);
  const entries = await Promise.all(
    files.map(async ({ path, sha256 }, index) => {
      const name = `${code}/${safeName(path, index)}`;
      members.push({ path, name });
      return { name, sha256, size_bytes: (await stat(path)).size };
    }),
  );
  return { code, name, published_at: options.publishedAt ?? null, files: entries };
}

/** Returns a file's name without anything that has a meaning in a path. It is numbered, because two names may become the same. */
function safeName(path: string, index: number): string {
  return `${index + 1}-${basename(path)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(-90)}`;
}
