import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ListFile } from './formats/format.ts';

/** Bytes of a file's start from which its form is told. */
const HEAD_BYTES = 64 * 1024;

/**
 * Reads a list file once from end to end: its SHA-256, and whether it is UTF-8 throughout (else it is taken as
 * Latin-1, which OFAC publishes in). Throws `list_invalid` where it cannot be read, is empty or too large.
 */
export async function inspectListFile(path: string): Promise<ListFile> {
  const name = basename(path);
  const sizeBytes = await fileSize(path, name);
  if (sizeBytes === 0) throw new AppError('list_invalid', `${name} is empty. Get the file again from its publisher.`);
  if (sizeBytes > LIMITS.listFileBytesMax) {
    throw new AppError('list_invalid', `${name} is larger than ${LIMITS.listFileBytesMax} bytes.`);
  }
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    isUtf8 = isUtf8 && decodes(decoder, chunk);
  }
  const encoding = isUtf8 && decodes(decoder) ? 'utf8' : 'latin1';
  return { path, name, sha256: hash.digest('hex'), encoding, head: head.toString(encoding) };
}

async function fileSize(path: string, name: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new AppError('list_invalid', `${name} cannot be opened. Check the path and its permissions.`, cause);
  }
  throw new AppError('list_invalid', `${name} is not a file.`);
}

/** Whether the next bytes are UTF-8; without bytes, whether the text ended on a whole character. */
function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
