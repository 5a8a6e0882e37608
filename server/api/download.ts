import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

type Pieces = AsyncIterable<Uint8Array | string>;

/** Bytes per piece of a file. A client that reads 64 kB per second takes one piece in four seconds. */
const PIECE_BYTES = 256 * 1024;

/** The error codes by which a stream reports that the client has disconnected. */
const GONE: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/**
 * Answers with a file that is made while it is sent. A failure before the first piece is thrown, so the client gets a problem. A later failure is
 * thrown too and cuts the answer off, so the client notices.
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
 * Answers with these bytes, piece by piece: the next piece is written when the system has taken the previous one. So `in-turn.ts` can see that a
 * slow client is still reading, and a client that does not read costs little memory.
 */
export function sendBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Length', bytes.length);
  // A client that has disconnected needs no error.
  pipe(Readable.from(piecesOf(bytes)), res, () => {});
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
