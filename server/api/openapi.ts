import { Router } from 'express';
import { lazily } from '../lib/lazily.ts';
import type { OpenApiDocument } from './contract/openapi.ts';
import { addRoute } from './route.ts';

/** `GET /v1/openapi.json`. It holds no data, so it needs no key. */
export function openapiRouter(document: () => OpenApiDocument): Router {
  const router = Router();
  const body = lazily(() => JSON.stringify(document()));
  addRoute(router, '/v1/openapi.json', { get: [(_req, res) => void res.type('application/json').send(body())] });
  return router;
}
