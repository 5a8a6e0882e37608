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
  /** Whether the beginning of what it answers is kept and shown. */
  keepAnswers: boolean;
  /** null: it is enabled. */
  disabledReason: DisabledReason | null;
  /** When the first failure since the last success was. */
  failingSinceMs: number | null;
  /** Until when the former secret signs too. */
  previousSecretUntilMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'blocked', 'cancelled'] as const;
/**
 * `failed`: no attempt is left. `blocked`: the policy does not allow the destination. `cancelled`: its endpoint was switched off, or
 * its verification erased.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One try to send an event. */
export interface Attempt {
  atMs: number;
  durationMs: number;
  /** Of the answer; null: there was none. */
  status: number | null;
  /** Why it failed, a code; null: it did not. */
  error: string | null;
}

/** The sending of one event to one receiver. */
export interface Delivery {
  id: string;
  event: { id: string; kind: string };
  /** null: to the `webhook_url` of the verification. */
  endpointId: string | null;
  verificationId: string | null;
  state: DeliveryState;
  /** When it is tried next; null if it is not. */
  nextAtMs: number | null;
  /** Why it is not delivered; null: it is, or was not tried. */
  error: string | null;
  attempts: Attempt[];
  createdAtMs: number;
  updatedAtMs: number;
}
