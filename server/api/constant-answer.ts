import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { lazily } from '../lib/lazily.ts';
import { sendBytes } from './download.ts';

/**
 * Answers with a text that never changes while the program runs. The text is made once and compressed once for clients that accept compression, so
 * simultaneous requests share the same bytes. A matching `If-None-Match` gets 304.
 */
export function constantAnswer(type: string, make: () => string): RequestHandler {
  const made = lazily(() => {
    const plain = Buffer.from(make());
    return { plain, packed: gzipSync(plain), tag: createHash('sha256').update(plain).digest('base64url') };
  });
  return (req, res) => {
    const { plain, packed, tag } = made();
    const isPacked = req.acceptsEncodings('gzip', 'identity') === 'gzip';
    res.vary('Accept-Encoding');
    res.setHeader('ETag', `"${tag}${isPacked ? '-gzip' : ''}"`);
    res.setHeader('Cache-Control', 'no-cache');
    if (isPacked) res.setHeader('Content-Encoding', 'gzip');
    if (req.fresh) res.status(304).end();
    else sendBytes(res.type(type), isPacked ? packed : plain);
  };
}
