import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { PackageError } from './package-error.ts';

/** One fixed time for all files, 2020-01-01, so the same files make the same archive. */
const MOMENT = '@1577836800';
const GZIP_LEVEL = 6;

/**
 * Writes `folder/name` with everything below it into a `.tar.gz`; the same files make the same bytes: fixed order, fixed time, and owner root,
 * because root owns an installation. Keeps the files' modes. Needs GNU tar. Throws `PackageError`.
 */
export async function writeTarGz(folder: string, name: string, archive: string): Promise<void> {
  const args = ['--create', '--format=gnu', '--sort=name', `--mtime=${MOMENT}`, '--owner=0', '--group=0'];
  const tar = spawn('tar', [...args, '--numeric-owner', '-C', folder, name], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(tar, 'exit').catch((cause: unknown) => {
    throw new PackageError('The program "tar" cannot be started: install GNU tar, or pack on Linux.', { cause });
  });
  const [[code]] = await Promise.all([
    ended,
    pipeline(tar.stdout, createGzip({ level: GZIP_LEVEL }), createWriteStream(archive)),
  ]);
  if (code !== 0) throw new PackageError(`The archive could not be written (code ${code}). See the tar output above.`);
}
