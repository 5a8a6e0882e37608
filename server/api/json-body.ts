import express, { type RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { malformedJson, parseJson } from './json.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** Reads a JSON body within the limit into `req.body`. */
export const readJsonBody: RequestHandler[] = [
  express.raw({ limit: LIMITS.jsonBodyBytesMax, type: () => true }),
  (req, _res, next) => {
    // JSON is UTF-8 (RFC 8259, section 8.1).
    const charset = CHARSET.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset)) throw new AppError('unsupported_media_type', 'Send the body as UTF-8.');
    req.body = parseJson(null, decode(req.body));
    if (typeof req.body !== 'object' || req.body === null) {
      throw malformedJson(null, 'is not a JSON object; send it as one JSON object');
    }
    next();
  },
];

/** Without a body there is no buffer. */
function decode(body: unknown): string {
  if (!Buffer.isBuffer(body)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformedJson(null, 'is not UTF-8; send it as UTF-8');
  }
}
