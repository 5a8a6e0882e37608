import { type DeriveOrder, deriveHere } from '../../server/access/derive.ts';
import type { HashCost } from '../../server/access/hasher.ts';

/** The least that Argon2 takes, so that tests are about everything but its cost. */
export const LEAST_COST: HashCost = { memoryKib: 8, iterations: 1 };

export interface CountedPasswords {
  cost: HashCost;
  derive(order: DeriveOrder): Promise<Uint8Array>;
  /** Each hashing that was done. */
  orders: DeriveOrder[];
}

/** The real Argon2id in this thread, at the least cost, counted. */
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
