import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ERROR_KINDS } from '../lib/errors.ts';
import { type BuiltPage, readBuiltPage } from './built-files.ts';
import { sendBytes } from './download.ts';
import { addRoute, produces } from './route.ts';

/**
 * Allows the console's own files and nothing else: no inline script or style, no eval, no other origin. Images may be blobs, because the console
 * shows files before it sends them. Trusted Types keep text from becoming a script.
 */
export const CONSOLE_POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Allows the camera for documents and selfies, and no other device. */
export const CAMERA_ONLY =
  'camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()';

/** The console's screens, the same as in `renderer/routes.ts`: a test compares the two. */
export const CONSOLE_PATHS = [
  '/',
  '/new',
  '/new/company',
  '/captures',
  '/verifications/:id',
  '/companies/:id',
  '/screening',
  '/alerts',
  '/lists',
  '/lists/:id',
  '/registers',
  '/trust',
  '/webhooks',
  '/webhooks/:id',
  '/keys',
  '/operators',
  '/policy',
  '/system',
  '/figures',
  '/audit',
  '/setup',
] as const;

/** File names contain a hash of the content, so a browser never needs to ask again. */
export const KEEP_FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Routes of the manual, at the appliance and at the hub: its pages, the files that they load, which lie beside those of the appliance's console, and
 * `/problems/{code}` (the `type` of a problem), which redirects to the code's entry. They hold no data, so they need no key.
 */
export function manualRouter(built: BuiltConsole | null): Router {
  const router = Router();
  addRoute(router, '/console/:file', {
    get: [
      (req, res, next) => {
        const file = built?.files.get(String(req.params['file']));
        if (!file) return next('router');
        res.setHeader('Cache-Control', KEEP_FOR_GOOD);
        sendBytes(res.type(file.type), file.bytes);
      },
    ],
  });
  addRoute(router, '/manual', {
    get: [(req, res) => res.redirect(`/manual/${manualLanguage(req)}`)],
  });
  addRoute(router, '/manual/*page', {
    get: [
      (req, res, next) => {
        const page = built?.manual.get([req.params['page']].flat().join('/'));
        if (!page) return next('router');
        sendPage(res, page);
      },
    ],
  });
  addRoute(router, '/problems/:code', {
    get: [
      (req, res, next) => {
        const code = String(req.params['code']);
        if (Object.hasOwn(ERROR_KINDS, code)) res.redirect(`/manual/${manualLanguage(req)}/reference/codes#${code}`);
        else next('router');
      },
    ],
  });
  return router;
}

/**
 * Returns the handlers of the console: one page for all its paths, and the manual with the files of both. `unknownAddress` answers paths that no route
 * knows: a browser gets the console page, which says that the address is unknown; other clients get a problem.
 * @param built the result of `readConsole`; if null, `/` redirects to `/docs`
 */
export function createConsole(built: BuiltConsole | null): {
  router: Router;
  unknownAddress: RequestHandler;
  /** The address of the `/docs` script; null if it is not built. */
  docsScript: string | null;
} {
  const router = Router();
  router.use(manualRouter(built));
  for (const path of CONSOLE_PATHS) {
    addRoute(router, path, {
      get: [
        produces('text/html'),
        (_req, res, next) => {
          if (!built) return path === '/' ? res.redirect('/docs') : next('router');
          sendPage(res, built.page);
        },
      ],
    });
  }
  const unknownAddress: RequestHandler = (req, res, next) => {
    const isOfBrowser = req.method === 'GET' && req.headers.accept?.includes('text/html') === true;
    if (!built || !isOfBrowser || OF_PROGRAMS.test(req.path)) return next();
    sendPage(res.status(404), built.page);
  };
  const script = [...(built?.files.keys() ?? [])].find((name) => /^docs-.*\.js$/.test(name));
  return { router, unknownAddress, docsScript: script === undefined ? null : `/console/${script}` };
}

/** Paths that programs call. They are answered for programs even if a browser asks. */
const OF_PROGRAMS = /^\/(v1|session|console)(\/|$)/;

/** Returns the manual's language that the browser prefers. */
const manualLanguage = (req: Request): string => req.acceptsLanguages('en', 'fr') || 'en';

function sendPage(res: Response, page: Buffer): void {
  res.setHeader('Content-Security-Policy', CONSOLE_POLICY);
  res.setHeader('Permissions-Policy', CAMERA_ONLY);
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  sendBytes(res.type('text/html'), page);
}

export interface BuiltConsole extends BuiltPage {
  /** The manual's pages by path, such as `en/review`; `en` is the table of contents. */
  manual: ReadonlyMap<string, Buffer>;
}

/** Reads the files of the built console; null if there is no such folder. */
export function readConsole(folder: string): BuiltConsole | null {
  const built = readBuiltPage(folder, 'console');
  if (!built) return null;
  const pages = globSync('**/*.html', { cwd: join(folder, 'manual') }).map((path) => {
    const name = path.replaceAll(sep, '/').replace(/(?:\/index)?\.html$/, '');
    return [name, readFileSync(join(folder, 'manual', path))] as const;
  });
  return { ...built, manual: new Map(pages) };
}
