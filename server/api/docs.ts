import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { OpenApiDocument } from '../contract/openapi.ts';
import { LIMITS } from '../lib/limits.ts';
import { constantAnswer } from './constant-answer.ts';
import { renderDocs } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { perAddressLimit } from './rate-limit.ts';
import { addRoute, produces } from './route.ts';

const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');
/** Allows the page's own style, its search script, and nothing else: no font, no image, no frame. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Routes `GET /docs`, the reference as a page. It holds no data, so it needs no key. */
export function docsRouter(document: () => OpenApiDocument, script: string | null): Router {
  const router = Router();
  addRoute(router, '/docs', {
    get: [
      produces('text/html'),
      perAddressLimit('requests for the reference', LIMITS.referenceRequestsPerMinute),
      (_req, res, next) => {
        res.setHeader('Content-Security-Policy', POLICY);
        next();
      },
      constantAnswer('text/html', () => renderDocs(document(), script)),
    ],
  });
  return router;
}
