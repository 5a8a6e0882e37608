import { type Response, Router } from 'express';
import { newOriginSchema, type OriginAnswer, originQuerySchema } from '../contract/webhooks.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { type AllowedOrigin, allowOrigin, listOrigins, type OriginDeps, removeOrigin } from '../webhooks/origins.ts';
import { idOf } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';
import { refuseDestination, type WebhookEndpointsDeps, whoOf } from './webhook-endpoints.ts';

const PATH = '/v1/webhook-origins';

/** `/v1/webhook-origins`: where the `webhook_url` of a verification may lead. Each key sees and changes those of its own mode. */
export function webhookOriginsRouter(
  deps: Pick<WebhookEndpointsDeps, 'judge' | 'wake'> & { guard: Guard; store: OriginDeps },
): Router {
  const { store, wake } = deps;
  const router = Router();
  const allow = [...deps.guard.allow('admin'), produces('application/json')];
  addRoute(router, PATH, {
    get: [...allow, (req, res) => list(store, req.query, res)],
    post: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const { origin } = parseOrThrow(
          newOriginSchema,
          req.body,
          'The origin cannot be allowed like this. See errors.',
        );
        await refuseDestination(deps, 'origin', origin);
        const allowed = present(allowOrigin(store, new URL(origin).origin, whoOf(res)));
        setImmediate(wake);
        res.status(201).location(allowed.links.self).json(allowed);
      },
    ],
  });
  addRoute(router, `${PATH}/:id`, {
    delete: [
      ...allow,
      (req, res) => {
        removeOrigin(store, idOf(req), whoOf(res));
        res.status(204).end();
      },
    ],
  });
  return router;
}

function list(store: OriginDeps, given: object, res: Response): void {
  const query = parseQuery(originQuerySchema, given, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'who');
  const { data, hasMore } = listOrigins(store, {
    livemode: whoOf(res).livemode,
    limit: query.limit ?? LIMITS.listPageDefault,
    ...cursorOf(query),
  });
  const link = linkHeader(PATH, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: PATH, has_more: hasMore, data: data.map(present) });
}

function present({ id, livemode, origin, confirmed, createdAtMs }: AllowedOrigin): OriginAnswer {
  return {
    id,
    object: 'webhook_origin',
    livemode,
    origin,
    confirmed,
    created_at: isoTime(createdAtMs),
    links: { self: `${PATH}/${id}` },
  };
}
