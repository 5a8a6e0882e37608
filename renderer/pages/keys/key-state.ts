import type { KeyAnswer } from '../../../server/contract/keys.ts';

export type KeyState = 'works' | 'expires' | 'replaced' | 'expired' | 'revoked';

type Ends = Pick<KeyAnswer, 'expires_at' | 'revoked_at' | 'replaced_by'>;

/** What stands with a key, and since or until when. `now`: milliseconds since 1970. */
export function stateOf(
  { expires_at: expires, revoked_at: revoked, replaced_by: by }: Ends,
  now: number,
): {
  state: KeyState;
  at: string | null;
} {
  if (revoked !== null) return { state: 'revoked', at: revoked };
  if (expires === null) return { state: 'works', at: null };
  if (Date.parse(expires) <= now) return { state: 'expired', at: expires };
  return { state: by === null ? 'expires' : 'replaced', at: expires };
}

export const hasEnded = (state: KeyState): boolean => state === 'expired' || state === 'revoked';
