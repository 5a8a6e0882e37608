import { type Response, Router } from 'express';
import { type BuiltPage, readBuiltPage } from './built-files.ts';
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

/** Reads the files of the applicant's built page; null if there is no such folder. */
export const readCaptureFiles = (folder: string): BuiltPage | null => readBuiltPage(folder, 'assets');

/** Serves the page of applicants at `/c/` and `/kiosk`. Without a built page both are unknown. */
export function captureFilesRouter(built: BuiltPage | null): Router {
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
