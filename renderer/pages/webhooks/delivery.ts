import type { DeliveryAnswer, EndpointAnswer } from '../../../server/contract/webhooks.ts';
import type { Tone } from '../../parts/values.tsx';
import { textFor } from '../../text/text.ts';

export type EndpointPath = `/v1/webhook-endpoints/${string}`;
export type DeliveryState = DeliveryAnswer['state'];

export const TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  blocked: 'warn',
  cancelled: 'calm',
};

export const DELIVERY_STATES = Object.keys(TONES) as DeliveryState[];

/** An attempt takes a moment, and a due attempt may wait for others. */
const REFRESH_MS_MIN = 1_500;
/** Browsers store timer delays in 31 bits, and nobody watches a page for that long. */
const REFRESH_MS_MAX = 60_000;

/** Returns when one of these may have changed, in ms from now; null: all have ended. `now`: ms since 1970. */
export function refreshInMs(rows: readonly Pick<DeliveryAnswer, 'next_attempt_at'>[], now: number): number | null {
  const due = rows.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at) - now]));
  if (due.length === 0) return null;
  return Math.min(REFRESH_MS_MAX, Math.max(REFRESH_MS_MIN, Math.min(...due)));
}

/** Formats JSON over several lines; any other text stays unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export type Kind = NonNullable<EndpointAnswer['kinds']>[number];

const STATES = ['created', 'processing', 'completed', 'failed', 'needs_review', 'overdue'] as const;

const CAPTURE_STATES = [
  'created',
  'claimed',
  'consented',
  'capturing',
  'submitted',
  'done',
  'canceled',
  'expired',
] as const;

/** The event types of an endpoint, in groups for the form. A test event always goes to its endpoint, whatever was chosen. */
export const KIND_GROUPS = [
  { label: 'webhooks.kinds_people', kinds: STATES.map((state) => `verification.${state}` as const) },
  { label: 'webhooks.kinds_companies', kinds: STATES.map((state) => `kyb.verification.${state}` as const) },
  { label: 'webhooks.kinds_captures', kinds: CAPTURE_STATES.map((state) => `capture_session.${state}` as const) },
  { label: 'webhooks.kinds_lists', kinds: ['watchlist.alert.created'] },
] as const satisfies readonly { label: string; kinds: readonly Kind[] }[];

/** Returns the label of an event type; the type itself if this console does not know it. */
export const kindText = (kind: string): string => textFor(`webhook_kind.${kind}`) ?? kind;

/** The short label, under the heading of its group. */
export function shortKindText(kind: Kind): string {
  const [, state] = /verification\.(\w+)$/.exec(kind) ?? [];
  return textFor(`webhook_kind_short.${state}`) ?? textFor(`status.${state}`) ?? kindText(kind);
}
