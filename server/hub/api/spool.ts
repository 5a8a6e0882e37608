import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { AppError } from '../../lib/errors.ts';

/** Gives `work` a folder of its own for a file; it is removed afterwards. */
export async function withSpool<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, 'file-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the body of a request to a file. Throws `file_too_large`, `malformed_body` if it breaks off. */
export async function receiveFile(req: Request, path: string, bytesMax: number): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes <= bytesMax) done(null, piece);
      else done(new AppError('file_too_large', `The file is larger than ${bytesMax} bytes.`));
    },
  });
  try {
    await pipeline(req, counted, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof AppError || !req.destroyed) throw error;
    throw new AppError('malformed_body', 'The file did not arrive as a whole. Send it again.', error);
  }
}
