import { type Response, Router } from 'express';
import type { BuiltPage } from './built-files.ts';
import { KEEP_FOR_GOOD } from './console.ts';
import { sendBytes } from './download.ts';
import { addRoute, produces } from './route.ts';

/** Where a built page is served, and its headers, which its files get, too. */
interface Served {
  /** One page for all of these. */
  paths: readonly string[];
  /** The folder of the files that the page loads. */
  files: string;
  headers: Readonly<Record<string, string>>;
}

/** Serves a built page with its files. Without a built page all of its paths are unknown. */
export function pageRouter(built: BuiltPage | null, { paths, files, headers }: Served): Router {
  const router = Router();
  if (!built) return router;
  const protect = (res: Response): void => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  };
  for (const path of paths) {
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
  addRoute(router, `${files}/:file`, {
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
