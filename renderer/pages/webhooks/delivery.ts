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

/** An attempt takes a moment, and one that is due may wait for others. */
const REFRESH_MS_MIN = 1_500;
/** Browsers count timers with 31 bits, and nobody looks at a page for so long. */
const REFRESH_MS_MAX = 60_000;

/** In how long something of these may have changed; null: all have come to their end. `now`: milliseconds since 1970. */
export function refreshInMs(rows: readonly Pick<DeliveryAnswer, 'next_attempt_at'>[], now: number): number | null {
  const due = rows.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at) - now]));
  if (due.length === 0) return null;
  return Math.min(REFRESH_MS_MAX, Math.max(REFRESH_MS_MIN, Math.min(...due)));
}

/** JSON over several lines; anything else as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export type Kind = NonNullable<EndpointAnswer['kinds']>[number];

const STATES = ['created', 'processing', 'completed', 'failed', 'needs_review'] as const;

/** What an endpoint can be told of, in the groups in which it is chosen. A test goes to whom it was sent, whatever was chosen. */
export const KIND_GROUPS = [
  { label: 'webhooks.kinds_people', kinds: STATES.map((state) => `verification.${state}` as const) },
  { label: 'webhooks.kinds_companies', kinds: STATES.map((state) => `kyb.verification.${state}` as const) },
  { label: 'webhooks.kinds_lists', kinds: ['watchlist.alert.created'] },
] as const satisfies readonly { label: string; kinds: readonly Kind[] }[];

/** The words of an event's kind; of one that this console does not know the kind itself. */
export const kindText = (kind: string): string => textFor(`webhook_kind.${kind}`) ?? kind;

/** The same under the heading of its group. */
export function shortKindText(kind: Kind): string {
  const [, state] = /verification\.(\w+)$/.exec(kind) ?? [];
  return textFor(`webhook_kind_short.${state}`) ?? textFor(`status.${state}`) ?? kindText(kind);
}
