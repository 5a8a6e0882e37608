import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  deliveryQuerySchema,
  endpointChangeSchema,
  endpointQuerySchema,
  newEndpointSchema,
  replaySchema,
  urlReplaySchema,
} from '../contract/webhooks.ts';
import type { EventLog } from '../events/log.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import {
  type DeliveriesOf,
  getDelivery,
  listDeliveries,
  type ReplayRequest,
  replay,
  replayToUrl,
  sendTest,
  type Who,
} from '../webhooks/deliveries.ts';
import type { Verdict } from '../webhooks/destination.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  getEndpoint,
  listEndpoints,
  rotateEndpointSecret,
} from '../webhooks/endpoints.ts';
import type { ExchangeDeps } from '../webhooks/exchange.ts';
import { rotateSigningSecret, type SigningSecret, signingSecret } from '../webhooks/signing-secret.ts';
import { principalOf } from './authorise.ts';
import { idOf } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import { VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, parseQuery } from './validate.ts';
import {
  WEBHOOK_ENDPOINTS_PATH as PATH,
  presentDelivery,
  presentDeliveryInFull,
  presentEndpoint,
} from './webhook-answers.ts';

export interface WebhookEndpointsDeps {
  guard: Guard;
  store: EndpointDeps & ExchangeDeps & { events: Pick<EventLog, 'append'> };
  /** What the policy says of a URL now. */
  judge(url: string): Promise<Verdict['is']>;
  /** Deliveries were made due. */
  wake(): void;
  verificationExists(id: string, livemode: boolean): boolean;
}

/** `/v1/webhook-endpoints`, and the deliveries to the `webhook_url` of a verification. Each key sees and changes those of its own mode. */
export function webhookEndpointsRouter(deps: WebhookEndpointsDeps): Router {
  const { store } = deps;
  const router = Router();
  const allow = [...deps.guard.allow('admin'), produces('application/json')];
  const body = [...allow, ...jsonBody];
  addRoute(router, PATH, {
    get: [...allow, (req, res) => list(deps, req, res)],
    post: [...body, (req, res) => create(deps, req, res)],
  });
  addSigningSecret(router, deps, allow);
  addRoute(router, `${PATH}/:id`, {
    get: [...allow, (req, res) => void res.json(presentEndpoint(getEndpoint(store, idOf(req), whoOf(res).livemode)))],
    patch: [...body, (req, res) => change(deps, req, res)],
    delete: [
      ...allow,
      (req, res) => {
        deleteEndpoint(store, idOf(req), whoOf(res));
        res.status(204).end();
      },
    ],
  });
  addRoute(router, `${PATH}/:id/rotate-secret`, {
    post: [
      ...allow,
      (req, res) => {
        const { endpoint, secret } = rotateEndpointSecret(store, idOf(req), whoOf(res));
        res.json({ ...presentEndpoint(endpoint), secret });
      },
    ],
  });
  addRoute(router, `${PATH}/:id/test`, {
    post: [...allow, (req, res) => void res.status(202).json(presentDelivery(sendTest(store, idOf(req), whoOf(res))))],
  });
  addRoute(router, `${PATH}/:id/replay`, {
    post: [
      ...body,
      (req, res) => {
        const { id } = getEndpoint(store, idOf(req), whoOf(res).livemode);
        const deliveries = replay(store, id, readReplay(req.body), whoOf(res));
        setImmediate(deps.wake);
        res.status(202).json({ object: 'webhook_replay', deliveries });
      },
    ],
  });
  addDeliveries(router, deps, allow);
  return router;
}

function addSigningSecret(router: Router, { store }: WebhookEndpointsDeps, allow: Guarded): void {
  const send = (res: Response, { livemode, secret, previousUntilMs }: SigningSecret): void => {
    const previous_secret_until = previousUntilMs === null ? null : isoTime(previousUntilMs);
    res.json({ object: 'webhook_signing_secret', livemode, secret, previous_secret_until });
  };
  addRoute(router, `${PATH}/signing-secret`, {
    get: [...allow, (_req, res) => send(res, signingSecret(store, whoOf(res)))],
  });
  addRoute(router, `${PATH}/signing-secret/rotate`, {
    post: [...allow, (_req, res) => send(res, rotateSigningSecret(store, whoOf(res)))],
  });
}

function addDeliveries(router: Router, deps: WebhookEndpointsDeps, allow: Guarded): void {
  addRoute(router, `${PATH}/:id/deliveries`, {
    get: [
      ...allow,
      (req, res) => {
        const { id } = getEndpoint(deps.store, idOf(req), whoOf(res).livemode);
        sendDeliveries(deps, req, res, { path: `${PATH}/${id}/deliveries`, of: { endpointId: id } });
      },
    ],
  });
  addRoute(router, `${PATH}/:id/deliveries/:delivery_id`, {
    get: [
      ...allow,
      (req, res) => {
        const { id } = getEndpoint(deps.store, idOf(req), whoOf(res).livemode);
        const delivery = getDelivery(deps.store, { endpointId: id }, String(req.params['delivery_id']));
        res.json(presentDeliveryInFull(delivery));
      },
    ],
  });
  const found: RequestHandler = (req, res, next) => {
    if (deps.verificationExists(idOf(req), whoOf(res).livemode)) return next();
    throw new AppError('not_found', 'There is no verification with this id.');
  };
  addRoute(router, `${VERIFICATIONS_PATH}/:id/deliveries`, {
    get: [
      ...allow,
      found,
      (req, res) => {
        const id = idOf(req);
        sendDeliveries(deps, req, res, { path: `${VERIFICATIONS_PATH}/${id}/deliveries`, of: { verificationId: id } });
      },
    ],
  });
  addRoute(router, `${VERIFICATIONS_PATH}/:id/deliveries/replay`, {
    post: [
      ...allow,
      found,
      ...jsonBody,
      (req, res) => {
        const { delivery_id } = parseOrThrow(urlReplaySchema, req.body, 'The replay is not valid. See errors.');
        replayToUrl(deps.store, idOf(req), delivery_id, whoOf(res));
        setImmediate(deps.wake);
        res.status(202).json({ object: 'webhook_replay', deliveries: 1 });
      },
    ],
  });
}

type Guarded = ReturnType<Guard['allow']>;

export function whoOf(res: Response): Who {
  const { livemode, actorId } = principalOf(res);
  return { livemode, actor: actorId };
}

function list({ store }: WebhookEndpointsDeps, req: Request, res: Response): void {
  const query = parseQuery(endpointQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'whe');
  const { data, hasMore } = listEndpoints(store, {
    livemode: whoOf(res).livemode,
    limit: query.limit ?? LIMITS.listPageDefault,
    ...cursorOf(query),
  });
  const link = linkHeader(PATH, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: PATH, has_more: hasMore, data: data.map(presentEndpoint) });
}

async function create(deps: WebhookEndpointsDeps, req: Request, res: Response): Promise<void> {
  const input = parseOrThrow(newEndpointSchema, req.body, 'The endpoint cannot be made like this. See errors.');
  await refuseDestination(deps, 'url', input.url);
  const { endpoint, secret } = createEndpoint(deps.store, {
    url: input.url,
    description: input.description ?? '',
    kinds: input.kinds ?? null,
    enabled: input.enabled ?? true,
    keepAnswers: input.keep_answers ?? false,
    ...whoOf(res),
  });
  res
    .status(201)
    .location(`${PATH}/${endpoint.id}`)
    .json({ ...presentEndpoint(endpoint), secret });
}

async function change(deps: WebhookEndpointsDeps, req: Request, res: Response): Promise<void> {
  const id = idOf(req);
  getEndpoint(deps.store, id, whoOf(res).livemode);
  const input = parseOrThrow(endpointChangeSchema, req.body, 'The change is not valid. See errors.');
  if (input.url !== undefined) await refuseDestination(deps, 'url', input.url);
  const { keep_answers: keepAnswers, ...rest } = input;
  res.json(presentEndpoint(changeEndpoint(deps.store, id, { ...rest, keepAnswers, ...whoOf(res) })));
  setImmediate(deps.wake);
}

/** An administrator hears of it at once. A name that cannot be resolved now may be one later. */
export async function refuseDestination(
  { judge }: Pick<WebhookEndpointsDeps, 'judge'>,
  field: 'url' | 'origin',
  url: string,
): Promise<void> {
  if ((await judge(url)) !== 'refused') return;
  const message = `${field} is no destination that the appliance may send to; write it plainly, or allow it in the setting webhook_allow (CUSTOS_WEBHOOK_ALLOW).`;
  throw new AppError('invalid_request', {
    detail: message,
    items: [{ code: 'webhook_url_not_allowed', message, field }],
  });
}

function readReplay(body: unknown): ReplayRequest {
  const { delivery_id, from, to } = parseOrThrow(replaySchema, body, 'The replay is not valid. See errors.');
  if (delivery_id !== undefined && from === undefined && to === undefined) return { deliveryId: delivery_id };
  if (delivery_id === undefined && from !== undefined && to !== undefined) {
    const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    if (range.fromMs < range.toMs) return range;
  }
  const message = 'delivery_id alone, or from and to with from before to, say what to send again; send one of both.';
  const field = delivery_id === undefined ? 'from' : 'delivery_id';
  throw new AppError('invalid_request', { detail: message, items: [{ code: 'invalid_value', message, field }] });
}

function sendDeliveries(
  { store }: WebhookEndpointsDeps,
  req: Request,
  res: Response,
  { path, of }: { path: string; of: DeliveriesOf },
): void {
  const query = parseQuery(deliveryQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, 'whd');
  const { data, hasMore } = listDeliveries(store.db, of, {
    limit: query.limit ?? LIMITS.listPageDefault,
    ...(query.state === undefined ? {} : { state: query.state }),
    ...cursorOf(query),
  });
  const link = linkHeader(path, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: path, has_more: hasMore, data: data.map(presentDelivery) });
}
