import { type DeriveOrder, deriveHere } from '../../server/access/derive.ts';
import type { HashCost } from '../../server/access/hasher.ts';

/** The lowest cost that Argon2 accepts, because these tests are not about its cost. */
export const LEAST_COST: HashCost = { memoryKib: 8, iterations: 1 };

export interface CountedPasswords {
  cost: HashCost;
  derive(order: DeriveOrder): Promise<Uint8Array>;
  /** Each hash that was computed. */
  orders: DeriveOrder[];
}

/** The real Argon2id in this thread, at the lowest cost, with a record of its calls. */
export function countedPasswords(cost = LEAST_COST): CountedPasswords {
  const orders: DeriveOrder[] = [];
  return {
    cost,
    orders,
    derive(order) {
      orders.push(order);
      return deriveHere(order);
    },
  };
}
