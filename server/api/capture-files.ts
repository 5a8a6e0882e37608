import type { Router } from 'express';
import { type BuiltPage, readBuiltPage } from './built-files.ts';
import { CAMERA_ONLY } from './console.ts';
import { pageRouter } from './page-router.ts';

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

/** Serves the page of applicants at `/c/`, and as the kiosk page at `/kiosk` and `/`. Without a built page all are unknown. */
export const captureFilesRouter = (built: BuiltPage | null): Router =>
  pageRouter(built, {
    paths: ['/c', '/kiosk', '/'],
    files: '/c/assets',
    headers: {
      'Content-Security-Policy': POLICY,
      'Permissions-Policy': CAMERA_ONLY,
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  });
