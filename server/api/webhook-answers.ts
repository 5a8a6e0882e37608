import type { DeliveryAnswer, DeliveryInFullAnswer, EndpointAnswer } from '../contract/webhooks.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { DeliveryInFull } from '../webhooks/deliveries.ts';
import type { Attempt, Delivery, WebhookEndpoint } from '../webhooks/types.ts';

export function presentEndpoint(endpoint: WebhookEndpoint): EndpointAnswer {
  const self = `/v1/webhook-endpoints/${endpoint.id}`;
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    livemode: endpoint.livemode,
    url: endpoint.url,
    description: endpoint.description,
    kinds: endpoint.kinds,
    keep_answers: endpoint.keepAnswers,
    enabled: endpoint.disabledReason === null,
    disabled_reason: endpoint.disabledReason,
    failing_since: isoTimeOrNull(endpoint.failingSinceMs),
    previous_secret_until: isoTimeOrNull(endpoint.previousSecretUntilMs),
    created_at: isoTime(endpoint.createdAtMs),
    updated_at: isoTime(endpoint.updatedAtMs),
    links: { self, deliveries: `${self}/deliveries` },
  };
}

export function presentDelivery(delivery: Delivery): DeliveryAnswer {
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    event: { id: delivery.event.id, type: delivery.event.kind },
    endpoint_id: delivery.endpointId,
    verification_id: delivery.verificationId,
    state: delivery.state,
    next_attempt_at: isoTimeOrNull(delivery.nextAtMs),
    error: delivery.error,
    attempts: delivery.attempts.map(presentAttempt),
    created_at: isoTime(delivery.createdAtMs),
    updated_at: isoTime(delivery.updatedAtMs),
  };
}

/** Returns a delivery with the request that was sent and the response. */
export function presentDeliveryInFull(delivery: DeliveryInFull): DeliveryInFullAnswer {
  const attempts = delivery.attempts.map(({ exchange, ...attempt }) => ({
    ...presentAttempt(attempt),
    request: exchange?.request ?? null,
    answer: exchange?.answer ?? null,
  }));
  return { ...presentDelivery(delivery), attempts, body: delivery.body };
}

function presentAttempt({ atMs, durationMs, status, error }: Attempt): DeliveryAnswer['attempts'][number] {
  return { at: isoTime(atMs), duration_ms: durationMs, status, error };
}
