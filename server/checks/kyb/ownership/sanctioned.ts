import type { Share } from './effective.ts';

/** Shares are sums of decimal numbers: 0.1 + 0.2 is to be 0.3. */
const ROUNDING = 1e-9;

export interface Blocked {
  /** Which nodes count as sanctioned: those that are listed, and those that such nodes own enough of. */
  blocked: Uint8Array;
  /** What blocked nodes together hold of each node directly, a part of 1. */
  held: Float64Array;
}

/**
 * Which nodes are sanctioned through their owners: one whose blocked owners together hold `limit` of it directly is
 * blocked itself, and its own shares count as theirs; what an owner that is not blocked holds does not, even where blocked
 * persons hold a part of that owner (the 50 Percent Rule of OFAC, guidance of 13 August 2014 and its questions 398 to 402).
 */
export function findBlocked(count: number, shares: readonly Share[], listed: Iterable<number>, limit: number): Blocked {
  const holdings: Share[][] = Array.from({ length: count }, () => []);
  for (const share of shares) if (share.owner !== share.owned) holdings[share.owner]?.push(share);
  const blocked = new Uint8Array(count);
  const held = new Float64Array(count);
  const waiting = [...new Set(listed)];
  for (const node of waiting) blocked[node] = 1;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { owned, share } of holdings[node] ?? []) {
      held[owned] = (held[owned] ?? 0) + share;
      if (blocked[owned] || (held[owned] ?? 0) < limit - ROUNDING) continue;
      blocked[owned] = 1;
      waiting.push(owned);
    }
  }
  return { blocked, held };
}
