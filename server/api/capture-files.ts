import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Response, Router } from 'express';
import { CAMERA_ONLY, KEEP_FOR_GOOD } from './console.ts';
import { sendBytes } from './download.ts';
import { addRoute, produces } from './route.ts';

/**
 * Allows the page's own files and nothing else. `wasm-unsafe-eval`: the face guidance computes in WebAssembly, in a worker, which the one named policy
 * may create. Files get it too, because a worker takes the policy of its own answer.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types custos-face-worker',
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** The built page of applicants, and the files that it loads, by name. */
export interface CaptureFiles {
  page: Buffer;
  files: ReadonlyMap<string, { type: string; bytes: Buffer }>;
}

/** Reads the files of the built page; null if there is no such folder. */
export function readCaptureFiles(folder: string): CaptureFiles | null {
  try {
    const page = readFileSync(join(folder, 'index.html'));
    const names = readdirSync(join(folder, 'assets')).filter((name) => Object.hasOwn(TYPES, extname(name)));
    const files = names.map((name) => {
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      return [name, { type, bytes: readFileSync(join(folder, 'assets', name)) }] as const;
    });
    return { page, files: new Map(files) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Serves the page of applicants at `/c/` and `/kiosk`. Without a built page both are unknown. */
export function captureFilesRouter(built: CaptureFiles | null): Router {
  const router = Router();
  if (!built) return router;
  const protect = (res: Response): void => {
    res.setHeader('Content-Security-Policy', POLICY);
    res.setHeader('Permissions-Policy', CAMERA_ONLY);
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  };
  for (const path of ['/c', '/kiosk']) {
    addRoute(router, path, {
      get: [
        produces('text/html'),
        (_req, res) => {
          protect(res);
          sendBytes(res.type('text/html'), built.page);
        },
      ],
    });
  }
  addRoute(router, '/c/assets/:file', {
    get: [
      (req, res, next) => {
        const file = built.files.get(String(req.params['file']));
        if (!file) return next('router');
        protect(res);
        res.setHeader('Cache-Control', KEEP_FOR_GOOD);
        sendBytes(res.type(file.type), file.bytes);
      },
    ],
  });
  return router;
}
