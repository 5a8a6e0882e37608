import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { AppError } from '../lib/errors.ts';
import { dropEpilogue } from './epilogue.ts';

/** How to receive one form. */
export interface MultipartOrder {
  storage: multer.StorageEngine;
  /** Returns why a file is refused. This ends the form at once; multer would first read all of it. */
  refuseFile(body: unknown, file: Express.Multer.File): AppError | null;
  limits: Record<string, number>;
  /** Maximum size of the whole body; above it `tooLarge` is thrown. */
  bodyBytesMax: number;
  tooLarge(): AppError;
  /** How long the whole form may take, in ms; optionally, how long nothing may arrive. `tooSlow` is thrown after either. */
  timeoutMs: number;
  idleMs?: number;
  tooSlow(afterMs: number): AppError;
  /** The error for a file part without a name: the parser would silently drop it. */
  nameless(field: string): AppError;
}

/** Resolves when the whole form has arrived; rejects with the error that stopped it: multer, a timeout, or the byte limit. */
export function receiveMultipart(req: Request, res: Response, order: MultipartOrder): Promise<void> {
  const { storage, limits, bodyBytesMax, timeoutMs, idleMs } = order;
  return new Promise((resolve, reject) => {
    let stop = (error: AppError): void => reject(error);
    const timer = setTimeout(() => stop(order.tooSlow(timeoutMs)), timeoutMs);
    const idle = idleMs === undefined ? undefined : setTimeout(() => stop(order.tooSlow(idleMs)), idleMs);
    const settle = (error?: unknown): void => {
      clearTimeout(timer);
      clearTimeout(idle);
      if (error === undefined || error === null) resolve();
      else reject(error);
    };
    const receive = multer({
      storage,
      fileFilter(_req, file, accept) {
        const refusal = order.refuseFile(req.body, file);
        if (!refusal) return accept(null, true);
        stop(refusal);
        accept(refusal);
      },
      limits,
      defParamCharset: 'utf8',
      streamHandler(_req: unknown, parser: Writable) {
        stop = (error) => {
          settle(error);
          req.unpipe(parser);
          parser.destroy(error);
        };
        let bytes = 0;
        req.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          idle?.refresh();
          if (bytes > bodyBytesMax) stop(order.tooLarge());
        });
        parser.on('file', (field: string | undefined, _stream: unknown, info: { filename?: string }) => {
          if (!info.filename) stop(order.nameless(field ?? ''));
        });
        // Writes that are still pending may take longer.
        req.once('end', () => clearTimeout(idle));
        dropEpilogue(parser, req.get('content-type') ?? '');
        req.pipe(parser);
      },
    } as multer.Options).any();
    receive(req, res, settle);
  });
}
