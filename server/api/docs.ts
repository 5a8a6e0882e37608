import { createHash } from 'node:crypto';
import { Router } from 'express';
import { ERROR_KINDS } from '../lib/errors.ts';
import { lazily } from '../lib/lazily.ts';
import type { OpenApiDocument } from './contract/openapi.ts';
import { problemAnchor, renderDocs } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { addRoute, produces } from './route.ts';

const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');
/** Its own style and nothing else: no script, no font, no image, no frame. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** `GET /docs`: the reference as a page; `/problems/{code}`, the `type` of a problem, leads to its line. It holds no data, so it needs no key. */
export function docsRouter(document: () => OpenApiDocument): Router {
  const router = Router();
  const page = lazily(() => renderDocs(document()));
  addRoute(router, '/docs', {
    get: [
      produces('text/html'),
      (_req, res) => {
        res.setHeader('Content-Security-Policy', POLICY);
        res.type('text/html').send(page());
      },
    ],
  });
  addRoute(router, '/problems/:code', {
    get: [
      (req, res, next) => {
        const code = String(req.params['code']);
        if (Object.hasOwn(ERROR_KINDS, code)) res.redirect(`/docs#${problemAnchor(code)}`);
        else next('router');
      },
    ],
  });
  return router;
}
