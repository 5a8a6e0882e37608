import type { WebhookKind } from './kinds.ts';

export const DISABLED_REASONS = ['by_hand', 'gone', 'failing'] as const;
/** `gone`: it answered 410. `failing`: five days without a success. */
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A receiver of an account's events. */
export interface WebhookEndpoint {
  id: string;
  livemode: boolean;
  url: string;
  description: string;
  /** null: every kind. */
  kinds: WebhookKind[] | null;
  /** Whether the start of its answers is kept and shown. */
  keepAnswers: boolean;
  /** null: enabled. */
  disabledReason: DisabledReason | null;
  /** When the first failure since the last success was. */
  failingSinceMs: number | null;
  /** Until when the former secret also signs. */
  previousSecretUntilMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'blocked', 'cancelled'] as const;
/**
 * `failed`: no attempt is left. `blocked`: the policy does not allow the destination. `cancelled`: its endpoint was
 * disabled, or its verification erased.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One attempt to send an event. */
export interface Attempt {
  atMs: number;
  durationMs: number;
  /** The answer's status; null: there was no answer. */
  status: number | null;
  /** Why it failed, a code; null: it succeeded. */
  error: string | null;
}

/** The delivery of one event to one receiver. */
export interface Delivery {
  id: string;
  event: { id: string; kind: string };
  /** null: to the `webhook_url` of the verification. */
  endpointId: string | null;
  verificationId: string | null;
  state: DeliveryState;
  /** When the next attempt is due; null if there is none. */
  nextAtMs: number | null;
  /** Why it is not delivered; null: it is delivered, or was not tried. */
  error: string | null;
  attempts: Attempt[];
  createdAtMs: number;
  updatedAtMs: number;
}
