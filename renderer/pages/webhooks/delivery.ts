import type { DeliveryAnswer } from '../../../server/contract/webhooks.ts';
import type { Tone } from '../../parts/values.tsx';

export type DeliveryState = DeliveryAnswer['state'];

export const DELIVERY_STATES = [
  'pending',
  'delivered',
  'failed',
  'blocked',
  'cancelled',
] as const satisfies readonly DeliveryState[];

export const TONES: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  blocked: 'warn',
  cancelled: 'calm',
};

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
