import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

type Pieces = AsyncIterable<Uint8Array | string>;

/** Of the pieces of a whole file: who reads 64 kB a second takes one in four seconds. */
const PIECE_BYTES = 256 * 1024;

/** How a stream says that whoever asked has gone. */
const GONE: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/**
 * Answers with a file that is made while it is sent. What fails before there is a first piece of it is thrown, so that it is told as a
 * problem; what fails later is thrown too, and cuts the answer off, which its reader sees.
 */
export async function sendDownload(
  res: Response,
  { type, name }: { type: string; name: string },
  pieces: Pieces,
): Promise<void> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  try {
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    await pipeline(Readable.from(allOf(first, rest)), res);
  } catch (error) {
    if (!GONE.includes((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await rest.return?.();
  }
}

async function* allOf<Piece>(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>): AsyncIterable<Piece> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

/**
 * Answers with these bytes, piece by piece: the next one is handed on when the system has taken the one before. So a slow reader is seen to go
 * on (`in-turn.ts`), and little lies in memory for whoever does not read.
 */
export function sendBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Length', bytes.length);
  // Whoever is gone has nothing more to be told.
  pipe(Readable.from(piecesOf(bytes)), res, () => {});
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
