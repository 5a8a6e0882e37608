import type { z } from 'zod';
import type { Appliance } from '../appliance/appliance.ts';
import type { OriginAnswer, replaySchema, webhookRoutes } from '../contract/webhooks.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import { hasVerification } from '../verifications/store.ts';
import {
  type DeliveriesOf,
  getDelivery,
  listDeliveries,
  type ReplayRequest,
  replay,
  replayToUrl,
  sendTest,
} from '../webhooks/deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateEndpointSecret,
} from '../webhooks/endpoints.ts';
import { type AllowedOrigin, allowOrigin, listOrigins, removeOrigin } from '../webhooks/origins.ts';
import { rotateSigningSecret, type SigningSecret, signingSecret } from '../webhooks/signing-secret.ts';
import { type Call, Reply } from './call.ts';
import type { Handlers } from './mount.ts';
import { presentDelivery, presentDeliveryInFull, presentEndpoint } from './webhook-answers.ts';

type Rows = typeof webhookRoutes;

/**
 * Routes for webhook endpoints, for deliveries to them and to the `webhook_url` of a verification, and for the destinations that an administrator
 * allows. Each key sees and changes only its own mode.
 */
export function webhookHandlers(store: Appliance): Handlers<Rows> {
  const { judge, wake } = store.webhooks;
  const endpointOf = (call: Call) => getEndpoint(store, call.id, call.livemode);
  /** Throws `invalid_request`, so an administrator sees the fault at once. A name that cannot be resolved now is accepted: it may resolve later. */
  const refuseDestination = async (field: 'url' | 'origin', url: string): Promise<void> => {
    if ((await judge(url)) !== 'refused') return;
    const message = `${field} is not an allowed destination; write the URL in its plain form, or allow it in the setting webhook_allow (CUSTOS_WEBHOOK_ALLOW).`;
    throw invalidField(field, message, 'webhook_url_not_allowed');
  };
  /** Runs before a body is read. */
  const verificationFound = (call: Call): void => {
    if (hasVerification(store, { kind: 'kyc', id: call.id, livemode: call.livemode })) return;
    throw new AppError('not_found', 'There is no verification with this id. Check the id.');
  };
  const deliveries = (
    call: Call<Rows['listWebhookDeliveries'] | Rows['listVerificationDeliveries']>,
    of: DeliveriesOf,
  ) => call.page('whd', (page) => listDeliveries(store.db, of, page), presentDelivery);
  return {
    listWebhookEndpoints: (call) =>
      call.page('whe', (page) => listEndpoints(store, { livemode: call.livemode, ...page }), presentEndpoint),
    async createWebhookEndpoint(call) {
      const input = call.body;
      await refuseDestination('url', input.url);
      const { endpoint, secret } = createEndpoint(store, {
        url: input.url,
        description: input.description ?? '',
        kinds: input.kinds ?? null,
        enabled: input.enabled ?? true,
        keepAnswers: input.keep_answers ?? false,
        ...call.who,
      });
      return new Reply({ ...presentEndpoint(endpoint), secret }, { location: `${call.path}/${endpoint.id}` });
    },
    getWebhookSigningSecret: (call) => presentSecret(signingSecret(store, call.who)),
    rotateWebhookSigningSecret: (call) => presentSecret(rotateSigningSecret(store, call.who)),
    getWebhookEndpoint: (call) => presentEndpoint(endpointOf(call)),
    async changeWebhookEndpoint(call) {
      const { id } = endpointOf(call);
      const { keep_answers: keepAnswers, ...change } = call.body;
      if (change.url !== undefined) await refuseDestination('url', change.url);
      setImmediate(wake);
      return presentEndpoint(changeEndpoint(store, id, { ...change, keepAnswers, ...call.who }));
    },
    deleteWebhookEndpoint: (call) => deleteEndpoint(store, call.id, call.who),
    rotateWebhookSecret(call) {
      const { endpoint, secret } = rotateEndpointSecret(store, call.id, call.who);
      return { ...presentEndpoint(endpoint), secret };
    },
    testWebhookEndpoint: (call) => presentDelivery(sendTest(store, call.id, call.who)),
    listWebhookDeliveries: (call) => deliveries(call, { endpointId: endpointOf(call).id }),
    getWebhookDelivery: (call) =>
      presentDeliveryInFull(getDelivery(store, { endpointId: endpointOf(call).id }, call.param('delivery_id'))),
    replayWebhooks(call) {
      const { id } = endpointOf(call);
      const count = replay(store, id, readReplay(call.body), call.who);
      setImmediate(wake);
      return { object: 'webhook_replay', deliveries: count };
    },
    listVerificationDeliveries: {
      before: verificationFound,
      answer: (call) => deliveries(call, { verificationId: call.id }),
    },
    replayVerificationDelivery: {
      before: verificationFound,
      answer(call) {
        replayToUrl(store, call.id, call.body.delivery_id, call.who);
        setImmediate(wake);
        return { object: 'webhook_replay', deliveries: 1 };
      },
    },
    listWebhookOrigins: (call) =>
      call.page('who', (page) => listOrigins(store, { livemode: call.livemode, ...page }), presentOrigin),
    async allowWebhookOrigin(call) {
      const { origin } = call.body;
      await refuseDestination('origin', origin);
      const allowed = presentOrigin(allowOrigin(store, new URL(origin).origin, call.who));
      setImmediate(wake);
      return new Reply(allowed, { location: allowed.links.self });
    },
    removeWebhookOrigin: (call) => removeOrigin(store, call.id, call.who),
  };
}

function readReplay({ delivery_id, from, to }: z.output<typeof replaySchema>): ReplayRequest {
  if (delivery_id !== undefined && from === undefined && to === undefined) return { deliveryId: delivery_id };
  if (delivery_id === undefined && from !== undefined && to !== undefined) {
    const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    if (range.fromMs < range.toMs) return range;
  }
  const message = 'Send either delivery_id alone, or from and to with from before to.';
  throw invalidField(delivery_id === undefined ? 'from' : 'delivery_id', message);
}

const presentSecret = ({ livemode, secret, previousUntilMs }: SigningSecret) => ({
  object: 'webhook_signing_secret' as const,
  livemode,
  secret,
  previous_secret_until: isoTimeOrNull(previousUntilMs),
});

function presentOrigin({ id, livemode, origin, confirmed, createdAtMs }: AllowedOrigin): OriginAnswer {
  return {
    id,
    object: 'webhook_origin',
    livemode,
    origin,
    confirmed,
    created_at: isoTime(createdAtMs),
    links: { self: `/v1/webhook-origins/${id}` },
  };
}
